import * as z from 'zod';
import type { GenerateOptions } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { decodeSampleResult, endpoints, sampleRequestToJson, sampleResultFromJson, WireError } from '../wire/index.js';
import type { TinkerSampleRequest, TinkerSampleResult } from '../wire/messages.js';
import { checkTokens } from './internal/batch.js';
import type { Connection } from './internal/connection.js';
import { resultOf } from './internal/futures.js';

/** A prompt with sampling options. */
export type TinkerPrompt = Pick<TinkerSampleRequest, 'prompt' | 'sampling' | 'promptLogprobs'> & {
  /** Number of answers. Default 1. */
  readonly samples?: number | undefined;
};

/** Samples from weights that do not change. */
export interface TinkerSampler {
  /** The server's id of the sampling session. */
  readonly id: string;
  /**
   * You may make any number of calls at once; the client respects its own and the server's limit, and calls `onWait` while a call waits.
   *
   * @throws TinkerError (rejecting) if the server refuses or fails; the signal's reason when aborted.
   */
  sample(prompt: TinkerPrompt, options?: Pick<GenerateOptions, 'signal' | 'onWait'>): Promise<TinkerSampleResult>;
}

const promptSchema = z.strictObject({
  // Looked at apart.
  prompt: z.unknown(),
  sampling: z.strictObject({
    maxTokens: z.int().positive().optional(),
    seed: z.int().optional(),
    stop: z.union([z.string(), z.array(z.string()), z.array(z.int())]).optional(),
    temperature: z.number().nonnegative().optional(),
    topK: z.int().optional(),
    topP: z.number().optional(),
  }),
  samples: z.int().positive().optional(),
  promptLogprobs: z.boolean().optional(),
});

/** @returns A sampling session, over the wire. */
export function remoteSampler({ transport, samples: drawing }: Connection, id: string): TinkerSampler {
  let requests = 0;
  return {
    id,
    async sample(request, { signal, onWait } = {}) {
      parseOptions(promptSchema, request, 'prompt');
      const { prompt, samples = 1 } = request;
      checkTokens(prompt, 'prompt.prompt');
      const body = sampleRequestToJson({ ...request, samples, samplingSessionId: id, sequenceId: requests++ });
      onWait?.(true);
      return transport.during(signal, (inner) =>
        drawing(() => {
          onWait?.(false);
          return resultOf(transport, {
            what: endpoints.asample.path,
            signal: inner,
            submit: async (options) => ({
              id: (await transport.call(endpoints.asample, body, options)).request_id,
              owner: `${id} ${body.seq_id}`,
            }),
            readJson: (json) => asAsked(sampleResultFromJson(json), samples, prompt.length),
            readProtobuf: (bytes) => asAsked(decodeSampleResult(bytes), samples, prompt.length),
          });
        }, inner),
      );
    },
  };
}

/** @throws WireError for another number of sequences, or of the prompt's logprobs, than was asked for. */
function asAsked(result: TinkerSampleResult, samples: number, promptLength: number): TinkerSampleResult {
  const { sequences, promptLogprobs } = result;
  if (sequences.length !== samples) throw new WireError('sequences', `expected ${samples}, got ${sequences.length}`);
  if (promptLogprobs !== undefined && promptLogprobs.length !== promptLength)
    throw new WireError('prompt_logprobs', `expected ${promptLength}, got ${promptLogprobs.length}`);
  return result;
}
