import type { Verdict } from '../../base/index.js';
import { primeVerdict } from '../../compat/internal/index.js';
import { verifyMath, type VerifyMathOptions } from '../../verify/index.js';
import type { Grader } from '../verify-record.js';

/** Grades by whom, and by what options. */
export interface Grading {
  readonly grader: Grader;
  /** Of `verifyMath`; the prime grader has none. */
  readonly options?: VerifyMathOptions | undefined;
}

/** @throws TypeError or RangeError for invalid options, whatever the grader. */
export function checkGrading({ options }: Grading): void {
  verifyMath('', '', options);
}

/** @returns What the grader says of one answer. */
export function gradeAnswer(response: string, groundTruth: string, { grader, options }: Grading): Verdict {
  return grader === 'prime' ? primeVerdict(response, groundTruth) : verifyMath(response, groundTruth, options);
}
