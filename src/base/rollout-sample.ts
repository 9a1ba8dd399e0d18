import type { Rollout } from './rollout.js';

/** A rollout kept for reading: what became of it in its step, and why. */
export interface RolloutSample {
  /** The RL step it was generated in. */
  readonly step: number;
  readonly rollout: Rollout;
  /** Whether it was trained on. */
  readonly kept: boolean;
  /** Why it was kept or dropped, in words, as `describeDecision` gives it: `kept: drawn (8 of 20 positives taken; penalty 0.25)`. */
  readonly reason: string;
  /** What RoC held against it (arXiv 2508.20722 on Resample-on-Correct). */
  readonly penalties?: { readonly errorRatio: number; readonly format: number; readonly total: number };
  readonly advantage?: number;
  readonly groundTruth?: string;
}
