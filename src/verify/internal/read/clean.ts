import { unicodeToLatex } from '../parse/unicode.js';

/** Commands whose group is prose or only another font: they are taken off for reading as text. */
const WRAPPERS =
  /\\(?:text|textbf|textit|textrm|textsf|texttt|textup|textnormal|textsc|mbox|hbox|emph|mathrm|mathbf|mathsf|mathit|boldsymbol|bm|operatorname|underline)\s*\{([^{}]*)\}/g;

/** "5 (approximately)", "12 (units)": what changes nothing. */
const REMARK =
  /(?<=[^\s({])\s*(?:\\text\s*\{)?\s*\(\s*(?:approximately|approx\.?|exactly|exact|rounded|as required|as expected|as desired|answer|final answer|correct|verified|in total|total|simplified|units?)\s*\)\s*\}?$/i;

/** "x = 5, since it is positive"; a reason with a relation in it is read. */
const REASON =
  /(?<=[^\s({])[,;]?\s*\\text\s*\{\s*,?\s*(?:since|because)\b[^{}]*\}(?![^]*(?:[<>=]|\\[lg](?:e|t|eq|eqslant)(?![A-Za-z]))).*$/i;

/** "5 is the answer" */
const IS_ANSWER =
  /(?<=[^A-Za-z])\s*(?:\\text\{)?\s*\b(?:is|are) (?:the|our|my) (?:final |correct )?(?:answers?|solutions?)\}?$/i;

/** "minus 5", "negative 5" */
const SPELLED_SIGN =
  /\\text\s*\{\s*(?:minus|negative)\s*\}\s*(?=\$?\\?[\d.]|\\[dt]?frac)|(?<![A-Za-z])(?:minus|negative)\s+(?=\$?\\?[\d.]|\\[dt]?frac)/gi;

/** "5 degrees below zero" */
const BELOW_NOUGHT = /^(\d.*?)[\s{]+below (?:zero|nought|0)(?:\s*\})?/;

/** Nothing that presents an answer stands in it: it starts and ends as mathematics, without space or prose between. */
const BARE = /^(?!\\[[(\\])[\w\\({+-][^\s~`"*]*[A-Za-z\d)}\]]$/;
const PRESENTED =
  /\$|__|''|\\(?:text|ang|SI|qty|num|rm|quad|qquad|checkmark|blacksquare|qed|prime|math(?:rm|bin|rel|punct|ord)|[,;:!])|\([a-z]{4}|[^ -~]|^0x|\d\{[\\}]|^\{/;

/** \ang{30}, \qty{5}{cm} */
const PACKAGED = /\\(?:ang|SI|qty|num)(?![A-Za-z])/;

/** 15{:}45, {-}50 and 1{\,}234: a sign or a space in braces of its own, as TeX spaces it like a letter. */
const SIGN_ALONE = /(?<!\\[A-Za-z]{1,20}\s?|[\^_}\\]\s?)\{([-+:./*=<> ~]|\\[,;:! ])\}/g;

/**
 * Takes off what only presents an answer: math delimiters, Markdown, quotes, a trailing full stop. A dollar sign that
 * marks an amount stays, as `\$`.
 */
export function cleanAnswer(written: string): string {
  const raw = written.includes('{') ? written.replaceAll(SIGN_ALONE, '$1') : written;
  if (BARE.test(raw) && !PRESENTED.test(raw)) return raw;
  const typed = PACKAGED.test(raw) ? withoutPackages(raw) : raw;
  let text = withUprightUnits(withoutDollars(unicodeToLatex(typed)).trim().replace(SPELLED_SIGN, '-'));
  // ''12''; two primes alone are seconds.
  text = text.replace(/^(?:``|'')([^]*)''(?=[.,]?$)/, '$1');
  if (text.includes('below')) text = text.replace(BELOW_NOUGHT, '-$1');
  for (let k = 0; k < 4; k++) {
    const before = text;
    text = text
      .replace(/,\\!\s+(?=\d)/g, ',\\!')
      .replace(/^(?:\*\*|__|`+|"|'')+\s*/, '')
      .replace(/\s*(?:\*\*|__|`+|")+([.,;:]?)$/, '$1')
      .replace(/\s*(?:\\[,;:! ]|~|\\(?:quad|qquad|checkmark|blacksquare|qed)(?![A-Za-z])|[✓✔■])+$/, '')
      .replace(/(?:\\\\|(?<![.])[.]|[,;:])\s*$/, '')
      .replace(/^(?:\\\\(?![A-Za-z([{|])|[,;:])\s*/, '');
    if (text.includes(' ')) text = text.replace(IS_ANSWER, '');
    if (text.includes('(')) text = text.replace(REMARK, '');
    if (text.includes('\\text')) text = text.replace(REASON, '');
    text = text.replace(/^\\[[(]\s*([^]*?)\s*\\[\])]$/, '$1').trim();
    if (text === before) break;
  }
  return text;
}

/** 30^\prime, f^{\prime\prime} */
const PRIMES = /\^\s*(?:\{\s*(?:\\prime\s*)+\}|\\prime(?![A-Za-z]))/g;

/** {\rm cm} */
const RM_GROUP = /\{\s*\\rm(?![A-Za-z])\s*(?:\\ )?\s*([A-Za-z]+)\s*\}/g;

/** {\rm cm}, \rm{cm} and 5{\text{cm}} as \text{cm}; primes as they are typed; 0xFF as its number. */
function withUprightUnits(text: string): string {
  if (!text.includes('\\')) return text.replace(/^0x([0-9A-Fa-f]{1,64})$/, (literal) => BigInt(literal).toString());
  const primed = text.includes('\\prime')
    ? text.replace(PRIMES, (marks) => "'".repeat(marks.split('\\prime').length - 1))
    : text;
  if (!primed.includes('{')) return primed;
  const upright = primed.includes('\\rm')
    ? primed.replace(RM_GROUP, '\\text{ $1}').replace(/\\rm\s*\{/g, '\\text{')
    : primed;
  return upright
    .replace(/(?<=\d)\s*\{\s*(\\[dt]?frac\s*(?:\d\s*\d|\{\d+\}\s*\{\d+\}))\s*\}/g, '$1')
    .replace(/^\{(\d+)\}(?=\s*\\[dt]?frac)/, '$1')
    .replace(/\\math(?:bin|rel|punct|ord)\s*\{\s*([^{}\\\w]|\\[a-z]+)\s*\}/g, '$1 ')
    .replace(/(?<=\d)\{\}(?=\^)/g, '')
    .replace(/(?<=\d)\s*\{\s*(\\(?:text|mathrm)\s*\{[^{}]*\})\s*\}/g, ' $1');
}

/** Removes `$` and `$$`; one that stands alone before or after a number is a currency sign. */
function withoutDollars(text: string): string {
  if (!text.includes('$')) return text;
  const marks = text.match(/(?<!\\)\$/g)?.length ?? 0;
  if (marks % 2 === 0) return text.replace(/(?<!\\)\$+/g, ' ');
  return text
    .replace(/(?<!\\)\$\$/g, ' ')
    .replace(/(?<!\\)\$(?=\s?-?[\d.])|(?<=\d\s?)(?<!\\)\$/g, '\\$')
    .replace(/(?<!\\)\$/g, ' ');
}

/** @returns The text without the commands around prose, for reading it as words; formulas in it stay LaTeX. */
export function flatten(text: string): string {
  if (!/[\\\s~]/.test(text)) return text;
  let flat = text;
  for (let k = 0; k < 3 && flat.includes('\\'); k++) flat = flat.replace(WRAPPERS, ' $1 ');
  return flat
    .replace(/(?<!\\)\\(?:left|right|displaystyle|,|;|:|!|quad|qquad|bf|rm|it)(?![A-Za-z])/g, ' ')
    .replace(/(?<!\\)\\ |~/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An exclamation mark that does more than end a phrase. */
function isFactorial(text: string): boolean {
  return text.includes('!') && !/^(?:[^!()[\]]*[A-Za-z]{4}|yes|no)\s*!+$/i.test(text);
}

const LETTER = /[A-Za-z\u00c0-\u024f\u0400-\u04ff\u4e00-\u9fff]/;

/** @returns The words of an answer without mathematics, in one spelling; undefined if it has digits or operators. */
export function wordsOf(text: string): string | undefined {
  if (!LETTER.test(text)) return undefined;
  const flat = flatten(text).replace(/[{}]/g, '');
  if (!LETTER.test(flat) || /[\d\\^_=<>+*/|]|(?<![A-Za-z])-|-(?![A-Za-z])/.test(flat) || isFactorial(flat))
    return undefined;
  const words = flat
    .toLowerCase()
    .replace(/[’']s?\b|["`.,;:!?()[\]$-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? undefined : words.replace(/^(?:the|an?) (?=\S{3})/, '');
}

const NUMBER = String.raw`\s*(?:\[[^\]]*\])?\s*\{\s*([-+]?[\d.]+)\s*\}`;
const ANGLE = new RegExp(String.raw`\\ang${NUMBER}`, 'g');
const PARTED_ANGLE = /\\ang\s*\{\s*(-?[\d.]*);([\d.]*);([\d.]*)\s*\}/g;
const QUANTITY = new RegExp(String.raw`\\(?:SI|qty)${NUMBER}\s*\{([^{}]*)\}`, 'g');
const BARE_NUMBER = new RegExp(String.raw`\\num${NUMBER}`, 'g');

/** Replaces commands of siunitx: \ang{30} by 30^\circ, \qty{5}{\centi\metre} by 5\text{ centimetre}. */
function withoutPackages(text: string): string {
  return text
    .replace(PARTED_ANGLE, (_, degrees: string, minutes: string, seconds: string) => {
      const under60 = minutes === '' ? '' : ` ${minutes}'`;
      return `${degrees || '0'}^\\circ${under60}${seconds === '' ? '' : ` ${seconds}''`}`;
    })
    .replace(ANGLE, '$1^\\circ')
    .replace(BARE_NUMBER, '$1')
    .replace(QUANTITY, (_, amount: string, unit: string) => `${amount}${unitText(unit)}`);
}

function unitText(unit: string): string {
  if (/^\s*\\(?:degree|ang)\s*$/.test(unit)) return '^\\circ';
  if (/^\s*\\percent\s*$/.test(unit)) return '\\%';
  const words = unit
    .replace(/\s*\\per\s*/g, '/')
    .replace(/\s*\\squared/g, '^2')
    .replace(/\s*\\cubed/g, '^3')
    .replace(/\\(square|cubic)\s*/g, '$1 ')
    .replaceAll('\\', '');
  return `\\text{ ${words}}`;
}
