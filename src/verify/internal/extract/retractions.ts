import { ALONE, IS_WRONG, WRONG, WRONG_ABROAD } from './denials.js';

/** Words that a sentence may begin with before it comes to the point. */
const FILLERS = String.raw`(?:(?:but|no|and|so|then|well|wait|hmm+|hold on|actually|although|however|though|yet|oh|ah|ok(?:ay)?|sorry|mais|aber|pero|но)(?!\p{L})[\s,.!:;…—–-]*)*`;
const NO = String.raw`(?:(?:no|nope|nah|not|non|nein|nee|nej|nie|ne|não|нет|hayır)(?:${ALONE}|\s+(?=wait|espera|warte))|いや|いいえ|아니|不[,，。]|不是(?!\s*[$\\(]*-?\d)|等等|等一下)`;
const SAID_OF_IT = String.raw`(?:that|this|it|which|they|(?:the|my) (?:final |last )?(?:answer|value|number|result))\s*${IS_WRONG}`;
const SAID_OF_ME = String.raw`(?:i|we)(?:['’](?:m|d|ll|ve)| am| was| have| must| should| will| would| need to| have to| hereby)*(?: just| also| now)?\s+(?:(?:take|took) (?:that|this|it|everything) back|retract|withdraw|revise|reconsider|(?:don['’]t|do not) think so|doubt (?:it|that|this)|meant|mis(?:read|counted|spoke|typed)|forgot|overlooked|missed|lied|lying|joking|kidding|made an? (?:\p{L}+ )?(?:mistake|error|slip)|${WRONG})(?!\p{L})`;
const IDIOMS = String.raw`(?:(?:scratch|strike|ignore|disregard|forget|cancel) (?:that|this|it|the|my)|never ?mind|sorry(?! (?:for|about|that))|oops|whoops|edit|correction|corrected|erratum|apologies|my (?:bad|mistake|apologies)|typo|(?:just )?kidding|on second thoughts?|far from it|of course not|except(?: that)? (?:it|this|that)|not? (?:really|exactly|quite|so fast|true|right|correct|it|the (?:right |correct |final )?answer))(?!\p{L})`;

/** What takes a value back wherever it is said: "No, wait", "that was a lie", "不对". */
const RETRACTION = String.raw`(?:[❌✗✘🚫]|${FILLERS}(?:${NO}|(?:${WRONG}|${WRONG_ABROAD})${ALONE}|${SAID_OF_IT}|${SAID_OF_ME}|${IDIOMS}|(?:(?:das|dies|es) ist|c['’]est|est[oe] es|eso es|isso (?:é|está)|questo è|это|这是?|これは|그것은)\s*${WRONG_ABROAD}))`;
const TAKEN_BACK = new RegExp(String.raw`^[^\p{L}\p{N}❌✗✘🚫]*${RETRACTION}`, 'iu');
const ASIDE = new RegExp(
  String.raw`\s*(?:(?:[,，;；:(（[—–…]|\s-+\s|\.\.+|\s(?=(?:but|yet|though|although|however)\s))[\s*"“]*|(?=[❌✗✘🚫]))${RETRACTION}`,
  'iu',
);

/** A pause that takes nothing back if what follows confirms the value. */
const DOUBT = /^[^\p{L}\p{N}]*(?:(?:but|and|oh|ok(?:ay)?)[\s,]+)*(?:wait|hold on|hang on|hmm+)(?!\p{L})/iu;
const CONFIRMED = /\b(?:yes|indeed|correct|right|confirm\w*|checks? out|fine)\b(?!\s*\?)/i;

/** Whether the sentence after says that this was not it. */
export function isTakenBack(next: string): boolean {
  return /[^\s$.)\]}\\*!?]/.test(next) && TAKEN_BACK.test(next);
}

/** Whether the sentence after doubts the value without confirming it. */
export function isReconsidered(next: string, value: string): boolean {
  return DOUBT.test(next) && !next.includes(value) && !CONFIRMED.test(next);
}

/** @returns Where a sentence takes back what it has said, in brackets or after a comma or a dash; -1 where it does not. */
export function retractionIn(said: string): number {
  return said.search(ASIDE);
}
