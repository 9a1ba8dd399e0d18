import { sentenceEnd } from './sentences.js';

/** "12, give or take", "12 plus or minus a few", "12 at least", "12, maybe more", "12, but it could be off by one" */
const VAGUE_AFTER =
  /^[\s$\\)\]}*_"”’']*[,;(]?\s*(?:give or take|(?:plus or minus|plus\/minus|plus-minus|\\pm|±|\+\/-)(?![A-Za-z])|-?ish\b|thereabouts|at (?:the (?:very )?)?(?:least|most)\s*(?:[.,;!)]|$)|(?:maybe|perhaps|possibly|probably|likely) (?:a (?:bit|little) |slightly |somewhat )?(?:more|less|fewer|higher|lower|greater|larger|smaller|above|below|over|under)\b|(?:but|though|although|and) (?:it|this|that|i|we|the answer) (?:could|might|may|can) be (?:off|wrong|more|less|higher|lower|larger|smaller))/i;
/** "the answer is close to", "somewhere near", "the answer is at least": nearness and bounds are no value. */
const VAGUE_BEFORE =
  /(?:\b(?:(?:quite |very |pretty |really |somewhere |something )*(?:close to|near(?: to)?|in the (?:neighbou?rhood|vicinity|region|ballpark) of|on the order of|not far from|within (?:an? )?\S{1,8} of)|somewhere (?:around|about|between)|a (?:bit|little|number|value) (?:more|less|near|close|above|below|over|under)(?: to| than)?|(?:just|slightly|somewhat|marginally) (?:more than|less than|over|under|above|below|larger than|smaller than|greater than)|(?:answer|result|value|solution)s? (?:is|are|must be|should be|has to be|will be) (?:at (?:least|most)|(?:strictly )?(?:more|less|greater|fewer|larger|smaller|higher|lower|bigger) than(?: or equal to)?|up to|over|under|above|below|no (?:more|less|fewer) than|nearly|almost|anything (?:above|below|over|under)))|(?<!不)(?:接近|约等于或大于|附近))[\s:$\\([{*]*$/i;
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

/** Whether the words around an answer leave open what it is: nearness and bounds. */
export function isVague(before: string, after: string): boolean {
  return VAGUE_BEFORE.test(before) || VAGUE_AFTER.test(after.slice(0, 100));
}

/** @returns What is glued to the answer as if it were another one, or offered beside an answer in words. */
export function gluedTo(answer: string, before: string, after: string): string | undefined {
  const word = IS_WORDS.test(answer) ? WORD.exec(after)?.[1] : undefined;
  if (word !== undefined) return `\\text{${word}}`;
  return IN_TABLE.test(before) ? undefined : GLUED.exec(after.slice(0, sentenceEnd(after, 0)))?.[1];
}
