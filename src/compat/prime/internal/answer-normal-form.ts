import { latexToText } from './latex-text/render.js';
import { LatexTextError } from './latex-text/parse.js';
import { pythonStrip } from '../../../base/internal/index.js';
import { parseFloatText, printInteger } from './python-text.js';

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
  let text = withoutTextMacro(answer);
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

function withoutTextMacro(text: string): string {
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
