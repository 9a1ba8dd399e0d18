import type { FailureCause } from './errors.js';

/**
 * What verification found. Not a boolean: an answer that could not be judged is neither right nor wrong.
 */
export type Verdict =
  | { readonly kind: 'correct'; readonly answer: string }
  | { readonly kind: 'incorrect'; readonly answer: string | undefined; readonly reason: string }
  | { readonly kind: 'undecided'; readonly reason: string; readonly cause?: FailureCause };
