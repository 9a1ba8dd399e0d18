import type { Verdict } from '../../base/index.js';
import { primeVerdict } from '../../compat/internal/index.js';
import { verifyMath, type VerifyMathOptions } from '../../verify/index.js';
import { failureCause } from '../../base/index.js';
import { underPath } from '../../base/internal/index.js';

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

/** @returns One verdict a record, in order; a record's own options come on top of those for all. */
export function gradeRecords(records: readonly VerifyRecord[], { grader, options: shared }: Grading): Verdict[] {
  return records.map((record) => gradeRecord(record, grader, shared));
}

/** A grader that fails over one record, which is a fault of ours, costs no other record its verdict. */
function gradeRecord(record: VerifyRecord, grader: Grading['grader'], shared: Grading['options']): Verdict {
  try {
    const { response, groundTruth, options } = record;
    const own = options === undefined ? shared : { ...shared, ...options };
    return gradeAnswer(response, groundTruth, { grader, options: own });
  } catch (error) {
    return { kind: 'undecided', reason: 'the grader failed', cause: failureCause('reward', error) };
  }
}

/**
 * Checks every record before any is graded.
 *
 * @throws TypeError or RangeError that names the record: `records[3].options.log: expected …`.
 */
export function checkRecords(records: readonly VerifyRecord[]): void {
  if (!Array.isArray(records)) throw new TypeError(`records: expected an array, got ${typeof records}`);
  records.forEach((record: unknown, index) => {
    if (typeof record !== 'object' || record === null) {
      throw new TypeError(`records[${index}]: expected an object, got ${record === null ? 'null' : typeof record}`);
    }
    const { response, groundTruth, options } = record as { readonly [K in keyof VerifyRecord]: unknown };
    for (const [name, value] of Object.entries({ response, groundTruth })) {
      if (typeof value !== 'string') {
        throw new TypeError(`records[${index}].${name}: expected a string, got ${typeof value}`);
      }
    }
    if (options !== undefined)
      underPath(`records[${index}].options`, () =>
        checkGrading({ grader: 'math', options: options as VerifyMathOptions }),
      );
  });
}

/** Who judges an answer: `math` is `verifyMath`; `prime` the grader of rStar2-Agent's training, mistakes included. */
export type Grader = 'math' | 'prime';

/** One answer to grade. */
export interface VerifyRecord {
  /** What the model wrote. */
  readonly response: string;
  readonly groundTruth: string;
  /** Options of `verifyMath` for this record; they come on top of the batch's. */
  readonly options?: VerifyMathOptions | undefined;
}

/** How far a batch is. */
export interface VerifyProgress {
  readonly completed: number;
  readonly total: number;
  /** Of the completed ones. */
  readonly correct: number;
  readonly incorrect: number;
  readonly undecided: number;
}
