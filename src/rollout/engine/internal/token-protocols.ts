import * as z from 'zod';
import type { GenerateRequest, Generation, JsonValue } from '../../../base/index.js';
import { ENGINE_CAPABILITIES, sglangConstraint, vllmConstraint } from './constraints.js';
import {
  LackingAnswerError,
  checkPromptLength,
  drawing,
  oneVersion,
  readAnswer,
  readFinishReason,
  readLogprobs,
  readVersionSpans,
  versionSpansSchema,
  type EngineProtocol,
} from './protocol.js';
import { tokenStreaming } from './streaming.js';
import { checkLabels, idOfLabel, type TextOf } from './token-labels.js';

/** Protocols with tokens in requests and answers. `logprobs: 0` asks for the logprob of the sampled token only. */

const tokenIds = z.array(z.int32().nonnegative()).nullish();
const finishReason = z.string().nullable();
const logprob = z.number().nullable();

/**
 * `/v1/completions` of vLLM and SGLang, with tokens in requests and answers.
 *
 * @remarks Source: CompletionRequest in vllm/entrypoints/openai/completion/protocol.py; SGLang has the same fields. vLLM from 0.10.2
 *   understands `return_token_ids`, older releases `return_tokens_as_token_ids`.
 */
export const completions: EngineProtocol = {
  path: '/v1/completions',
  // SGLang's has stop texts too, and other names for grammars.
  capabilities: ENGINE_CAPABILITIES,
  body: (request, target, maxTokens) => ({
    model: target.adapter ?? target.model,
    prompt: Array.from(request.tokens),
    max_tokens: maxTokens,
    ...drawing(request.sampling, 'seed'),
    ...vllmConstraint(request),
    stream: false,
    logprobs: 0,
    return_token_ids: true,
    return_tokens_as_token_ids: true,
    // Makes SGLang keep the stop token; vLLM always returns it.
    no_stop_trim: true,
  }),
  read: readCompletion,
  streaming: tokenStreaming,
};

/**
 * `/v1/completions` of SGLang. It names adapters by `lora_path`: SGLang answers any `model` that it does not know, an adapter's name too,
 * with the base model.
 *
 * @remarks Source: `_resolve_lora_path` of python/sglang/srt/entrypoints/openai/serving_base.py.
 */
export const sglangCompletions: EngineProtocol = {
  ...completions,
  body: (request, { model, adapter }, maxTokens) => ({
    ...completions.body(request, { model }, maxTokens),
    ...(adapter === undefined ? {} : { lora_path: adapter }),
  }),
};

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: finishReason,
        token_ids: tokenIds,
        prompt_token_ids: z.array(z.number()).nullish(),
        logprobs: z.object({ tokens: z.array(z.string()), token_logprobs: z.array(logprob) }).nullish(),
      }),
    )
    .min(1),
  /** SGLang's versions of the weights. */
  metadata: z.object({ weight_version: z.string().nullish(), weight_versions: versionSpansSchema }).nullish(),
});

function readCompletion(answer: JsonValue, request: GenerateRequest, textOf?: TextOf): Generation {
  const { choices, metadata } = readAnswer(completionSchema, answer);
  const choice = choices[0]!;
  const reason = readFinishReason(choice.finish_reason);
  const { tokens: labels = [], token_logprobs: values = [] } = choice.logprobs ?? {};
  const tokens = choice.token_ids ?? (choice.logprobs ? labels.map(idOfLabel) : [undefined]);
  if (tokens.includes(undefined))
    throw new LackingAnswerError('the server returned no token ids (vLLM from 0.10.2 and recent SGLang do)');
  const ids = tokens as readonly number[];
  checkPromptLength(choice.prompt_token_ids?.length, request);
  const logprobs = readLogprobs(values, ids);
  checkLabels(labels, ids, textOf);
  const versions = sglangVersions(metadata ?? {}, ids.length);
  return { tokens: Int32Array.from(ids), logprobs, finishReason: reason, ...versions };
}

/**
 * vLLM's token endpoint (`--enable-scale-out`), without chat templates and detokenization.
 *
 * @remarks Source: GenerateRequest and GenerateResponse of vllm/entrypoints/serve/disagg/protocol.py. The defaults of sampling
 *   parameters are the engine's own, except `max_tokens`, which comes from `generation_config.json`. All parameters that change the
 *   distribution are set anyway.
 */
