import * as z from 'zod';
import type { GenerateRequest, Generation, JsonValue } from '../../../base/index.js';
import {
  checkPromptLength,
  drawing,
  readAnswer,
  readFinishReason,
  readLogprobs,
  type EngineProtocol,
  type EngineTarget,
} from './protocol.js';
import { integerSeed } from '../../../base/internal/index.js';
import { checkLabels, type TextOf } from './token-labels.js';
import { oneVersion, readVersionSpans, versionSpansSchema } from './version-spans.js';

/**
 * SGLang's native endpoint.
 *
 * @remarks Source: GenerateReqInput of python/sglang/srt/managers/io_struct.py and the answers that its tokenizer
 *   manager writes. A server that was not started with `--enable-deterministic-inference` does not honour the seed.
 */
export const sglangGenerate: EngineProtocol = { path: '/generate', body: generateRequest, read: readGenerated };

function generateRequest(
  { sampling, tokens, sessionId }: GenerateRequest,
  target: EngineTarget,
  maxTokens: number,
): object {
  return {
    input_ids: Array.from(tokens),
    sampling_params: {
      max_new_tokens: maxTokens,
      ...drawing(sampling),
      ...(sampling.seed === undefined ? {} : { sampling_seed: integerSeed(sampling.seed) }),
      no_stop_trim: true,
    },
    return_logprob: true,
    // Of the answer alone.
    logprob_start_len: -1,
    top_logprobs_num: 0,
    return_text_in_logprobs: false,
    stream: false,
    // A router keeps a conversation where its prefix is.
    ...(sessionId === undefined ? {} : { routing_key: sessionId }),
    ...(target.adapter === undefined ? {} : { lora_path: target.adapter }),
  };
}

const answerSchema = z.object({
  output_ids: z.array(z.int32().nonnegative()).nullish(),
  meta_info: z.object({
    finish_reason: z.object({ type: z.string(), message: z.string().nullish() }).nullable(),
    prompt_tokens: z.int().nullish(),
    /** Each [logprob, token, text or null]. */
    output_token_logprobs: z.array(z.tuple([z.number().nullable(), z.int32()]).rest(z.unknown())).nullish(),
    weight_version: z.string().nullish(),
    weight_versions: versionSpansSchema,
  }),
});

function readGenerated(answer: JsonValue, request: GenerateRequest, textOf?: TextOf): Generation {
  const { output_ids: ids, meta_info: meta } = readAnswer(answerSchema, answer);
  const finishReason = readFinishReason(meta.finish_reason?.type ?? null);
  checkPromptLength(meta.prompt_tokens, request);
  const drawn = meta.output_token_logprobs ?? [];
  const tokens = ids ?? drawn.map(([, token]) => token);
  const logprobs = readLogprobs(
    drawn.map(([logprob]) => logprob),
    tokens,
  );
  checkLabels(
    drawn.map(([, token]) => token),
    tokens,
    undefined,
  );
  checkLabels(
    drawn.map(([, , text]) => (typeof text === 'string' ? text : undefined)),
    tokens,
    textOf,
  );
  const spans = meta.weight_versions;
  const versions = spans ? readVersionSpans(spans, tokens.length) : oneVersion(meta.weight_version, tokens.length);
  return { tokens: Int32Array.from(tokens), logprobs, finishReason, ...versions };
}
