import type { JsonValue, Rollout, ToolResult } from 'rstar2-agent';
import type { MetricRecord, RolloutSample } from 'rstar2-agent/report';
import type { Algorithm } from '../../examples/training/algorithms.js';

/** The Python tool as the model sees it; the page runs its calls. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [name: string]: JsonValue };
}

/** What the page asks of the training worker. */
export type ToWorker =
  /** The first message. `isShort`: the shortened training of the tests. */
  | { readonly kind: 'open'; readonly tool: ToolDescription; readonly isShort: boolean }
  | { readonly kind: 'train'; readonly algorithm: Algorithm }
  /** Waits after the step that is under way. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** Removes the runs of all algorithms. */
  | { readonly kind: 'start-over' }
  /** Asks the model that is trained; while none is, the one of the algorithm's last checkpoint. */
  | {
      readonly kind: 'ask';
      readonly algorithm: Algorithm;
      readonly text: string;
      readonly groundTruth: string | undefined;
    }
  | { readonly kind: 'report'; readonly algorithm: Algorithm }
  | { readonly kind: 'python-result'; readonly id: number; readonly result: ToolResult };

/** A run as it stands. */
export interface RunState {
  readonly algorithm: Algorithm;
  readonly records: readonly MetricRecord[];
  readonly samples: readonly RolloutSample[];
  /** The step of the last checkpoint; undefined in a run without one. */
  readonly position: { readonly stage: string; readonly step: number } | undefined;
  readonly isFinished: boolean;
}

/** Which weights made an attempt. */
export interface Weights {
  readonly algorithm: Algorithm;
  /** The step that they are of, in words. */
  readonly after: string;
}

/** A rollout of a problem that the page shows. */
export interface Attempt {
  readonly rollout: Rollout;
  readonly groundTruth: string | undefined;
  /** Undefined for the untrained model. */
  readonly weights: Weights | undefined;
}

/** What failed: what the page asked for, or reading a run. */
export type Doing = 'open' | 'read' | 'train' | 'start-over' | 'ask' | 'report';

/** What the training worker reports. */
export type FromWorker =
  | {
      readonly kind: 'ready';
      readonly backend: string;
      readonly parameters: number;
      /** False where the browser has no private file system: a reload loses the run. */
      readonly isKept: boolean;
      readonly stages: readonly { readonly name: string; readonly steps: number }[];
    }
  | { readonly kind: 'untrained'; readonly solved: number; readonly of: number }
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'state'; readonly state: RunState }
  /** The runs that are there have been reported, and none is under way: at the start, and after `start-over`. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'record'; readonly algorithm: Algorithm; readonly record: MetricRecord }
  | { readonly kind: 'samples'; readonly algorithm: Algorithm; readonly samples: readonly RolloutSample[] }
  /** What happens between records: demonstrations that are made, attempts. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'paused' }
  | { readonly kind: 'finished'; readonly algorithm: Algorithm }
  | { readonly kind: 'answer'; readonly attempt: Attempt }
  | { readonly kind: 'report'; readonly algorithm: Algorithm; readonly html: string }
  | { readonly kind: 'python'; readonly id: number; readonly args: JsonValue }
  | { readonly kind: 'failed'; readonly doing: Doing; readonly message: string };
