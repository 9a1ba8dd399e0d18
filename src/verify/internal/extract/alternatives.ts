import { withoutHidden } from './hidden.js';
import { withoutMarkup } from './markup.js';
import { sentenceEnd } from './sentences.js';

/** What a text offers beside its answer: the readings of another value, any of which may say the same again; none where it names none. */
export type Alternative = readonly string[];

/** How far a text is read behind its answer, and before it. */
const AFTER = 700;
const BEFORE = 60;

/** A value as it stands in running text, up to the end of its clause. */
const VALUE = String.raw`(?:\$[^$\n]{1,120}\$|\\\([^\n]{1,120}?\\\)|\\boxed\{[^{}\n]{1,80}\}|\\[a-zA-Z]+\{[^\n,;]{1,80}|[*_({\\$\[]*(?:-?(?:\d|\.\d)|(?<![\p{L}\p{N}])[A-HJ](?![\p{L}'’]))[^\s,;()]*)`;
const NAME = String.raw`(?:[\s*_:：=,~(]|\b(?:it|is|are|be|was|the|an?|that|answer|value|number|could|would|might|may|should|must|also|as|well|then|else|even|we|get|have|say|maybe|perhaps|possibly|probably|rather|just|simply|actually|equal|to|of|choice|option|[a-z](?=\s*=))\b){0,16}`;
const MAYBE = String.raw`(?<!\p{L})(?:otherwise|else|elsewise|alternatively|unless|if not|failing that|perhaps|maybe|possibly|or|oder|ou|oppure|ili|или|або|veya|lub|hoặc|atau)(?!\p{L})(?:\s*,[^,.\d$\\]{0,30},)?`;
const MAYBE_HAN = String.raw`(?:或者?是?|也?(?:可能|许|許)(?:也?是|为|為)?|否则|否則|要不然?|还是|還是|または|もしくは|あるいは|또는|혹은)`;

/** "or 6", "(or possibly 6)", "otherwise 6", "或者6", right behind the answer or after a clause. */
const IN_SENTENCE = new RegExp(
  String.raw`(?:^[\s$\\)\]}*_"”'’]*|[,，;；:(（/—–-]+\s*)(?:(?:and|but|though|although|while|or)\s+)?(?:${MAYBE}|${MAYBE_HAN})${NAME}(${VALUE})`,
  'iu',
);
const MODAL = String.raw`\b(?:it|this|that|one|they|which|(?:the|my|our|its) (?:\p{L}+ )?(?:answer|value|result|number|solution))\s+(?:could|might|may|can)(?: very well| just)?(?: also| as well| equally| possibly)*(?: be| equal)\b`;
const SECOND = String.raw`\b(?:(?:an)?other|second|alternative|alternate|different|further|competing)\s+(?:possible |valid |plausible |correct |likely )?(?:possibilit(?:y|ies)|candidates?|options?|answers?|guess(?:es)?|choices?|alternatives?|reading gives)\b|(?<!the )\b(?:another|a second) (?:solution|value|result|number)\b|\b(?:some|others|many) (?:people )?(?:would |might |may )?(?:say|argue|get|answer)\b|另一(?:个|種|种)?(?:可能(?:性|的?答案|的?值)?|答案|选择)`;
/** "it may also be 6", "another possibility is 6" */
const OFFERED = new RegExp(String.raw`(?:${MODAL}|${SECOND})[^\d$\\.!?。]{0,40}?(${VALUE})`, 'iu');
/** "6 is also possible" */
const ALSO = new RegExp(
  String.raw`(${VALUE})\s*(?:is|are|being|would(?: be)?|could(?: be)?|may(?: be)?|might(?: be)?|can(?: be)?|seems?|looks?|works|fits|也)\s*(?:(?:also|another|equally|as well|just as|too|quite)\b[^.]{0,40}|(?:possible|plausible|right|correct|fine|valid|acceptable|可能|对|正确)[^.]{0,12}\b(?:too|as well|also)\b|(?:too|as well|also)\b|可以|可能|对|正确)`,
  'iu',
);
/** "Or 6.", "Perhaps it is 6.", "或者6。" */
const STARTS = new RegExp(String.raw`^[\s*_"“(]*(?:(?:and|but)\s+)?(?:${MAYBE}|${MAYBE_HAN})${NAME}(${VALUE})`, 'iu');
/** "5 or more", "5, or something else" */
const OPEN =
  /^[\s$\\)\]}*_"”'’]*[,;(]?\s*or (?:more|less|fewer|higher|lower|greater|above|below|something|anything|another|neither|none|not|so\b|else\b|thereabouts)/i;
