import type { GenerateOptions } from '../../base/index.js';
import type { TinkerSampleRequest, TinkerSampleResult } from '../wire/messages.js';

/** A prompt, and how to go on from it. */
export type TinkerPrompt = Pick<TinkerSampleRequest, 'prompt' | 'sampling' | 'promptLogprobs'> & {
  /** How many answers. Default 1. */
  readonly samples?: number | undefined;
};

/** Draws from weights that do not change. */
export interface TinkerSampler {
  /** The server's name for the sampling session. */
  readonly id: string;
  /**
   * Any number of calls may be made at once; the client keeps to its and the server's limit, and tells `onWait` how long one waits for that.
   *
   * @throws TinkerError (rejecting) where the server refuses or fails; the signal's reason when aborted.
   */
  sample(prompt: TinkerPrompt, options?: Pick<GenerateOptions, 'signal' | 'onWait'>): Promise<TinkerSampleResult>;
}
