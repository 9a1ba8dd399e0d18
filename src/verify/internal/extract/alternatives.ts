import { withPlainDigits } from '../parse/unicode.js';
import { blank } from './blank.js';
import { gluedTo, IN_TABLE, isVague } from './right-behind.js';
import { sentenceEnd } from './sentences.js';
import { assigned, tokensBehind } from './tokens-behind.js';
import { valueBefore } from './values-before.js';
import { offeredBefore, valuesBehind } from './values-behind.js';

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
  const letters = /^\W*(?:\\(?:text|textbf|mathrm)\{\W*)?[A-J]\W*$/.test(answer);
  const either = /(?:or|ou|oder|或者?)[^\d]{0,30}$/i.test(before)
    ? offeredBefore(tokensBehind(before, false, letters))
    : undefined;
  if (either !== undefined) found.push({ readings: [either.text], plain: either.offered });
  const written = text.slice(end, end + AFTER);
  const named = valueBefore(text, start, written, letters);
  if (named !== undefined) found.push({ readings: [named.text], plain: true });
  if (isVague(before, written)) found.push({ readings: [], plain: true });
  // Most answers are the last thing that a text says.
  if (!/[\p{L}\d]/u.test(written)) return found;
  const after = withPlainDigits(written);
  if (OPEN.test(after.slice(0, sentenceEnd(after, 0)))) found.push({ readings: [], plain: true });
  const glued = gluedTo(text.slice(start, end), before, after);
  if (glued !== undefined) found.push({ readings: [glued], plain: true });
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
const MAY_HOLD = /\d|\\[A-Za-z([]|\$[^$]+\$|\b(?:or|maybe|perhaps|possibly|otherwise|else|alternatively)\b/i;
