import type { Learner, MetricRecord, MetricSink } from '../../../base/index.js';
import type { Recipe } from '../../stages/recipe.js';
import type { RunEvent, RunOptions } from '../run-options.js';
import type { RunStore } from '../run-store.js';

/** What a stage does, a step at a time. */
export interface StageWork {
  /** How many it takes at most. */
  readonly steps: number;
  /** @param step - Counts from 1. */
  take(step: number): Promise<MetricRecord>;
  close(): Promise<void>;
}

/** What a stage works with. */
export interface StageContext extends RunOptions {
  readonly recipe: Recipe;
  readonly store: RunStore;
  readonly trained: Learner;
  readonly opened: readonly MetricSink[];
  readonly emit: (event: RunEvent) => void;
}
