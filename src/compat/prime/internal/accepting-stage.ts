import { answerNormalForm, readsAsInteger, withoutThousandsSeparators } from './answer-normal-form.js';
import { mathdNormalForm } from './mathd-normal-form.js';
import { pythonStrip } from '../../../base/internal/index.js';
import { isSameExpression } from './same-expression.js';

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
