import { withPlainDigits } from '../parse/unicode.js';
import { isVague, rightBehind } from './right-behind.js';
import { sentenceEnd } from './sentences.js';

/** A second answer that the text offers beside the first. */
export interface Alternative {
  /** The value as it is written, with and without its unit. Empty where no value is named: "5 or more". */
  readonly readings: readonly string[];
  /** The unit or counted thing behind the value. */
  readonly unit?: string;
  /** The words say that it is another answer ("another possibility is", "maybe"). A bare "or" may also repeat the first. */
  readonly plain: boolean;
}

/** How far a text is read behind its answer, and before it. */
const AFTER = 700;
const BEFORE = 60;

const GROUP = String.raw`\{(?:[^{}\n]|\{[^{}\n]*\}){0,80}\}`;
/** A value as it stands in running text. */
const VALUE = String.raw`(?:\$[^$\n]{1,120}\$|\\\([^\n]{1,120}?\\\)|\\[a-zA-Z]+(?:${GROUP}){1,2}|\\[dt]?frac\d\d|[*_({\\$\[]*(?:-?\d{1,3}(?:,\d{3})+(?![\d.])|-?(?:\d|\.\d)(?:[^\s,;()\u3000-\uffef]*[^\s,;().!?:*_"”\u3000-\uffef])?|(?<![\p{L}\p{N}])[A-HJ](?![\p{L}'’])))`;
const CLOSED = String.raw`[\s$)\]}*_"”'’）\\]*`;
const LAST = String.raw`(?:(?:instead|perhaps|maybe|possibly|too|as well|either|depending on\b[^.]*|if you (?:prefer|like|want))${CLOSED})?`;
const UNIT = String.raw`(?:(?:\\?%|°|\\text\{([^{}]{1,20})\}|((?!(?:instead|perhaps|maybe|possibly|too|either)\b)(?:\p{Script=Han}|(?:(?!\p{Script=Han})\p{L}){1,14})))${CLOSED})?`;
/** The end of the clause: what goes on from a value makes it part of another statement. */
const END = String.raw`(?=${CLOSED}${UNIT}${LAST}(?:[.,](?!\d)|[!?。！？;；，—–]|--|\n|$|<|\b(?:but|or)\s))`;
/** The same where what follows a comma often says why the value is not the answer. */
const FULL_END = String.raw`(?=${CLOSED}${UNIT}${LAST}(?:\.(?!\d)|[!?。！？;；]|\n|$|<|[,，](?!\d|\s*(?:but|yet|which|where|while|whereas|however|though|although|\p{L}+ing)\b)))`;
const NAME = String.raw`(?:[\s*_:：=,~(（是为為]|\b(?:it|is|are|be|was|the|an?|that|answer|value|number|could|would|might|may|should|must|also|as|well|then|else|even|we|get|have|say|maybe|perhaps|possibly|probably|rather|just|simply|actually|equal|to|of|choice|option|[a-z](?=\s*=))\b){0,16}`;
const WEAK = String.raw`(?:alternatively|(?:and\s*\/\s*)?or|oder|ou|oppure|ili|или|або|veya|lub|hoặc|atau)`;
const STRONG = String.raw`(?:otherwise|else|elsewise|unless|if not|failing that|perhaps|maybe|possibly)`;
const ASIDE = String.raw`(?:\s*,[^,.\d$\\]{0,30},)?`;
const WEAK_HAN = String.raw`(?:或者?是?|または|もしくは|あるいは|또는|혹은)`;
const STRONG_HAN = String.raw`(?:或?也?(?:可能|许|許)(?:也?是|为|為)?|否则|否則|要不然?|还是|還是)`;
const JOINED = String.raw`(?:(?:and|but|though|although|while|or)\s+)?`;
const MAYBE = String.raw`(?:(?<!\p{L})(?:${STRONG}|${WEAK})(?!\p{L})${ASIDE}|${STRONG_HAN}|${WEAK_HAN})`;
const SURELY = String.raw`(?:(?<!\p{L})${STRONG}(?!\p{L})${ASIDE}|${STRONG_HAN})`;
/** Behind the answer: its closing marks, its unit or a few words. */
const BEHIND = String.raw`^${CLOSED}(?:(?!(?:since|because|if|when|as|for|where|with|or)\b)\p{L}[^,，;；.。(（\d$\\]{0,29}${CLOSED})?(?:[,，;；:(（/—–-]+\s*)?`;

