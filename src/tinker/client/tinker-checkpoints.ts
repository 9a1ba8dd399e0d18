import type { CallOptions } from '../../base/index.js';

/** What a server has saved. */
export interface TinkerCheckpoint {
  /** `tinker://MODEL/weights/NAME`. */
  readonly path: string;
  /** `training`: weights and optimizer. `sampler`: weights to draw from. */
  readonly kind: 'training' | 'sampler';
  /** When, in ISO 8601. */
  readonly time: string;
  readonly bytes: number | undefined;
}

/** What weights were saved from: what a model must be to load them. */
export interface TinkerWeightsInfo {
  readonly baseModel: string;
  readonly isLora: boolean;
  readonly loraRank: number | undefined;
}

/** What a server has saved, of all models. All reject with TinkerError. */
export interface TinkerCheckpoints {
  /** @returns What was saved of one model. */
  list(modelId: string, options?: CallOptions): Promise<TinkerCheckpoint[]>;
  /** Deletes it for good. @throws RangeError for what is no path of the form that `list` gives. */
  delete(path: string, options?: CallOptions): Promise<void>;
  /** @returns What a model must be to load it. */
  info(path: string, options?: CallOptions): Promise<TinkerWeightsInfo>;
}
