import type { Learner, MetricRecord, MetricSink, RunStorage } from '../../base/index.js';
import type { RolloutCorrectionOptions } from '../../objective/index.js';
import type { ConversationLayout } from '../../rollout/internal/index.js';
import type { StageEndReason } from '../stages/stage-rules.js';
import type { RolloutEnvironment, TrainingProblem } from '../steps/roll-out.js';
import type { RunPosition } from './run-store.js';

/** Options of {@link runRecipe}: everything that is not in the recipe. */
export interface RunOptions extends RolloutEnvironment {
  /** The directory that the run's files are written to; a run of the same configuration there is continued. Give this or `storage`. */
  readonly directory?: string | undefined;
  /** The store that the run's files are written to instead: `memoryStorage()`, `opfsStorage()` in a browser, or your own. */
  readonly storage?: RunStorage | undefined;
  /** Seed of all random numbers. */
  readonly seed: string;
  /**
   * Opens a new learner with the weights that training starts from. Called once; once more for a stage whose KL term has the stage's start
   * as its reference; and by `dryRun`. The run closes it.
   */
  readonly learner: () => Learner | Promise<Learner>;
  /** Problem sets by the names in the recipe; by default `train` and `test`. */
  readonly problems: { readonly [name: string]: DataSource<TrainingProblem> };
  /** Demonstrations of SFT stages, by name. Default: no demonstrations. */
  readonly demonstrations?: { readonly [name: string]: DataSource<ConversationLayout> } | undefined;
  /** Most tokens of one forward and backward pass; it bounds memory and does not change the result. */
  readonly maxTokensPerPass: number;
  /** Rollout correction of every RL step, as in `rlStep`: for learners whose policy is another program. */
  readonly rolloutCorrection?: RolloutCorrectionOptions | undefined;
  /** Other values that identify the run (the model, a hash of the data), as plain JSON for its `config.json`. */
  readonly config?: { readonly [name: string]: unknown } | undefined;
  /**
   * Opens the sinks that receive every record beside the run's own `metrics.jsonl`; the run closes them.
   *
   * @param earlier - Records of earlier processes: a TensorBoard or W&B run continues after them.
   */
  readonly sinks?: ((earlier: readonly MetricRecord[]) => readonly MetricSink[]) | undefined;
  /** Receives events other than records. Default: warnings (`isWarning`) go to `console.warn`. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Takes earlier stages over from another run's directory or store, which must have the same seed and the same stages before it. */
  readonly startFrom?:
    | {
        readonly directory?: string | undefined;
        readonly storage?: RunStorage | undefined;
        readonly stage: string;
      }
    | undefined;
}

/** Items, or a function that makes them when a stage needs them; the run emits its progress as `preparing` events. */
export type DataSource<T> =
  readonly T[] | ((onProgress: (progress: DataSourceProgress) => void) => readonly T[] | Promise<readonly T[]>);

/** The progress of making items. */
export interface DataSourceProgress {
  readonly completed: number;
  readonly total: number;
}

/** An event of a run, besides measurements. `describeRunEvent` returns it as text. */
export type RunEvent =
  | { readonly kind: 'stage-started'; readonly position: RunPosition; readonly steps: number }
  /** The last stage of an existing run got more steps or epochs. */
  | { readonly kind: 'extended'; readonly stage: string; readonly from: number; readonly to: number }
  | { readonly kind: 'stage-ended'; readonly position: RunPosition; readonly reason: StageEndReason | 'collapsed' }
  | {
      readonly kind: 'preparing';
      readonly stage: string;
      readonly source: 'demonstrations' | 'problems';
      readonly completed: number;
      readonly total: number;
    }
  | { readonly kind: 'filtering'; readonly stage: string; readonly completed: number; readonly total: number }
  | { readonly kind: 'filtered'; readonly stage: string; readonly left: number; readonly measured: number }
  | { readonly kind: 'best'; readonly position: RunPosition; readonly passAt1: number }
  /** A setting that is probably a mistake (`recipeWarnings`); emitted before the first step. */
  | { readonly kind: 'recipe-warning'; readonly path: string; readonly message: string }
  /** An agent set rollouts of a step apart, or threw in them; `reason` is that of the first one, with the stack. `of`: all rollouts of the step. */
  | {
      readonly kind: 'set-apart';
      readonly position: RunPosition;
      readonly count: number;
      readonly of: number;
      readonly reason: string;
    }
  /** Requests of the agent were refused as malformed or not supported; emitted once for each stage. `reason` is that of the first request. */
  | {
      readonly kind: 'requests-refused';
      readonly position: RunPosition;
      readonly count: number;
      readonly reason: string;
    }
  /** The stage's first steps had no reward above 0. */
  | { readonly kind: 'no-reward'; readonly position: RunPosition; readonly steps: number }
  /** Steps in a row trained on no rollout; `reward` is the mean of the last step, null if no rollout could be judged. */
  | {
      readonly kind: 'no-signal';
      readonly position: RunPosition;
      readonly steps: number;
      readonly reward: number | null;
    }
  | {
      readonly kind: 'collapsed';
      readonly position: RunPosition;
      readonly metric: string;
      /** Means over the last steps, and over the best ones of the stage. */
      readonly now: number;
      readonly best: number;
    };

