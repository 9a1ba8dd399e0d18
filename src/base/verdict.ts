import type { FailureCause } from './errors.js';

/**
 * What verification found. Not a boolean: an answer that could not be judged is neither right nor wrong.
 */
export type Verdict =
  | { readonly kind: 'correct'; readonly answer: string }
  | {
      readonly kind: 'incorrect';
      readonly answer: string | undefined;
      readonly reason: string;
      /**
       * Why the answer could not be compared, where the ground truth is understood: the answer is cut off, not understood, or
       * mathematics that is not evaluated; it has no value (1/0); or it needs more work than a comparison may take. `error`
       * means a bug of the verifier: please report it.
       */
      readonly cause?: 'cut-off' | 'unreadable' | 'unsupported' | 'no-value' | 'too-much-work' | 'error';
    }
  | { readonly kind: 'undecided'; readonly reason: string; readonly cause?: FailureCause };
