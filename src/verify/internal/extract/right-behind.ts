import { sentenceEnd } from './sentences.js';

/** "12, give or take", "12 plus or minus a few", "12 at least", "12, maybe more", "12, but it could be off by one" */
const VAGUE_AFTER =
  /^[\s$\\)\]}*_"”’']*[,;(]?\s*(?:give or take|(?:plus or minus|plus\/minus|plus-minus|\\pm|±|\+\/-)(?![A-Za-z])|-?ish\b|thereabouts|at (?:the (?:very )?)?(?:least|most)\s*(?:[.,;!)]|$)|(?:maybe|perhaps|possibly|probably|likely) (?:a (?:bit|little) |slightly |somewhat )?(?:more|less|fewer|higher|lower|greater|larger|smaller|above|below|over|under)\b|(?:but|though|although|and) (?:it|this|that|i|we|the answer) (?:could|might|may|can) be (?:off|wrong|more|less|higher|lower|larger|smaller))/i;
/** "the answer is close to", "somewhere near", "the answer is at least": nearness and bounds are no value. */
const VAGUE_BEFORE =
  /(?:\b(?:(?:quite |very |pretty |really |somewhere |something )*(?:close to|near(?: to)?|in the (?:neighbou?rhood|vicinity|region|ballpark) of|on the order of|not far from|within (?:an? )?\S{1,8} of)|somewhere (?:around|about|between)|a (?:bit|little|number|value) (?:more|less|near|close|above|below|over|under)(?: to| than)?|(?:just|slightly|somewhat|marginally) (?:more than|less than|over|under|above|below|larger than|smaller than|greater than)|(?:answer|result|value|solution)s? (?:is|are|must be|should be|has to be|will be) (?:at (?:least|most)|(?:strictly )?(?:more|less|greater|fewer|larger|smaller|higher|lower|bigger) than(?: or equal to)?|up to|over|under|above|below|no (?:more|less|fewer) than|nearly|almost|anything (?:above|below|over|under)))|(?<!不)(?:接近|约等于或大于|附近))[\s:$\\([{*]*$/i;
/**
 * A choice goes on to others: "(A). (B). (C).", "A and also B", "A through D", a letter a line. What parts them is taken piece by
 * piece and for good: one pattern for them all would try every way to part the spaces.
 */
const PARTS =
  /[\s.,;:/|&+、，。；~–—•\-*_$(){}[\]（）"”\\]|(?:boxed|text|textbf)(?=\{)|(?:[Aa]nd|[Oo]r|[Aa]lso|[Aa]s well as|[Pp]lus|[Tt]hen|with|through|thru|to|[Bb]oth|[Ee]ither|[Ff]urther|[Aa]dditionally|[Cc]ho(?:ices?|ose)|[Oo]ptions?|answers?)(?!\p{L})|和|或者?|与|及|以及|还有|至|到|选项?|\d[.)]/uy;
const LETTER = /[A-HJ](?![\p{L}\p{N}'’])/uy;
const ENDS = /[ \t)}\]）*_$]*(?:[.,;:!。，；、|/\n]|$|(?:too|as well|also|both)(?!\p{L}))/uy;
const IS_LETTER = /^[\s$\\({[*]*(?:text(?:bf)?\{)?[\s(]*[A-HJ][\s)}\].$*]*$/;
/** "\\boxed{5}/6", "\\boxed{5} | 6": a fraction, or a second guess; a row of a table has its bars. */
const GLUED = new RegExp(
  String.raw`^[\s)\]$}]*(?:/|\|{1,2})\s*(\$?(?:-?\d[\d.,]*|\\[a-zA-Z]+\{[^\n,;]{1,80})\$?)`,
  'u',
);
/** "yes, or no", "even or perhaps odd", "yes / no" */
const IS_WORDS = /^[\s\\$]*(?:boxed|fbox)?[\s{$\\]*(?:(?:text|textbf|mathrm)\s*\{)?\p{L}[\p{L}\s-]+[\s}$.]*$/u;
const WORD =
  /^[\s)\]$}*_]*(?:[.,;(]?\s*(?:or|oder|ou|или|或者?)\s*(?:maybe |perhaps |possibly |even )?|\/\s*)((?!(?:so|more|less|not|neither|else|otherwise|thereabouts|equivalently|similar|something|another|none|anything)(?!\p{L}))\p{L}{2,20})(?=[\s$)\]}*_]*(?:[.,;!?)。]|$|\n))/iu;
export const IN_TABLE = /(?:^|\n)\s*\|[^\n]*$/;

/** Whether the words around an answer leave open what it is: nearness, bounds and doubt about it. */
export function isVague(before: string, after: string): boolean {
  return VAGUE_BEFORE.test(before) || VAGUE_AFTER.test(after.slice(0, 100));
}

/**
 * @param isRefused - Whether a sentence refuses what stands before it.
 * @returns What stands right behind the answer as if it were another: letters of a choice, or what is glued to it.
 */
export function rightBehind(
  answer: string,
  before: string,
  after: string,
  isRefused: (sentence: string) => boolean,
): readonly string[] {
  const word = IS_WORDS.test(answer) ? WORD.exec(after)?.[1] : undefined;
  if (word !== undefined) return [`\\text{${word}}`];
  if (!IS_LETTER.test(answer.replace(/^\\(?:boxed|fbox)/, ''))) {
    if (IN_TABLE.test(before)) return [];
    const value = GLUED.exec(after.slice(0, sentenceEnd(after, 0)))?.[1];
    return value === undefined ? [] : [value];
  }
  const { letters, end } = lettersBehind(after);
  if (letters.length === 0) return [];
  const rest = after.slice(end);
  return isRefused(rest.slice(0, sentenceEnd(rest, 0))) ? [] : letters;
}

/** The letters up to the last behind which a clause may end; the first may repeat the answer. */
function lettersBehind(after: string): { letters: readonly string[]; end: number } {
  const letters: string[] = [];
  let count = 0;
  let end = 0;
  for (let at = endOf(PARTS, after, 0); at !== undefined; at = endOf(PARTS, after, at)) {
    for (let next: number | undefined = at; next !== undefined; next = endOf(PARTS, after, at)) at = next;
    const past = endOf(LETTER, after, at);
    if (past === undefined) break;
    letters.push(after.slice(at, past));
    at = past;
    if (endOf(ENDS, after, past) === undefined) continue;
    [count, end] = [letters.length, past];
  }
  return { letters: letters.slice(0, count), end };
}

/** Where a pattern ends that begins at this place. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
