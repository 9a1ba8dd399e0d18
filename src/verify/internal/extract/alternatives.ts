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
/** What is offered only to be refused. */
const REFUSED =
  /\b(?:not(?!\s+[$\\]*\d)|cannot|never|no longer|fails?|failed|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\w*|violat\w+|rul(?:e|es|ed|ing) out|exclud\w+|negative|too (?:large|small|big|high|low|many|few|much|little))\b|n['’]t\b|不(?:对|是|行|可能|成立|符合|满足)|舍去|排除/i;

/** @returns What the text offers beside the answer that stands at these places; empty where it offers nothing. */
export function alternatives(text: string, start: number, end: number): readonly Alternative[] {
  const after = text.slice(end, end + AFTER);
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const found: Alternative[] = [];
  const either = /(?:or|ou|oder|或者?)[^\d]{0,30}$/i.test(before) ? EITHER.exec(before)?.[1] : undefined;
  if (either !== undefined) found.push([either]);
  // Most answers are the last thing that a text says.
  if (!/[\p{L}\d]/u.test(after)) return found;
  const stop = sentenceEnd(after, 0);
  const said = after.slice(0, stop);
  if (OPEN.test(said)) found.push([]);
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
