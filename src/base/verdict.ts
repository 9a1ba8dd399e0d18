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
       * Why an answer could not be compared that is to blame for it, the ground truth being understood: it is cut off, not
       * understood, mathematics that is not evaluated, without a value (1/0), more work than a comparison may take, or, as
       * `error`, it met a fault of the verifier, which is ours and should be reported.
       */
      readonly cause?: 'cut-off' | 'unreadable' | 'unsupported' | 'no-value' | 'too-much-work' | 'error';
    }
  | { readonly kind: 'undecided'; readonly reason: string; readonly cause?: FailureCause };
