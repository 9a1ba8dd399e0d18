import { pythonStrip } from '../../../base/internal/index.js';
import { latexToText } from './latex-text/render.js';
import { LatexTextError } from './latex-text/parse.js';
import { parseFloatText, printInteger } from './python-text.js';

/**
 * The first normal form: the one of the MATH benchmark's own grader, by text replacement alone.
 *
 * Line breaks, spaces, thin spaces, `\left`/`\right`, degrees, percent signs and escaped dollars go; a unit in `\text{ …}`
 * goes with all that follows; `\dfrac`, `\frac12`, `\sqrt3` and `a/b` get one spelling. A text on which a step fails is
 * left as it came.
 *
 * @remarks Source: the `mathd` stage of rStar's grader, from Hendrycks' MATH release by way of PRM800K.
 */
export function mathdNormalForm(answer: string): string {
  const text = withoutTextMacro(pythonStrip(answer));
  try {
    return rewrite(text);
  } catch (error) {
    if (error instanceof StepFailed) return text;
    throw error;
  }
}

/** A step met text it cannot handle; the whole rewriting is then given up. */
class StepFailed extends Error {}

function withoutTextMacro(text: string): string {
  const inner = /^\\text\{([^\n]+)\}$/.exec(text);
  return inner === null ? text : pythonStrip(inner[1]!);
}

function rewrite(answer: string): string {
  let text = answer.replaceAll('\n', '').replaceAll('\\!', '').replaceAll('\\\\', '\\');
  text = text.replaceAll('tfrac', 'frac').replaceAll('dfrac', 'frac');
  text = text.replaceAll('\\left', '').replaceAll('\\right', '');
  text = text.replaceAll('^{\\circ}', '').replaceAll('^\\circ', '').replaceAll('\\$', '');
  text = withoutUnit(text).replaceAll('\\%', '');
  text = text.replaceAll(' .', ' 0.').replaceAll('{.', '{0.');
  if (text === '') return text;
  if (text.startsWith('.')) text = `0${text}`;
  text = braceRadicands(withoutShortLeftSide(text)).replaceAll(' ', '');
  text = braceFractions(text);
  if (text === '0.5') text = '\\frac{1}{2}';
  return slashToFraction(text);
}

function withoutUnit(text: string): string {
  const parts = text.split('\\text{ ');
  if (parts.length > 2) throw new StepFailed();
  return parts[0]!;
}

/** `k = 5` names its value with one or two characters: only the value is kept. */
function withoutShortLeftSide(text: string): string {
  const sides = text.split('=');
  return sides.length === 2 && sides[0]!.length <= 2 ? sides[1]! : text;
}

function braceRadicands(text: string): string {
  const [head, ...tails] = text.split('\\sqrt') as [string, ...string[]];
  return tails.reduce((done, tail) => {
    if (tail === '') throw new StepFailed();
    return `${done}\\sqrt${tail.startsWith('{') ? tail : `{${tail[0]}}${tail.slice(1)}`}`;
  }, head);
}

function braceFractions(text: string): string {
  const [head, ...tails] = text.split('\\frac') as [string, ...string[]];
  let done = head;
  for (const tail of tails) {
    if (tail === '') throw new StepFailed();
    if (tail.startsWith('{')) {
      done += `\\frac${tail}`;
      continue;
    }
    if (tail.length < 2) return text;
    const denominator = tail[1] === '{' ? '{' : `{${tail[1]}}`;
    done += `\\frac{${tail[0]}}${denominator}${tail.slice(2)}`;
  }
  return done;
}

/** Integers beyond this many digits are not read by the reference, so their fraction keeps its slash. */
const LONGEST_INTEGER = 4300;

function slashToFraction(text: string): string {
  const parts = /^(-?[1-9]\d*|0)\/(-?[1-9]\d*|0)$/.exec(text);
  if (parts === null) return text;
  const [, numerator, denominator] = parts as unknown as [string, string, string];
  const digits = Math.max(numerator.replace('-', '').length, denominator.replace('-', '').length);
  return digits > LONGEST_INTEGER ? text : `\\frac{${numerator}}{${denominator}}`;
}

/** In this order; the name goes wherever it stands, with its plural and a power. */
const UNITS = 'degree cm centimeter meter mile second minute hour day week month year foot feet inch yard liter'.split(
  ' ',
);
const UNIT_PATTERNS = UNITS.map((unit) => new RegExp(`${unit}(?:es)?s? *(?:\\^[0-9]+)?`, 'g'));

/**
 * The second normal form: LaTeX flattened to text, units, percent and dollar signs gone, integers in one spelling,
 * everything in lower case.
 *
 * @remarks Source: the normalisation of PRM800K's grader, as rStar has it. Its quirks are kept: `monday` loses its unit,
 *   `5\,000` becomes `5+000` because a space between digits is read as a mixed number, and integers pass through a float.
 */
export function answerNormalForm(answer: string): string {
  let text = withoutWholeTextMacro(answer);
  text = text.replaceAll('\\%', '%').replaceAll('\\$', '$').replaceAll('$', '').replaceAll('%', '');
  text = text.replaceAll(' or ', ' , ').replaceAll(' and ', ' , ');
  text = text.replaceAll('million', '*10^6').replaceAll('billion', '*10^9').replaceAll('trillion', '*10^12');
  for (const unit of UNIT_PATTERNS) text = text.replace(unit, '');
  text = text.replace(/\^ *\\circ/g, '');
  if (text.startsWith('{') && text.endsWith('}')) text = text.slice(1, -1);
  text = text.replace(/,\\! */g, '');
  const value = parseFloatText(text);
  if (value !== undefined && isNearInteger(value)) text = printInteger(value);
  if (text.includes('\\')) text = flatten(text);
  text = text
    .replace(/- */g, '-')
    .replace(/([0-9]) +([0-9])/g, '$1+$2')
    .toLowerCase();
  return readsAsInteger(text) ? truncated(text) : text;
}

/** @returns Whether a text spells an integer, thousands separators and all: `1,000`, `12.0`, `1e3`. */
export function readsAsInteger(text: string): boolean {
  const value = parseFloatText(withoutThousandsSeparators(text));
  return value !== undefined && isNearInteger(value);
}

/** @returns The text without the commas that group three digits; the commas of a tuple stay. */
export function withoutThousandsSeparators(text: string): string {
  for (let before = text; ; before = text) {
    text = before.replace(/(\p{Nd}),(\p{Nd}{3})(?!\p{Nd})/gu, '$1$2');
    if (text === before) return text;
  }
}

function withoutWholeTextMacro(text: string): string {
  return /^\\text\{([^\n]+)\}\n?$/.exec(text)?.[1] ?? text;
}

function isNearInteger(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value - Math.round(value)) <= 1e-7;
}

function truncated(text: string): string {
  return printInteger(Math.trunc(parseFloatText(text.replaceAll(',', ''))!));
}

function flatten(latex: string): string {
  const fractions = latex
    .replaceAll('\\tfrac', '\\frac')
    .replaceAll('\\dfrac', '\\frac')
    .replaceAll('\\frac', ' \\frac');
  try {
    const text = latexToText(fractions);
    return pythonStrip(
      text
        .replaceAll('√', 'sqrt')
        .replaceAll('π', 'pi')
        .replaceAll('∞', 'inf')
        .replaceAll('∪', 'U')
        .replace(/[·×]/g, '*'),
    );
  } catch (error) {
    if (error instanceof LatexTextError) return latex;
    throw error;
  }
}
