/** Words between "the answer" and its verb: the question and the form of the answer. */
const OF_WHAT = String.raw`(?:[\s,]*\(?(?:(?:to|of|for|as|up|in(?= (?:the|this|our|your)(?!\p{L}))|in (?!the|this|our|your|an?(?!\p{L}))\p{L}+|rounded|the|this|our|your|given|original|posed|above|main|whole|entire|question|problem|exercise|puzzle|task|riddle|equation|inequality|system|parts?|q|number|hand|here|form|terms|notation|nearest|tenth|hundredth|integer|two|three|places|then|thus|hence|therefore|so|now|indeed|clearly|also|we seek|by \p{L}+|[b-z]|\d{1,3})(?![\p{L}\p{N}])|\(a\)|(?<=part )a)\)?)*`;
const VERB = String.raw`(?:(?:is|are|would be|should be|must be)(?!\p{L})|[:：]|=(?!>))`;

/** The noun "answer", with its question. */
const NOUN = String.raw`(?<!\p{L})answers?(?!\p{L})${OF_WHAT}`;

/** The noun and its verb. */
export const DECLARATION = String.raw`${NOUN}[\s,]*(?:\*\*\s*)?${VERB}`;

/** The noun as a heading or a label of its line: "[Answer] 12", "Answer - 12", "Answer => 12", "【答案】12". */
export const LABEL = String.raw`^[^\p{L}\p{N}\n\r\u2028\u2029]*(?:(?:the |my )?(?:final |correct )?answers?\s*(?:\*\*\s*)?(?:[\])】]+(?:\*\*)?[:：]?|[-–—=]+>?(?=[\s*])|[→⇒➜➡])\ufe0f?|【(?:最终)?答案】)`;

/** Words that turn a sentence around: what follows is not what is claimed. */
const REVERSALS =
  /\b(?:not|never|neither|nor|cannot|can't|isn't|aren't|wrong|incorrect|unless|except|false|if|assume|assuming|suppose|either|impossible|unlikely|doubt|whether|might|could|perhaps|maybe)\b|n't\b|\\(?:neq?|not)\b/i;

/** Words that make a bound of the value after them. */
const BOUNDS =
  /\b(?:at (?:least|most)|(?:more|less|greater|fewer|larger|smaller|higher|lower|other|rather) than|up to|over|under|above|below|between|almost|nearly|within)\b/i;

const COPULA =
  /\b(?:is|are|was|were|equals?|be|becomes|gives|yields)\b(?:\s+(?:equal\s+to|exactly|just|only|simply|approximately|about|around|roughly|therefore|thus|hence))*\s*:?|:/gi;

/** "the square of x": what is said of it is not said of x. */
const CHANGED =
  /\b(?:square|cube|inverse|reciprocal|negative|opposite|half|twice|double|triple|root|complement) of [a-z]\b|\b\w+ of (?:the|my|our|your) answer\b|\bexcept\b|^\s*(?:no|minus|twice|thrice|half|double|triple|negative)\b/i;

/** "the answer plus one", "the answer to another question" */
const ANSWER = /\banswers?\b/i;
const KNOWN_ANSWER = new RegExp(String.raw`${NOUN}[\s=]*$`, 'iu');

/** Verbs before "be" that make a guess of what follows. */
const MODAL =
  /\b(?:could|can|can't|cannot|may|might|would|should|used to|(?:was|were|is|are) (?:thought|said|supposed|claimed) to)(?: not| never| possibly)?\s*$/i;

/** A relative clause denies nothing: "the number that cannot be paid". */
const RELATIVE =
  /(?<!\b(?:answer|result|solution|guess|value)s?)\s+(?:that|which|who|such that|for which)\b.*$|(?:\s+\S+)?\s+(?:could|can|may|might)(?: possibly)? be\s*$/i;

/** A sentence with an answer in it is short. */
const LONGEST = 800;

/** "Let x = 5", "Try x = 5" */
const SUPPOSES =
  /^\s*(?:so |then |now |and |but )?(?:let|try|set|put|take|suppose|assume|consider|say|if|for|when|where|use|choose|pick|test|given|with|at)\b[^.;]*$/i;

/** Whether the words before a verb or an equals sign only name the subject. */
function isSubject(text: string): boolean {
  if (SUPPOSES.test(text) || (ANSWER.test(text) && !KNOWN_ANSWER.test(text))) return false;
  const isName = /^\s*(?:[A-Za-z]{2,}|[A-Za-z\d]\b(?=\s*(?:$|[=(])))/.test(text);
  return (text.trim() === '' || isName) && !REVERSALS.test(text) && !BOUNDS.test(text) && !CHANGED.test(text);
}

/**
 * Finds the predicates of a sentence: "the solutions are 1, 2 and 3" gives "1, 2 and 3".
 *
 * @returns The candidates, the shortest last; empty if the sentence denies or supposes something.
 */
export function predicates(text: string): string[] {
  const found: string[] = [];
  if (text.length > LONGEST) return found;
  for (const match of text.matchAll(COPULA)) {
    // "could be" says nothing yet, but "the smallest it could be is 19" does.
    if (MODAL.test(text.slice(0, match.index))) continue;
    const before = text.slice(0, match.index).replace(RELATIVE, '');
    if (!isSubject(before) || found.length > 6) break;
    if (match[0] === ':' && /\d\s*$/.test(before)) continue;
    const rest = text.slice(match.index + match[0].length).trim();
    if (rest !== '' && !REVERSALS.test(rest)) found.push(rest);
  }
  // "\text{Area} = 12": a name in words before an equals sign.
  const named = /^[A-Za-z][A-Za-z .'’-]*=\s*(.+)$/s.exec(text)?.[1];
  if (named !== undefined && !REVERSALS.test(text) && isSubject(text.slice(0, text.length - named.length)))
    found.push(named);
  return found;
}
