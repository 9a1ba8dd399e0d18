import { isDeclaredAbroad } from './foreign.js';
import { plain, sentenceEnd, sentenceStart } from './sentences.js';

/** Words and signs that give what follows as a result. */
const VERB =
  /(?:\b(?:is|are|was|were|be|equals?|gives?|giving|gave|yields?|yielding|becomes?|makes?|making|leaves?|leaving|get|gets|got|obtain|obtains|obtained|obtaining|have|has|having|find|finds|found|remains?|reach|reaches|conclude|concludes|deduce|infer|determine|calculate|compute|count|costs?|pays?|paid|earns?|earned|needs?|needed|takes?|took|spends?|spent|saves?|saved|sells?|sold|weighs?|receives?|received|produces?|totals?|totall?ing|answer with|reports?|evaluates? to|evaluating to|simplif(?:y|ies) to|simplifying to|reduces? to|amounts? to|comes? (?:out )?to|works? out (?:to|as)|adds? up to|sums? (?:up )?to|leads? to|turns? out|corresponds? to|converges? to|tends? to|rounds? to|choose|pick|select|so|thus|hence|therefore|consequently|finally|then|namely|i\.e\.|answer|result|solution|total|sum|value|conclusion)\b|[=≈≡∈:⇒→≤≥<>]|=>|->|\\(?:approx|equiv|in|Rightarrow|implies|to|therefore|le|ge|leq|geq)(?![A-Za-z]))/gi;

/** Words that may stand between such a word and the value. `(?=(…))\1` prevents backtracking, as in `assertions.ts`. */
const BETWEEN =
  /^(?:(?=([\s,:;$([{=~≈]|\\[()[\],;:! ]?|(?:that|the|an?|its?|of|to|by|be|being|been|is|are|there|this|it|must|will|should|value|values|number|answer|answers|result|solution|solutions|total|sum|equal|exactly|precisely|simply|just|then|thus|therefore|hence|also|only|given|about|approximately|roughly|around|actually|indeed|in|fact|as|follows|following|final|at|least|or|most|now|again|finally|obviously|clearly|all|we|have|get|desired|required|numbers?|integers?|option|choice|another|x|y|n|and|either|minus|negative|plus|out|up|(?:set|interval|point|pair|expression|function|line|matrix|vector)(?! of)|ratio|probability|(?<!\bof )(?:length|area|volume|perimeter|angle|width|height|radius|diameter)|sides?|yes|both|him|her|them|us|me|you|each|everyone)(?![A-Za-z])))\1)*$/i;

/** What introduces what is given rather than found. */
const GIVEN =
  /^(?:(?:now|first|next|here|so|then|and|also),?\s+)*(?:let|given|denote|define|consider|where|recall|note|suppose|set|call|write|assume|take)\b|\b(?:we are|we're|we were|is|are|was|were) (?:given|told|asked)\b|\b(?:the (?:problem|question|exercise|task|text|statement) (?:says|states|reads|mentions|gives|asks|involves|uses|has|contains|is about))\b|(?:^|["“:]\s*)(?:find|compute|calculate|determine|evaluate|solve|what (?:is|are)|how (?:many|much))\b[^:.?]*\b(?:when|if|where|for|with|given(?: that)?|at|such that)\W*$/i;

const ABBREVIATED = /\b(?:ans|sol)\.[\s*$:]*$/i;

/** A relation in a formula: its own sentence. */
export const RELATION = /[=≈<>≤≥∈]|\\(?:approx|in|equiv|le|ge|leq|geq|lt|gt|sim|cong)(?![A-Za-z])/;

/** Whether a line holds the value and nothing else, but for markup and a unit. */
const EDGE = /^[\s*_`~>#$\\()[\]{}"'“”.,:;!=-]*$/;
const UNIT =
  /^[\s*_`$\\()[\]{}"'“”.,;!]*(?:(?:\\text\{)?\s?[A-Za-z°%²³/]{1,14}(?:\s[a-z]{1,12})?\}?)?[\s*_`$\\()[\]{}"'“”.,;!]*$/;

/**
 * Whether a sentence gives the value as a result, or the value is the last line by itself. Numbers that only stand in a
 * text are no answers.
 */
export function isDeclared(text: string, start: number, end: number): boolean {
  if (isOwnLine(text, start, end)) return true;
  const before = plain(text.slice(sentenceStart(text, start), start));
  const abroad = isDeclaredAbroad(before, plain(text.slice(end, sentenceEnd(text, end))));
  if (abroad !== undefined) return abroad;
  if (GIVEN.test(before)) return false;
  if (RELATION.test(text.slice(start, end))) return true;
  if (ABBREVIATED.test(text.slice(Math.max(0, start - 20), start))) return true;
  const verb = [...before.matchAll(VERB)].at(-1);
  return verb !== undefined && BETWEEN.test(before.slice(verb.index + verb[0].length));
}

/** What somebody does with what is counted, and what is counted: "Tom bought 12 apples". */
const SAID = /(?<!(?<!\w)(?:of|with|by|than|half|twice|thrice|double|not|no|never|except|but|in|on|or|per))\b$/i;
const COUNTED = /^\s*(?!(?:of|in|on|at|by|from|to|for|with|is|are|was|and|or|as)\b)[a-z]{2,}/;

/** Whether what a statement says around a number makes it its value, and not part of a name, as in "Apollo 12". */
export function isValueIn(before: string, after: string): boolean {
  const verb = [...before.matchAll(VERB)].at(-1);
  const lead = verb === undefined ? before : before.slice(verb.index + verb[0].length);
  return BETWEEN.test(lead) || (SAID.test(lead) && COUNTED.test(after));
}

function isOwnLine(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const rest = text.slice(end);
  const line = rest.indexOf('\n');
  const after = line < 0 ? rest : rest.slice(0, line);
  const below = line < 0 ? '' : rest.slice(line);
  return EDGE.test(before) && UNIT.test(after) && EDGE.test(below);
}
