import type { GenerateOptions } from '../../../base/index.js';
import { parseOptions } from '../../../base/internal/index.js';
import {
  decodeSampleResult,
  endpoints,
  sampleRequestToJson,
  sampleResultFromJson,
  WireError,
} from '../../wire/index.js';
import type { TinkerSampleResult } from '../../wire/messages.js';
import type { TinkerPrompt, TinkerSampler } from '../tinker-sampler.js';
import { checkTokens } from './check-batch.js';
import type { Connection } from './connection.js';
import { resultOf } from './futures.js';
import { promptSchema } from './settings.js';

/** A sampling session, over the wire. */
export class RemoteSampler implements TinkerSampler {
  #requests = 0;

  constructor(
    private readonly connection: Connection,
    readonly id: string,
  ) {}

  async sample(
    request: TinkerPrompt,
    { signal, onWait }: Pick<GenerateOptions, 'signal' | 'onWait'> = {},
  ): Promise<TinkerSampleResult> {
    parseOptions(promptSchema, request, 'prompt');
    const { prompt, sampling, promptLogprobs, samples = 1 } = request;
    checkTokens(prompt, 'prompt.prompt');
    const { transport, samples: inTurn, form } = this.connection;
    const body = sampleRequestToJson({
      samplingSessionId: this.id,
      sequenceId: this.#requests++,
      prompt,
      samples,
      sampling,
      promptLogprobs,
    });
    onWait?.(true);
    return transport.during(signal, (inner) =>
      inTurn(() => {
        onWait?.(false);
        return resultOf(transport, {
          what: endpoints.asample.path,
          signal: inner,
          submit: async (options) => ({
            id: (await transport.call(endpoints.asample, body, options)).request_id,
            owner: `${this.id} ${body.seq_id}`,
          }),
          readJson: (json) => asAsked(sampleResultFromJson(json), samples, prompt.length),
          readProtobuf: (bytes) => asAsked(decodeSampleResult(bytes), samples, prompt.length),
          sizeFirst: form.isProtobuf,
        });
      }, inner),
    );
  }
}

/** @throws WireError for another number of sequences, or of the prompt's logprobs, than was asked for. */
function asAsked(result: TinkerSampleResult, samples: number, promptLength: number): TinkerSampleResult {
  const { sequences, promptLogprobs } = result;
  if (sequences.length !== samples) throw new WireError('sequences', `expected ${samples}, got ${sequences.length}`);
  if (promptLogprobs !== undefined && promptLogprobs.length !== promptLength)
    throw new WireError('prompt_logprobs', `expected ${promptLength}, got ${promptLogprobs.length}`);
  return result;
}
