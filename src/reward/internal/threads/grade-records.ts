import { failureCause } from '../../../base/index.js';
import type { Verdict } from '../../../base/index.js';
import { underPath } from '../../../base/internal/index.js';
import type { VerifyMathOptions } from '../../../verify/index.js';
import type { VerifyRecord } from '../../verify-record.js';
import { checkGrading, gradeAnswer, type Grading } from '../graders.js';

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
