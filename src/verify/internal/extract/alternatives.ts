import { withPlainDigits } from '../parse/unicode.js';
import { blank } from './blank.js';
import { IN_TABLE, isVague, rightBehind } from './right-behind.js';
import { sentenceEnd } from './sentences.js';
import { assigned, tokensBehind } from './tokens-behind.js';
import { isRefused, valuesBehind } from './values-behind.js';

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
/** "5 or more", "5, or something else" */
const OPEN =
  /^[\s$\\)\]}*_"”'’]*[,;(]?\s*or (?:(?:more|less|fewer|higher|lower|greater|above|below|neither|not|so|else|thereabouts)(?=\s*(?:[.,;!?)]|$))|(?:something|anything|another|none)\b(?=[^.,;]{0,20}(?:[.,;!?)]|$))(?! way| form))/i;

/** @returns What the text offers as another answer beside the one at these places; empty where it offers nothing. */
export function alternatives(
  text: string,
  start: number,
  end: number,
  answer: string,
  unit?: string,
): readonly Alternative[] {
  const before = withPlainDigits(text.slice(Math.max(0, start - BEFORE), start));
  const found: Alternative[] = [];
  const either = /(?:or|ou|oder|或者?)[^\d]{0,30}$/i.test(before) ? EITHER.exec(before) : null;
  if (either !== null && mayAnswer(either[2]!))
    found.push({
      readings: [either[2]!],
      plain: either[1] !== undefined || /(?:maybe|perhaps|possibly|else)\s*[\s$\\({[*]*$/i.test(either[0]),
    });
  const written = text.slice(end, end + AFTER);
  if (isVague(before, written)) found.push({ readings: [], plain: true });
  // Most answers are the last thing that a text says.
  if (!/[\p{L}\d]/u.test(written)) return found;
  const after = withPlainDigits(written);
  if (OPEN.test(after.slice(0, sentenceEnd(after, 0)))) found.push({ readings: [], plain: true });
  for (const value of rightBehind(text.slice(start, end), before, after, isRefused))
    found.push({ readings: [value], plain: true });
  const letters = /^\W*(?:\\(?:text|textbf|mathrm)\{\W*)?[A-J]\W*$/.test(answer);
  if (!letters && !MAY_HOLD.test(after)) return found;
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const inFormula = (line.match(/(?<!\\)\$|\\[()[\]]/g) ?? []).length % 2 === 1;
  const behind = IN_TABLE.test(before) ? after.replace(/^.*/, blank) : after;
  const tokens = tokensBehind(behind, inFormula, letters, assigned(answer)[0]);
  for (const value of valuesBehind(tokens, after, text.slice(0, start), unit)) {
    const { text: said, unit: counted, offered: plain } = value;
    found.push(
      counted === undefined
        ? { readings: [said], plain }
        : { readings: [said, `${said}\\text{ ${counted}}`], plain, unit: counted },
    );
  }
  return found;
}

/** Without any of these a text holds no value, nor one in words that it offers. */
const MAY_HOLD = /[\d$\\]|\b(?:or|maybe|perhaps|possibly|otherwise|else|alternatively)\b/i;

/** "either 6 or", "6, or maybe" */
const EITHER = new RegExp(
  String.raw`(\beither\s+)?(${VALUE})\s*,?\s*(?:or|oder|ou|或者?)(?:\s+(?:maybe|perhaps|possibly|else|rather|even))?[\s$\\({[*]*$`,
  'iu',
);

/** Whether it may be an answer: a choice is a capital, and an equation gives one letter its value. */
function mayAnswer(value: string): boolean {
  if (/^\W*[a-z]\W*$/.test(value)) return false;
  const sides = value.replace(/^[\s$\\(]+/, '').split('=');
  const isNamed = sides.length < 3 && (sides.length === 1 || /^[A-Za-z](?:_\w|_\{\w+\})?\s*$/.test(sides[0]!));
  return (
    isNamed && !/[<>≤≥≠≡∈]|\\(?:leq?|geq?|l[et]|g[et]|neq?|equiv|in|mid|to|implies|Rightarrow)(?![A-Za-z])/.test(value)
  );
}
