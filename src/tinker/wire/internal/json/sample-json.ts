import * as z from 'zod';
import type { TinkerSampleRequest, TinkerSampleResult } from '../../messages.js';
import { MAX_DATA, WireError } from '../limits.js';
import { listOf, optional, parseBody } from './schemas.js';
import {
  finiteNumbers,
  integersFromJson,
  modelInputFromJson,
  modelInputSchema,
  modelInputToJson,
  numbers,
  tensorsToJson,
} from './tensor-json.js';

/** The protocol passes over what it does not know here. */
const samplingSchema = z.object({
  max_tokens: optional(z.int()),
  seed: optional(z.number()),
  stop: optional(z.union([z.string(), listOf(z.string(), MAX_DATA), listOf(z.int(), MAX_DATA)])),
  temperature: optional(z.number()),
  top_k: optional(z.int()),
  top_p: optional(z.number()),
});

/** Tokens drawn for one place of a prompt. */
const MOST_ALTERNATIVES = 64;

const none = <T extends number | boolean>(value: T) => z.literal(value).nullish();

export const sampleRequestSchema = z.strictObject({
  num_samples: z.int().default(1),
  prompt: modelInputSchema,
  sampling_params: samplingSchema,
  base_model: optional(z.string()),
  model_path: optional(z.string()),
  sampling_session_id: optional(z.string()),
  seq_id: optional(z.int()),
  prompt_logprobs: optional(z.boolean()),
  // What the protocol has beside, and no server of ours: those who send all their fields ask for none of it.
  topk_prompt_logprobs: none(0),
  topk_sample_logprobs: none(0),
  target_prompt_logprobs: z.null().optional(),
  prompt_alt_tokens_k: optional(z.int().min(0).max(MOST_ALTERNATIVES)),
  prompt_logprobs_last_n: optional(z.int().min(1)),
  // What `stable_reinforce` needs of a sample comes back with the datum.
  record_stability_info: optional(z.boolean()),
  type: z.literal('sample').optional(),
});

export const sampleResultSchema = z.object({
  sequences: z
    .array(z.object({ stop_reason: z.enum(['stop', 'length']), tokens: numbers, logprobs: optional(numbers) }))
    .max(MAX_DATA),
  prompt_logprobs: optional(z.array(z.number().nullable())),
});

export function sampleRequestToJson(request: TinkerSampleRequest): z.input<typeof sampleRequestSchema> {
  const { maxTokens, seed, stop, temperature, topK, topP } = request.sampling;
  return {
    sampling_session_id: request.samplingSessionId,
    seq_id: request.sequenceId,
    num_samples: request.samples,
    prompt: modelInputToJson(request.prompt),
    sampling_params: {
      max_tokens: maxTokens,
      seed,
      stop,
      temperature: temperature ?? 1,
      top_k: topK ?? -1,
      top_p: topP ?? 1,
    },
    prompt_logprobs: request.promptLogprobs,
    ...(request.promptLogprobsLast && { prompt_logprobs_last_n: request.promptLogprobsLast }),
    ...(request.promptAlternatives && { prompt_alt_tokens_k: request.promptAlternatives }),
  };
}

/** @throws WireError for what does not fit, and for what `tinker serve` does not draw (`topk_prompt_logprobs` among it). */
export function sampleRequestFromJson(body: unknown): TinkerSampleRequest {
  const json = parseBody(sampleRequestSchema, body);
  const { sampling_session_id: samplingSessionId, seq_id: sequenceId, sampling_params: sampling } = json;
  const { base_model: baseModel, model_path: path, prompt_logprobs_last_n: last, prompt_alt_tokens_k: count } = json;
  const isModelNamed = baseModel !== undefined || path !== undefined;
  if (samplingSessionId === undefined && !isModelNamed)
    throw new WireError('sampling_session_id', 'expected a sampling session, a base_model or a model_path, got none');
  if (samplingSessionId !== undefined && sequenceId === undefined)
    throw new WireError('seq_id', 'expected an integer, got none');
  const prompt = modelInputFromJson(json.prompt, 'prompt');
  if (last !== undefined && (json.prompt_logprobs !== true || last >= prompt.length))
    throw new WireError(
      'prompt_logprobs_last_n',
      `expected at most ${prompt.length - 1} (the prompt's tokens but the first) beside prompt_logprobs, got ${last}`,
    );
  return {
    samplingSessionId,
    sequenceId: sequenceId ?? 0,
    ...(samplingSessionId === undefined && { model: { baseModel, path } }),
    ...(last !== undefined && { promptLogprobsLast: last }),
    ...((count ?? 0) > 0 && { promptAlternatives: count }),
    prompt,
    samples: json.num_samples,
    sampling: {
      maxTokens: sampling.max_tokens,
      seed: sampling.seed,
      stop: sampling.stop,
      temperature: sampling.temperature,
      topK: sampling.top_k,
      topP: sampling.top_p,
    },
    promptLogprobs: json.prompt_logprobs ?? false,
  };
}

/** @throws RangeError for a logprob that JSON cannot say; those of the prompt may be NaN, which is none. */
export function sampleResultToJson(
  result: TinkerSampleResult,
): z.input<typeof sampleResultSchema> & { type: 'sample'; prompt_alt_tokens?: object } {
  const { promptAlternatives: drawn } = result;
  return {
    ...(drawn && { prompt_alt_tokens: tensorsToJson({ ...drawn }, 'prompt_alt_tokens') }),
    type: 'sample',
    sequences: result.sequences.map(({ tokens, logprobs, stopReason }, i) => ({
      stop_reason: stopReason,
      tokens: Array.from(tokens),
      logprobs: logprobs && finiteNumbers(logprobs, `sequences[${i}].logprobs`),
    })),
    prompt_logprobs:
      result.promptLogprobs && Array.from(result.promptLogprobs, (value) => (Number.isNaN(value) ? null : value)),
  };
}

/** @throws WireError for what does not fit. */
export function sampleResultFromJson(body: unknown): TinkerSampleResult {
  const json = parseBody(sampleResultSchema, body);
  const sequences = json.sequences.map(({ stop_reason: stopReason, tokens, logprobs }, i) => {
    const ids = integersFromJson(tokens, `sequences[${i}].tokens`);
    if (logprobs === undefined) return { tokens: ids, stopReason };
    if (logprobs.length !== ids.length)
      throw new WireError(`sequences[${i}].logprobs`, `expected ${ids.length}, got ${logprobs.length}`);
    return { tokens: ids, logprobs: Float32Array.from(logprobs), stopReason };
  });
  if (json.prompt_logprobs === undefined) return { sequences };
  return { sequences, promptLogprobs: Float32Array.from(json.prompt_logprobs, (value) => value ?? NaN) };
}