export const vllmGenerate: EngineProtocol = {
  path: '/inference/v1/generate',
  capabilities: ENGINE_CAPABILITIES,
  body: (request, target, maxTokens) => ({
    model: target.adapter ?? target.model,
    token_ids: Array.from(request.tokens),
    stream: false,
    sampling_params: {
      max_tokens: maxTokens,
      ...drawing(request.sampling, 'seed'),
      ...vllmConstraint(request),
      logprobs: 0,
    },
  }),
  read: readVllm,
  streaming: tokenStreaming,
};

const drawnSchema = z.object({ token: z.string().nullish(), token_id: z.int().nullish(), logprob });
const vllmSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: finishReason,
        token_ids: tokenIds,
        logprobs: z.object({ content: z.array(drawnSchema).nullish() }).nullish(),
        weight_versions: versionSpansSchema,
      }),
    )
    .min(1),
  weight_versions: versionSpansSchema,
});

function readVllm(body: JsonValue, _request: GenerateRequest, textOf?: TextOf): Generation {
  const answer = readAnswer(vllmSchema, body);
  const choice = answer.choices[0]!;
  const reason = readFinishReason(choice.finish_reason);
  const tokens = choice.token_ids;
  if (!tokens) throw new LackingAnswerError('the server returned no token ids');
  const drawn = choice.logprobs?.content ?? [];
  const values = drawn.map((one) => one.logprob);
  const logprobs = readLogprobs(values, tokens);
  for (const member of ['token', 'token_id'] as const) {
    const labels = drawn.map((one) => one[member]);
    checkLabels(labels, tokens, textOf);
  }
  const versions = readVersionSpans(choice.weight_versions ?? answer.weight_versions, tokens.length);
  return { tokens: Int32Array.from(tokens), logprobs, finishReason: reason, ...versions };
}

/**
 * SGLang's native endpoint.
 *
 * @remarks Source: GenerateReqInput of python/sglang/srt/managers/io_struct.py, and the answers of its tokenizer manager. A server
 *   without `--enable-deterministic-inference` ignores the seed.
 */
export const sglangGenerate: EngineProtocol = {
  path: '/generate',
  capabilities: ENGINE_CAPABILITIES,
  body: (request, target, maxTokens) => ({
    input_ids: Array.from(request.tokens),
    sampling_params: {
      max_new_tokens: maxTokens,
      ...drawing(request.sampling, 'sampling_seed'),
      no_stop_trim: true,
      ...sglangConstraint(request),
    },
    return_logprob: true,
    // Logprobs of the answer only.
    logprob_start_len: -1,
    top_logprobs_num: 0,
    return_text_in_logprobs: false,
    stream: false,
    // A router sends a conversation to the server that has its prefix in the cache.
    ...(request.sessionId === undefined ? {} : { routing_key: request.sessionId }),
    ...(target.adapter === undefined ? {} : { lora_path: target.adapter }),
  }),
  read: readSglang,
};

const sglangSchema = z.object({
  output_ids: tokenIds,
  meta_info: z.object({
    finish_reason: z.object({ type: z.string(), message: z.string().nullish() }).nullable(),
    prompt_tokens: z.int().nullish(),
    /** Each [logprob, token, text or null]. */
    output_token_logprobs: z.array(z.tuple([logprob, z.int32()]).rest(z.unknown())).nullish(),
    weight_version: z.string().nullish(),
    weight_versions: versionSpansSchema,
  }),
});

function readSglang(answer: JsonValue, request: GenerateRequest, textOf?: TextOf): Generation {
  const { output_ids: ids, meta_info: meta } = readAnswer(sglangSchema, answer);
  const reason = readFinishReason(meta.finish_reason?.type ?? null);
  checkPromptLength(meta.prompt_tokens, request);
  const drawn = meta.output_token_logprobs ?? [];
  const drawnIds = drawn.map(([, token]) => token);
  const tokens = ids ?? drawnIds;
  const values = drawn.map(([value]) => value);
  const logprobs = readLogprobs(values, tokens);
  checkLabels(drawnIds, tokens, undefined);
  const texts = drawn.map(([, , text]) => (typeof text === 'string' ? text : undefined));
  checkLabels(texts, tokens, textOf);
  const versions = sglangVersions(meta, tokens.length);
  return { tokens: Int32Array.from(tokens), logprobs, finishReason: reason, ...versions };
}

/** Older releases have no spans: one version for all tokens. */
function sglangVersions(
  { weight_version: version, weight_versions: spans }: NonNullable<z.output<typeof completionSchema>['metadata']>,
  length: number,
): Pick<Generation, 'weightVersions'> {
  return spans ? readVersionSpans(spans, length) : oneVersion(version, length);
}
