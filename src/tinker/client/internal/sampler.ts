import type { GenerateOptions } from '../../../base/index.js';
import { parseOptions } from '../../../base/internal/index.js';
import { decodeSampleResult, endpoints, sampleRequestToJson, sampleResultFromJson } from '../../wire/index.js';
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
          submit: async (options) => (await transport.call(endpoints.asample, body, options)).request_id,
          readJson: sampleResultFromJson,
          readProtobuf: decodeSampleResult,
          sizeFirst: form.isProtobuf,
        });
      }, inner),
    );
  }
}
