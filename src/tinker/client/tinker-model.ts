import type { CallOptions } from '../../base/index.js';
import type { TinkerAdam, TinkerBatch, TinkerForwardResult } from '../wire/messages.js';
import type { TinkerSampler } from './tinker-sampler.js';

/** What a server says about a model. */
export interface TinkerModelInfo {
  readonly id: string;
  readonly baseModel: string | undefined;
  readonly tokenizer: string | undefined;
  /** Rank of the adapter; undefined where the server does not say, or there is none. */
  readonly loraRank: number | undefined;
}

/**
 * One model in training on a server. Requests are handed in in the order of the calls, which need not be awaited one by one: a
 * step is a `forwardBackward` and an `optimStep` at once.
 *
 * Every method rejects with TinkerError for what the server refused or failed at, and for a connection that stays lost; with the
 * signal's reason when aborted, which takes nothing back that was handed in.
 */
export interface TinkerModel {
  /** The server's name for it. */
  readonly id: string;
  /** @returns Logprobs of the targets, and what else the server tells; no gradient. */
  forward(batch: TinkerBatch, options?: CallOptions): Promise<TinkerForwardResult>;
  /**
   * Adds the gradient of a loss to what has accumulated. A batch beyond the server's limits travels in several requests,
   * whose results are put together in the batch's order; metrics by the reduction in their names (`loss:sum`), others not at all.
   */
  forwardBackward(batch: TinkerBatch, options?: CallOptions): Promise<TinkerForwardResult>;
  /** Applies the accumulated gradient by Adam and clears it. @returns The server's metrics. */
  optimStep(adam?: Partial<TinkerAdam>, options?: CallOptions): Promise<{ readonly [name: string]: number }>;
  /** Saves weights and optimizer. @returns Where: what `loadState` takes. */
  saveState(name: string, options?: CallOptions & { readonly overwrite?: boolean | undefined }): Promise<string>;
  /**
   * Takes saved weights, and the optimizer's state with them. Many servers take it only as a model's first request.
   *
   * @param options - `optimizer: false` takes the weights alone. Default true.
   */
  loadState(path: string, options?: CallOptions & { readonly optimizer?: boolean | undefined }): Promise<void>;
  /** Saves weights for sampling. @returns Where: what `createSampler` of the client takes. */
  saveForSampler(name: string, options?: CallOptions): Promise<string>;
  /** @returns A sampler of the weights as they are now, kept by the server for as long as it likes and under no name. */
  createSampler(options?: CallOptions): Promise<TinkerSampler>;
  /** @returns What the server says about the model. */
  info(options?: CallOptions): Promise<TinkerModelInfo>;
  /** Frees the model's place on the server. What was saved stays. */
  unload(options?: CallOptions): Promise<void>;
}
