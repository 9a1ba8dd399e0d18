import { pythonStrip } from '../../../base/internal/index.js';

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