/** "or 6", "(or possibly 6)", "and/or 6", "或者6", right behind the answer. */
const NEXT = new RegExp(String.raw`${BEHIND}${JOINED}${MAYBE}${NAME}(${VALUE})${END}`, 'iu');
/** "…, maybe 6", "…; otherwise 6" */
const LATER = new RegExp(String.raw`[,，;；:(（/—–-]\s*${JOINED}${SURELY}${NAME}(${VALUE})${END}`, 'iu');
/** "Or 6.", "Perhaps it is 6.", "或者6。" */
const STARTS = new RegExp(String.raw`^[\s*_"“(]*(?:(?:and|but)\s+)?${MAYBE}${NAME}(${VALUE})${END}`, 'iu');

const KIND = String.raw`(?:possible |valid |plausible |correct |likely |final )?`;
const SUBJECT = String.raw`(?:it|this|that|which|(?:the|my|our|its) (?:\p{L}+ )?(?:answer|value|result|solution))`;
const MODAL = String.raw`(?:\b${SUBJECT}\s+|[(（]\s*)(?:(?:could|might|may)(?: very well| just)?|can(?= (?:also|as well|equally)))(?: also| as well| equally| possibly| even)*(?: be| equal)`;
const ANOTHER = String.raw`\b(?:(?:another|one other|an? (?:second|alternative|alternate|different|further|competing)) ${KIND}(?:possibility|candidate|option|answer|guess|choice|alternative|solution|possible value)|(?:the )?(?:other|second|alternative|alternate|competing) ${KIND}(?:possibility|candidate|answer|guess|alternative))\s*(?:is|are|[:：]|would be|could be|might be|may be)|\b(?:an)?other reading gives`;
const SAID = String.raw`\b(?:some|others|many) (?:people )?(?:would |might |may |could )?(?:say|argue|answer)`;
const ANOTHER_HAN = String.raw`另一(?:个|種|种)?(?:可能(?:性|的?答案|的?值)?|答案|选择)(?:是|为|為|：|:)?`;
/** "it may also be 6", "another possibility is 6", "some would say 6" */
const OFFERED = new RegExp(
  String.raw`(?:${MODAL}|${ANOTHER}|${SAID}|${ANOTHER_HAN})(?!\p{Script=Latin})${NAME}(${VALUE})${FULL_END}`,
  'iu',
);
const RIGHT = String.raw`(?:an? |another )?(?:possible|plausible|right|correct|fine|valid|acceptable|good)?\s*(?:possibility|possible|plausible|right|correct|fine|valid|acceptable|candidate|answer|alternative|option|choice|guess)`;
const TOO = String.raw`(?:too|as well|also)`;
const BE = String.raw`(?:is|are|being|would be|could be|may be|might be|can be|would|could|may|might|can|seems|looks)`;
/** "6 is also possible", "6 works too", "6 being another possibility" */
const ALSO = new RegExp(
  String.raw`(?:^|[,，;；:(—–-]|\b(?:but|and|though|although|while|that|however)\b)[\s*_"“,]*(?:(?:the|an?|answer|value|option|choice|[a-z](?=\s*=))\b[\s=]*){0,4}(${VALUE})[\s$)]*(?:${BE} (?:also|equally|just as|as well|too|quite) (?:be )?${RIGHT}|${BE} another ${RIGHT}|${BE} ${RIGHT},? ${TOO}|also (?:works|fits)|(?:works|fits),? ${TOO}|(?:could|might|may|can) (?:also |equally )?(?:be ${RIGHT}|work)|也(?:是?(?:可以|可能|对|正确)))(?=的?\s*(?:[.!?,;)。，]|$|\n))`,
  'iu',
);
/** "5 or more", "5, or something else" */
const OPEN =
  /^[\s$\\)\]}*_"”'’]*[,;(]?\s*or (?:(?:more|less|fewer|higher|lower|greater|above|below|neither|not|so|else|thereabouts)(?=\s*(?:[.,;!?)]|$))|(?:something|anything|another|none)\b(?=[^.,;]{0,20}(?:[.,;!?)]|$))(?! way| form))/i;
