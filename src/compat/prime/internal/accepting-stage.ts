import { answerNormalForm, readsAsInteger, withoutThousandsSeparators, mathdNormalForm } from './normal-forms.js';
import { pythonStrip } from '../../../base/internal/index.js';
import { NotDecidable } from './algebra/coefficient.js';
import { isZeroSum } from './algebra/is-zero.js';
import { parseExpression } from './algebra/parse.js';

/** The step that accepted an answer, or none. */
export type GradeStage = 'mathd' | 'normalize' | 'sympy' | 'none';

const BRACKETS = '()[]';
const FRACTION = /^-?[0-9]+[^\n]?\/0*[1-9][0-9]*[^\n]?\n?$/;

/**
 * The step that accepts an extracted answer: equal in the first normal form, equal in the second, or member by member the same
 * expression. A fraction must be the same fraction, and an integer truth wants a literal match.
 *
 * @remarks Source: PRM800K's grader, as rStar has it.
 */
export function acceptingStage(given: string, truth: string): GradeStage {
  if (mathdNormalForm(truth) === mathdNormalForm(given)) return 'mathd';
  const truthForm = answerNormalForm(truth);
  const givenForm = answerNormalForm(given);
  if (truthForm === givenForm) return 'normalize';
  if (givenForm === '') return 'none';

  const truthMembers = members(truthForm);
  const givenMembers = members(givenForm);
  if (truthMembers.length !== givenMembers.length) return 'none';
  const sameBrackets = truthForm[0] === givenForm[0] && truthForm.at(-1) === givenForm.at(-1);
  if (truthMembers.length > 1 && !sameBrackets) return 'none';
  return truthMembers.every((member, i) => isSameMember(member, givenMembers[i]!)) ? 'sympy' : 'none';
}

function isSameMember(truth: string, given: string): boolean {
  if (FRACTION.test(truth) && FRACTION.test(given)) return truth === given;
  return readsAsInteger(truth) === readsAsInteger(given) && isSameExpression(truth, given);
}

/** The members of a tuple or an interval; anything else is its own only member. */
function members(form: string): readonly string[] {
  const text = withoutThousandsSeparators(form);
  if (text === '') return [];
  const inner = text.slice(1, -1);
  const bracketed = text.length > 2 && BRACKETS.includes(text[0]!) && BRACKETS.includes(text.at(-1)!);
  return bracketed && !/[()[\]]/.test(inner) ? inner.split(',').map(pythonStrip) : [text];
}

const LONGEST = 800;

/**
 * Decides whether two flattened answers are the same expression: what the reference leaves to SymPy's `simplify`.
 *
 * Only expressions of at most two letters are looked at, without braced or parenthesized exponents, without a second
 * exponent on top of one, and without one of two digits after a caret.
 */
export function isSameExpression(truth: string, given: string): boolean {
  const difference = `(${truth})-(${given})`;
  if (difference.length > LONGEST || !mayBeRead(difference)) return false;
  try {
    return isZeroSum(parseExpression(difference));
  } catch (error) {
    if (error instanceof NotDecidable) return false;
    throw error;
  }
}

function mayBeRead(expression: string): boolean {
  const letters = expression.replaceAll('sqrt', '').replaceAll('frac', '').match(/\p{L}/gu);
  if (new Set(letters).size > 2) return false;
  return !expression.includes('^{') && !expression.includes('^(') && !/\^[0-9]+\^|\^[0-9][0-9]+/.test(expression);
}
