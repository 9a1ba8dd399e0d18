import type { Learner, MetricRecord, MetricSink } from '../../base/index.js';
import type { RolloutCorrectionOptions } from '../../objective/index.js';
import type { ConversationLayout } from '../../rollout/index.js';
import type { StageEndReason } from '../stages/stage-rules.js';
import type { RolloutEnvironment, TrainingProblem } from '../steps/roll-out.js';
import type { RunPosition } from './run-store.js';

/** Options of {@link runRecipe}: everything that is not the recipe's. */
export interface RunOptions extends RolloutEnvironment {
  /** Where the run is kept; a run of the same configuration in it goes on. */
  readonly directory: string;
  /** Names every draw. */
  readonly seed: string;
  /**
   * Opens what is trained, with the weights that training starts from: each call anew. Called once; once more for a stage whose KL
   * term is measured from the stage's own start; and by `dryRun`. The run closes what it opened.
   */
  readonly learner: () => Learner | Promise<Learner>;
  /** By the names that the recipe uses: `train` and `test` where it says nothing else. */
  readonly problems: { readonly [name: string]: DataSource<TrainingProblem> };
  /** The same of what SFT learns from. Default: none, which a recipe with SFT has no use for. */
  readonly demonstrations?: { readonly [name: string]: DataSource<ConversationLayout> } | undefined;
  /** Of one forward and backward pass: what fits, not what is learnt from. */
  readonly maxTokensPerPass: number;
  /** Of every RL step, as in `rlStep`: for learners whose policy is another program. */
  readonly rolloutCorrection?: RolloutCorrectionOptions | undefined;
  /** What else makes the run the run it is (the model, the data's hash), as plain JSON; stands in its `config.json`. */
  readonly config?: { readonly [name: string]: unknown } | undefined;
  /**
   * Opens what is told of every record beside the run's own `metrics.jsonl`; the run closes it.
   *
   * @param earlier - What the run has measured already and stands: what a TensorBoard or W&B run goes on after.
   */
  readonly sinks?: ((earlier: readonly MetricRecord[]) => readonly MetricSink[]) | undefined;
  /** Told what happens beside the records. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Takes earlier stages over from another run's directory, of the same seed and the same stages up to there. */
  readonly startFrom?: { readonly directory: string; readonly stage: string } | undefined;
}

/** Items, or what makes them when a stage comes to need them. */
export type DataSource<T> = readonly T[] | (() => readonly T[] | Promise<readonly T[]>);

/** What happens in a run beside what is measured. `describeRunEvent` says it in words. */
export type RunEvent =
  | { readonly kind: 'stage-started'; readonly position: RunPosition; readonly steps: number }
  | { readonly kind: 'stage-ended'; readonly position: RunPosition; readonly reason: StageEndReason | 'collapsed' }
  | { readonly kind: 'filtering'; readonly stage: string; readonly completed: number; readonly total: number }
  | { readonly kind: 'filtered'; readonly stage: string; readonly left: number; readonly measured: number }
  | { readonly kind: 'best'; readonly position: RunPosition; readonly passAt1: number }
  | {
      readonly kind: 'collapsed';
      readonly position: RunPosition;
      readonly metric: string;
      /** Means over the last steps, and over the best ones of the stage. */
      readonly now: number;
      readonly best: number;
    };

/** @returns An event in a line. */
export function describeRunEvent(event: RunEvent): string {
  const at = 'position' in event ? `${event.position.stage}, step ${event.position.step}` : event.stage;
  switch (event.kind) {
    case 'stage-started':
      return `${at}: begins, ${event.steps} steps at most`;
    case 'stage-ended':
      return `${at}: over (${event.reason})`;
    case 'filtering':
      return `${at}: measuring how hard problems are, ${event.completed} of ${event.total}`;
    case 'filtered':
      return `${at}: ${event.left} of ${event.measured} problems are left`;
    case 'best':
      return `${at}: the best so far, pass@1 ${(100 * event.passAt1).toFixed(1)} %`;
    case 'collapsed':
      return `${at}: ${event.metric} fell from ${event.best.toPrecision(3)} to ${event.now.toPrecision(3)}`;
  }
}