/** What is offered only to be refused. */
const REFUSED =
  /\b(?:not(?!\s+[$\\]*\d)|cannot|never|no longer|fails?|failed|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\w*|violat\w+|rul(?:e|es|ed|ing) out|exclud\w+|negative|too (?:large|small|big|high|low|many|few|much|little))\b|n['’]t\b|不(?:对|是|行|可能|成立|符合|满足)|舍去|排除/i;
/** The same, said in the next sentence. */
const REFUSED_NEXT =
  /^\s*(?:but|however|this|that|it|these|they|yet)\b.*\b(?:fails?|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\w*|mistakes?|errors?|overcount\w*|violat\w+|exclud\w+|too (?:large|small|big|high|low|many|few))\b/i;

/** @returns What the text offers as another answer beside the one at these places; empty where it offers nothing. */
export function alternatives(text: string, start: number, end: number): readonly Alternative[] {
  const before = withPlainDigits(text.slice(Math.max(0, start - BEFORE), start));
  const found: Alternative[] = [];
  const either = /(?:or|ou|oder|或者?)[^\d]{0,30}$/i.test(before) ? EITHER.exec(before) : null;
  if (either !== null && mayAnswer(either[2]!))
    found.push({ readings: [either[2]!], plain: either[1] !== undefined || STRONGLY.test(either[0]) });
  const written = text.slice(end, end + AFTER);
  if (isVague(before, written)) found.push({ readings: [], plain: true });
  // Most answers are the last thing that a text says.
  if (!/[\p{L}\d]/u.test(written)) return found;
  const after = withPlainDigits(written);
  const stop = sentenceEnd(after, 0);
  const said = after.slice(0, stop);
  if (OPEN.test(said)) found.push({ readings: [], plain: true });
  for (const value of rightBehind(text.slice(start, end), before, after, (sentence) => REFUSED.test(sentence)))
    found.push({ readings: [value], plain: true });
  let from = stop;
  let to = sentenceEnd(after, from);
  for (const pattern of [NEXT, LATER, OFFERED, ALSO]) take(pattern, said, after.slice(from, to), found);
  for (let k = 0; k < 4 && from < after.length; k++) {
    const sentence = after.slice(from, to);
    from = Math.max(to, from + 1);
    to = sentenceEnd(after, from);
    for (const pattern of [STARTS, OFFERED, ALSO]) take(pattern, sentence, after.slice(from, to), found);
  }
  return found;
}

/** "either 6 or", "6, or maybe" */
const EITHER = new RegExp(
  String.raw`(\beither\s+)?(${VALUE})\s*,?\s*(?:or|oder|ou|或者?)(?:\s+(?:maybe|perhaps|possibly|else|rather|even))?[\s$\\({[*]*$`,
  'iu',
);
const STRONGLY = new RegExp(SURELY, 'iu');

function take(pattern: RegExp, sentence: string, next: string, found: Alternative[]): void {
  const match = pattern.exec(sentence);
  if (match === null || REFUSED.test(sentence.replace(/\bif not\b/i, '')) || REFUSED_NEXT.test(next)) return;
  const [matched, value, inText, word] = match as unknown as [string, string, string?, string?];
  if (!mayAnswer(value)) return;
  const unit = inText ?? word;
  const plain = pattern === OFFERED || pattern === ALSO || pattern === LATER || STRONGLY.test(matched);
  const readings = unit === undefined ? [value, value.replace(/\\?%/, '')] : [value, `${value} ${unit}`];
  found.push({ readings, plain, ...(unit === undefined ? {} : { unit: unit.trim() }) });
}

/** Whether it may be an answer: a choice is a capital, and an equation gives one letter its value. */
function mayAnswer(value: string): boolean {
  if (/^\W*[a-z]\W*$/.test(value)) return false;
  const sides = value.replace(/^[\s$\\(]+/, '').split('=');
  const isNamed = sides.length < 3 && (sides.length === 1 || /^[A-Za-z](?:_\w|_\{\w+\})?\s*$/.test(sides[0]!));
  return (
    isNamed && !/[<>≤≥≠≡∈]|\\(?:leq?|geq?|l[et]|g[et]|neq?|equiv|in|mid|to|implies|Rightarrow)(?![A-Za-z])/.test(value)
  );
}
