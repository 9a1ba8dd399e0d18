import * as z from 'zod';
import type { GenerateRequest, Generation, JsonValue } from '../../../base/index.js';
import {
  LackingAnswerError,
  checkPromptLength,
  drawing,
  readAnswer,
  readFinishReason,
  readLogprobs,
  type EngineProtocol,
  type EngineTarget,
} from './protocol.js';
import { integerSeed } from '../../../base/internal/index.js';
import { tokenStreaming } from './streaming.js';
import { checkLabels, idOfLabel, type TextOf } from './token-labels.js';
import { oneVersion } from './version-spans.js';

/**
 * `/v1/completions` with tokens in and tokens out, as vLLM and SGLang have it.
 *
 * `logprobs: 0` asks for the drawn token's logprob alone.
 *
 * @remarks Fields as vLLM names them (CompletionRequest in vllm/entrypoints/openai/completion/protocol.py), which SGLang shares:
 *   `return_token_ids` is the plain way; `return_tokens_as_token_ids` is what vLLM before 0.10.2 understands.
 */
export const completions: EngineProtocol = {
  path: '/v1/completions',
  body: completionRequest,
  read: readCompletion,
  streaming: tokenStreaming,
};

function completionRequest({ sampling, tokens }: GenerateRequest, target: EngineTarget, maxTokens: number): object {
  return {
    model: target.adapter ?? target.model,
    prompt: Array.from(tokens),
    max_tokens: maxTokens,
    ...drawing(sampling),
    ...(sampling.seed === undefined ? {} : { seed: integerSeed(sampling.seed) }),
    stream: false,
    logprobs: 0,
    return_token_ids: true,
    return_tokens_as_token_ids: true,
    // SGLang's word for keeping the stop token; vLLM always has it among the token ids.
    no_stop_trim: true,
  };
}

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullable(),
        token_ids: z.array(z.int32().nonnegative()).nullish(),
        prompt_token_ids: z.array(z.number()).nullish(),
        logprobs: z.object({ tokens: z.array(z.string()), token_logprobs: z.array(z.number().nullable()) }).nullish(),
      }),
    )
    .min(1),
  /** SGLang names its weights here. */
  metadata: z.object({ weight_version: z.string().nullish() }).nullish(),
});

function readCompletion(answer: JsonValue, request: GenerateRequest, textOf?: TextOf): Generation {
  const { choices, metadata } = readAnswer(answerSchema, answer);
  const choice = choices[0]!;
  const finishReason = readFinishReason(choice.finish_reason);
  const labels = choice.logprobs?.tokens;
  const tokens = choice.token_ids ?? idsFromLabels(labels?.map(idOfLabel));
  checkPromptLength(choice.prompt_token_ids?.length, request);
  const logprobs = readLogprobs(choice.logprobs?.token_logprobs ?? [], tokens);
  checkLabels(labels ?? [], tokens, textOf);
  const version = metadata?.weight_version;
  return {
    tokens: Int32Array.from(tokens),
    logprobs,
    finishReason,
    ...oneVersion(version, tokens.length),
  };
}

function idsFromLabels(labelled: readonly (number | undefined)[] | undefined): readonly number[] {
  if (labelled === undefined || labelled.includes(undefined))
    throw new LackingAnswerError('the server gave no token ids (vLLM from 0.10.2 and recent SGLang do)');
  return labelled as readonly number[];
}