/** @returns Whether an event is a warning, which a person should check. */
export function isWarning({ kind }: RunEvent): boolean {
  return ['recipe-warning', 'set-apart', 'requests-refused', 'no-reward', 'no-signal', 'collapsed'].includes(kind);
}

/**
 * @returns An event as a line of text.
 *
 * @example
 * await runRecipe(recipe, { ...runOptions, onEvent: (event) => console.log(describeRunEvent(event)) });
 */
export function describeRunEvent(event: RunEvent): string {
  if (event.kind === 'recipe-warning') return `warning: ${event.path}: ${event.message}`;
  const at = 'position' in event ? `${event.position.stage}, step ${event.position.step}` : event.stage;
  switch (event.kind) {
    case 'stage-started':
      return `${at}: starts, at most ${event.steps} steps`;
    case 'extended':
      return `${at}: extended to ${event.to} steps; the recipe had ${event.from} before`;
    case 'stage-ended':
      return `${at}: ended (${event.reason})`;
    case 'preparing':
      return `${at}: making ${event.source}, ${event.completed} of ${event.total}`;
    case 'filtering':
      return `${at}: measuring the difficulty of problems, ${event.completed} of ${event.total}`;
    case 'filtered':
      return `${at}: ${event.left} of ${event.measured} problems are left`;
    case 'best':
      return `${at}: best checkpoint so far, pass@1 ${(100 * event.passAt1).toFixed(1)} %`;
    case 'set-apart':
      return `warning: ${at}: ${event.count} of ${event.of} rollouts were set apart; the first one: ${event.reason}`;
    case 'requests-refused':
      return `warning: ${at}: ${event.count} requests of the agent were refused (later ones of this stage are counted in agent/refused); the first one: ${event.reason}`;
    case 'no-reward':
      return `warning: ${at}: no rollout of the stage's ${event.steps} steps has a reward above 0; read some in rollouts.jsonl. If their answers are right, fix the reward or the ground truths; else train longer with SFT, take easier problems, or allow more tokens and turns`;
    case 'no-signal':
      return `warning: ${at}: ${event.steps} steps in a row trained on no rollout, because all rewards of each group were equal; ${adviceFor(event.reward)}`;
    case 'collapsed':
      return `warning: ${at}: ${event.metric} fell from ${event.best.toPrecision(3)} to ${event.now.toPrecision(3)}`;
  }
}

/** What to do where a step has no signal, by its mean reward. */
function adviceFor(reward: number | null): string {
  if (reward === null) return 'no rollout could be judged: read the reasons of the reward in rollouts.jsonl';
  if (reward <= 0)
    return `the mean reward is ${reward}: take easier problems, allow more tokens and turns if rollouts are cut off (truncation), or sample more rollouts of each (groupSize, oversampling)`;
  if (reward >= 1) return `the mean reward is ${reward}: take harder problems, or leave out the solved ones (filter)`;
  return `the mean reward is ${Number(reward.toPrecision(3))}: each problem is solved always or never; sample more rollouts of each (groupSize, oversampling), or replace such groups (dynamicSampling)`;
}
