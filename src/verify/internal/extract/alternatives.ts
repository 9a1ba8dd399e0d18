import { withPlainDigits } from '../parse/unicode.js';
import { blank } from './markup.js';
import { isInFormula, sentenceEnd, sentenceStart } from './sentences.js';
import { assigned, type Token, tokensBehind } from './tokens-behind.js';
import { goesOnList, type ValueBehind, valuesBehind, wordsOf } from './values-behind.js';

/** A second answer that the text offers beside the first. */
export interface Alternative {
  /** The value as it is written, with and without its unit. Empty where no value is named: "5 or more". */
  readonly readings: readonly string[];
  /** The unit or counted thing behind the value. */
  readonly unit?: string;
  /** The words call it another answer ("another possibility is", "maybe"). After a bare "or" it may be the same value again. */
  readonly plain: boolean;
}

/** How many characters are read behind the answer and before it. */
const AFTER = 700;
const BEFORE = 60;

/** "5 or more", "5, or something else" */
const OPEN =
  /^[\s$\\)\]}*_"”'’]*[,;(]?\s*or (?:(?:more|less|fewer|higher|lower|greater|above|below|neither|not|so|else|thereabouts)(?=\s*(?:[.,;!?)]|$))|(?:something|anything|another|none|(?:the )?other way (?:a)?round|vice versa|the (?:reverse|opposite))\b(?=[^.,;]{0,20}(?:[.,;!?)]|$))(?! way| form))/i;