/** "12, give or take", "12 plus or minus a few", "12 at least", "12, maybe more", "12, but it could be off by one" */
const VAGUE_AFTER =
  /^[\s$\\)\]}*_"”’']*[,;(]?\s*(?:give or take|(?:plus or minus|plus\/minus|plus-minus|\\pm|±|\+\/-)(?![A-Za-z])|-?ish\b|thereabouts|at (?:the (?:very )?)?(?:least|most)\s*(?:[.,;!)]|$)|(?:maybe|perhaps|possibly|probably|likely) (?:a (?:bit|little) |slightly |somewhat )?(?:more|less|fewer|higher|lower|greater|larger|smaller|above|below|over|under)\b|(?:but|though|although|and) (?:it|this|that|i|we|the answer) (?:could|might|may|can) be (?:off|wrong|more|less|higher|lower|larger|smaller)|(?:but|though|although) (?:i am|i['’]m|we are) (?:not|un)\s?(?:sure|certain|clear)\b)/i;
/** "the answer is close to", "somewhere near", "the answer is at least": nearness and bounds are no value. */
const VAGUE_BEFORE =
  /(?:\b(?:(?:quite |very |pretty |really |somewhere |something )*(?:close to|near(?: to)?|in the (?:neighbou?rhood|vicinity|region|ballpark) of|on the order of|not far from|within (?:an? )?\S{1,8} of)|somewhere (?:around|about|between)|a (?:bit|little|number|value) (?:more|less|near|close|above|below|over|under)(?: to| than)?|(?:just|slightly|somewhat|marginally) (?:more than|less than|over|under|above|below|larger than|smaller than|greater than)|(?:answer|result|value|solution)s? (?:is|are|must be|should be|has to be|will be) (?:at (?:least|most)|(?:strictly )?(?:more|less|greater|fewer|larger|smaller|higher|lower|bigger) than(?: or equal to)?|up to|over|under|above|below|no (?:more|less|fewer) than|nearly|almost|anything (?:above|below|over|under)))|(?<!不)(?:接近|约等于或大于|附近))[\s:$\\([{*]*$/i;
/** What is offered only to be refused. */
const REFUSED =
  /\b(?:not(?!\s+[$\\]*\d)|cannot|never|no longer|fails?|failed|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\w*|violat\w+|rul(?:e|es|ed|ing) out|exclud\w+|negative|too (?:large|small|big|high|low|many|few|much|little))\b|n['’]t\b|不(?:对|是|行|可能|成立|符合|满足)|舍去|排除/i;

/** A choice goes on to others: "(A). (B). (C).", "A and also B", "A through D", a letter a line. */
const LETTER = String.raw`[\s*_$\\({[（]*(?:\\?(?:boxed|text|textbf)\{)?[\s({[（]*[A-HJ](?![\p{L}\p{N}'’])[\s)}\]）*_$]*`;
const LETTERS_BETWEEN = String.raw`(?:[\s.,;:/|&+、，。；~–—•-]|(?:[Aa]nd|[Oo]r|[Aa]lso|[Aa]s well as|[Pp]lus|[Tt]hen|with|through|thru|to|[Bb]oth|[Ee]ither|[Ff]urther|[Aa]dditionally|[Cc]ho(?:ices?|ose)|[Oo]ptions?|answers?)(?!\p{L})|和|或者?|与|及|以及|还有|至|到|选项?|\d[.)])*`;
const MORE_LETTERS = new RegExp(
  String.raw`^[\s)}\]）*_$"”]*${LETTERS_BETWEEN}(${LETTER})(?:${LETTERS_BETWEEN}${LETTER})*(?=[.,;:!。，；、）)|/]|\s*$|\n|\s+(?:too|as well|also|both)(?!\p{L}))`,
  'u',
);
const IS_LETTER = /^[\s$\\({[*]*(?:text(?:bf)?\{)?[\s(]*[A-HJ][\s)}\].$*]*$/;
/** "\\boxed{5}/6", "\\boxed{5} | 6": a fraction, or a second guess; a row of a table has its bars. */
const GLUED = new RegExp(String.raw`^[\s)\]$}]*(?:/|\|{1,2})\s*(${VALUE})`, 'u');
/** "\\boxed{12}. 13. 14.", "12, 13": other numbers up to the end of the line. */
const MORE_NUMBERS =
  /^[ )\]$}*_]*(?:[,;.]?[ \t]+|[、，。])(?:(?:and|also|plus|as well as|then)\s+)*(\$?-?\d+(?:\.\d+)?)\$?(?:[ \t,;.、，。]+(?:(?:and|also)\s+)*\$?-?\d+(?:\.\d+)?\$?)*[ \t.$!。]*(?:$|\n)/i;
const IN_TABLE = /(?:^|\n)\s*\|[^\n]*$/;

/** @returns What the text offers beside the answer that stands at these places; empty where it offers nothing. */
export function alternatives(text: string, start: number, end: number): readonly Alternative[] {
  const written = text.slice(end, end + AFTER);
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const found: Alternative[] = [];
  const either = /(?:or|ou|oder|或者?)[^\d]{0,30}$/i.test(before) ? EITHER.exec(before)?.[1] : undefined;
  if (either !== undefined) found.push([either]);
  if (VAGUE_BEFORE.test(before)) found.push([]);
  // Most answers are the last thing that a text says.
  if (!/[\p{L}\d]/u.test(written)) return found;
  const after = withoutMarkup(withoutHidden(written));
  const stop = sentenceEnd(after, 0);
  const said = after.slice(0, stop);
  if (OPEN.test(said) || VAGUE_AFTER.test(after)) found.push([]);
  const answer = text.slice(start, end).replace(/^\\(?:boxed|fbox)/, '');
  if (IS_LETTER.test(answer)) takeLetters(after, found);
  else if (!IN_TABLE.test(before)) {
    const beside = (GLUED.exec(said) ?? MORE_NUMBERS.exec(after))?.[1];
    if (beside !== undefined) found.push([beside]);
  }
  for (const pattern of [IN_SENTENCE, OFFERED, ALSO]) take(pattern, said, found);
  let from = stop;
  for (let k = 0; k < 4 && from < after.length; k++) {
    const to = sentenceEnd(after, from);
    for (const pattern of [STARTS, OFFERED, ALSO]) take(pattern, after.slice(from, to), found);
    from = Math.max(to, from + 1);
  }
  return found;
}

/** "either 6 or", "6, or maybe" */
const EITHER = new RegExp(
  String.raw`(${VALUE})\s*,?\s*(?:or|oder|ou|或者?)(?:\s+(?:maybe|perhaps|possibly|else|rather|even))?[\s$\\({[*]*$`,
  'iu',
);

/** Letters that follow a choice, unless what follows them refuses them. */
function takeLetters(after: string, found: Alternative[]): void {
  const match = MORE_LETTERS.exec(after);
  if (match === null) return;
  const rest = after.slice(match[0].length);
  if (REFUSED.test(rest.slice(0, sentenceEnd(rest, 0)))) return;
  // Each of them: the first may repeat the answer.
  for (const [letter] of match[0].matchAll(/(?<!\p{L})[A-HJ](?!\p{L})/gu)) found.push([letter]);
}

function take(pattern: RegExp, sentence: string, found: Alternative[]): void {
  const match = pattern.exec(sentence);
  if (match === null || REFUSED.test(sentence.replace(/\bif not\b/i, ''))) return;
  const value = match[1]!;
  // A choice is a capital.
  if (/^\W*[a-z]\W*$/.test(value)) return;
  const at = match.index + match[0].lastIndexOf(value);
  const clause = /^[^,;，；。()]*/.exec(sentence.slice(at))![0].replace(/[.!?。]\s*$/, '');
  found.push([value.replace(/[.!?。]$/, ''), clause]);
}
