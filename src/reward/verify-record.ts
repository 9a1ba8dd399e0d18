import type { VerifyMathOptions } from '../verify/index.js';

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