/** @returns The other answers that the text offers beside the answer at these offsets. */
export function alternatives(
  text: string,
  start: number,
  end: number,
  answer: string,
  unit?: string,
): readonly Alternative[] {
  const before = withPlainDigits(text.slice(Math.max(0, start - BEFORE), start));
  const found: Alternative[] = [];
  const letters = /^\W*(?:\\(?:text|textbf|mathrm)\{\W*)?[A-J]\W*$/.test(answer);
  const written = text.slice(end, end + AFTER);
  const named = valueBefore(text, start, written, letters);
  if (named !== undefined) found.push({ readings: [named.text], plain: named.offered });
  if (isVague(before, written)) found.push({ readings: [], plain: true });
  // Most texts end with the answer.
  if (!/[\p{L}\d]/u.test(written)) return found;
  const after = withPlainDigits(written);
  if (OPEN.test(after.slice(0, sentenceEnd(after, 0)))) found.push({ readings: [], plain: true });
  const glued = gluedTo(text.slice(start, end), before, after);
  if (glued !== undefined) found.push({ readings: [glued], plain: true });
  if (!letters && !MAY_HOLD.test(after)) return found;
  const behind = IN_TABLE.test(before) ? after.replace(/^.*/, blank) : after;
  const tokens = tokensBehind(behind, isInFormula(text, start), letters, assigned(answer)[0]);
  for (const value of valuesBehind(tokens, after, text.slice(0, start), unit)) {
    const { text: other, unit: counted, offered: plain } = value;
    found.push(
      counted === undefined
        ? { readings: [other], plain }
        : { readings: [other, `${other}\\text{ ${counted}}`], plain, unit: counted },
    );
  }
  return found;
}

/** A text without any of these holds no value, not even in words. */
const MAY_HOLD = /\d|\\[A-Za-z([]|\$[^$]+\$|\b(?:or|maybe|perhaps|possibly|otherwise|else|alternatively)\b/i;

/** How many characters of the answer's own sentence are read before it. */
const SENTENCE_BEFORE = 200;
/** Words before an answer offer another one only if they hold one of these. */
const MAY_OFFER =
  /\b(?:answer|guess|one of|possib|candidat|option|choice|maybe|perhaps|could|might|may|can|down to|torn|(?:or|oder|ou)(?![a-z]))|答案|可能|也许|或|之一/i;

/** Every value holds a digit, a command or formula signs. */
const HOLDS_VALUE = /\d|\\[A-Za-z([]|\$[^$]+\$/;

/** Words that make a list of values a list of answers: "one of", "my answers are", "torn between". */
const ANSWERS_ARE =
  /(?:(?<!\p{L})(?:(?:one|any|some|either) of|(?:narrow(?:ed)?|comes?|came|boils?) (?:it |this |things )?down to|(?:torn|hesitat\p{L}+|waver\p{L}+|choos\p{L}+|toss-?up|undecided) between|(?:answers?|guess(?:es)?|possibilit(?:y|ies)|candidates?|options|choices|alternatives) (?:is|are|include|(?:could|might|may|can|would) be)(?: either)?|possible (?:answers|guesses|candidates))|答案(?:可能|也许|或许)?(?:就?是|为|有)?)$/iu;
/** "one of these", behind the list. */
const ONE_OF = /^[\s$)}\]]*(?:中的?(?:一个|某个|之?一)|之一)/u;

/** Words between two values that make the answer a second possibility: "could also be", "perhaps", 也可能是. */
const ALSO =
  /^(?:(?:and|but|or|yet) )?(?:(?:it|this|that|the answer) )?(?:(?:could|might|may|can)(?: just)?(?: (?:as well|also|equally|well|possibly|even))* be|(?:maybe|perhaps|possibly|alternatively|otherwise|else)(?: (?:even|also))?)$|^(?:[也亦还還又]|或者?)*(?:可能|也许|或许|说不定|没准)(?:会|就)?(?:是|为|為)?$/iu;
/** "6, or", "6, or rather": a bare "or" may repeat the answer in another form. */
const OR_BEFORE = /^(?:or|oder|ou|或者?)(?: \p{L}+)?$/iu;
/** Words before the first value that make it an answer: "it is", "the answer is". */
const OF_ANSWER =
  /^$|(?<!\p{L})(?:answer|result|solution|value|guess|it|this|that|maybe|perhaps|possibly)(?: \p{L}+){0,3}$|(?:答案|结果|可能|也许|或许)\p{Script=Han}{0,4}$/iu;

/** @returns The other answer that the same sentence offers before the answer: "one of 21, 22 and", "10, maybe". */
function valueBefore(text: string, start: number, after: string, letters: boolean): ValueBehind | undefined {
  const own = withPlainDigits(text.slice(Math.max(sentenceStart(text, start), start - SENTENCE_BEFORE), start));
  const isOneOf = ONE_OF.test(after);
  if (!letters && !HOLDS_VALUE.test(own)) return undefined;
  if (!isOneOf && !MAY_OFFER.test(own)) return undefined;
  const tokens = tokensBehind(own, false, letters);
  let at = tokens.length - 1;
  while (at >= 0 && isBetween(tokens[at]!)) at--;
  if (tokens[at]?.kind !== 'value') return undefined;
  const found = { text: tokens[at]!.text, offered: true };
  const between = tokens.slice(at + 1);
  const words = wordsOf(between);
  if (OR_BEFORE.test(words))
    return { ...found, offered: words.includes(' ') || /^either$/i.test(tokens[at - 1]?.text ?? '') };
  if (ALSO.test(words)) return OF_ANSWER.test(leadOf(tokens, at)) ? found : undefined;
  if (between.length === 0 || !between.every(goesOnList)) return undefined;
  while (
    at > 0 &&
    (tokens[at - 1]!.kind === 'value' || (goesOnList(tokens[at - 1]!) && tokens[at - 2]?.kind === 'value'))
  )
    at--;
  return isOneOf || ANSWERS_ARE.test(leadOf(tokens, at)) ? found : undefined;
}

function isBetween({ kind, text }: Token): boolean {
  return kind === 'word' || (kind === 'break' && /^[,，、;；(（]$/.test(text));
}

/** The words before a value in its clause. */
function leadOf(tokens: readonly Token[], at: number): string {
  const end = tokens[at - 1]?.text === ':' || tokens[at - 1]?.text === '：' ? at - 1 : at;
  let from = end;
  while (from > 0 && /^(?:word|spelled)$/.test(tokens[from - 1]!.kind)) from--;
  const lead = wordsOf(tokens.slice(from, end));
  return from > 0 && tokens[from - 1]!.kind !== 'break' && tokens[from - 1]!.kind !== 'stop' ? `… ${lead}` : lead;
}

/** Nearness and bounds behind an answer: "give or take", "at least", "maybe more", "but it could be off by one". */
const VAGUE_AFTER =
  /^[\s$\\)\]}*_"”’']*[,;(]?\s*(?:give or take|(?:plus or minus|plus\/minus|plus-minus|\\pm|±|\+\/-)(?![A-Za-z])|-?ish\b|thereabouts|(?:und|oder|et|ou|y|o|e|en|of|i|lub|и|или) (?:mehr|weniger|plus|moins|más|menos|mais|più|meno|meer|minder|więcej|mniej|больше|меньше|более|менее)(?=\s*(?:[.,;!)]|$))|at (?:the (?:very )?)?(?:least|most)\s*(?:[.,;!)]|$)|(?:maybe|perhaps|possibly|probably|likely) (?:a (?:bit|little) |slightly |somewhat )?(?:more|less|fewer|higher|lower|greater|larger|smaller|above|below|over|under)\b|(?:but|though|although|and) (?:it|this|that|i|we|the answer) (?:could|might|may|can) be (?:off|wrong|more|less|higher|lower|larger|smaller))/i;
/** Nearness and bounds before an answer: "the answer is close to", "somewhere near", "the answer is at least". */
const VAGUE_BEFORE =
  /(?:\b(?:(?:quite |very |pretty |really |somewhere |something )*(?:close to|near(?: to)?|in the (?:neighbou?rhood|vicinity|region|ballpark) of|on the order of|not far from|within (?:an? )?\S{1,8} of)|somewhere (?:around|about|between(?: \S{1,20} and)?)|almost|nearly|a (?:bit|little|number|value) (?:more|less|near|close|above|below|over|under)(?: to| than)?|(?:just|slightly|somewhat|marginally) (?:more than|less than|over|under|above|below|larger than|smaller than|greater than)|(?:answer|result|value|solution)s? (?:is|are|must be|should be|has to be|will be) (?:strictly )?(?:at (?:least|most)|(?:more|less|greater|fewer|larger|smaller|higher|lower|bigger) than(?: or equal to)?|up to|over|under|above|below|no (?:more|less|fewer) than|nearly|almost|anything (?:above|below|over|under))|(?<![</])answer[\s}]*(?:[<>≤≥]|\\[lg](?:t|eq?|eqslant)(?![A-Za-z])))|(?<!不)(?:接近|约等于或大于|附近))[\s:$\\([{*]*$/i;
/** A slash or a bar joins a second value to the answer: `\boxed{5}/6`, `\boxed{5} | 6`. */
const GLUED = new RegExp(
  String.raw`^[\s)\]$}]*(?:/|\|{1,2})\s*(\$?(?:-?\d[\d.,]*|\\[a-zA-Z]+\{[^\n,;]{1,80})\$?)`,
  'u',
);
/** A word offered right behind the answer: "yes, or no", "even or perhaps odd", "36, or XXXV". */
const WORD =
  /^[\s)\]$}*_]*(?:[.,;(，]?\s*(?:or|oder|ou|или|或者?|也许是?|可能是?)\s*(?:maybe |perhaps |possibly |even )?|\/\s*)((?!(?:so|more|less|not|neither|else|otherwise|thereabouts|equivalently|similar|something|another|none|anything)(?!\p{L}))\p{L}[\p{L}-]{1,24})(?=[\s$)\]}*_]*(?:[.,;!?)。]|$|\n))/iu;
const IN_TABLE = /(?:^|\n)\s*\|[^\n]*$/;

/** Whether the words around an answer make it a bound or an approximation. */
function isVague(before: string, after: string): boolean {
  return VAGUE_BEFORE.test(before) || VAGUE_AFTER.test(after.slice(0, 100));
}

/** @returns The value that a slash or a bar joins to the answer, or the word offered beside an answer in words. */
function gluedTo(answer: string, before: string, after: string): string | undefined {
  const word = WORD.exec(after)?.[1];
  const isRate = /^[^\p{L}]*\//u.test(after) && /\d\W*$/.test(answer);
  if (word !== undefined && !isRate) return `\\text{${word}}`;
  return IN_TABLE.test(before) ? undefined : GLUED.exec(after.slice(0, sentenceEnd(after, 0)))?.[1];
}
