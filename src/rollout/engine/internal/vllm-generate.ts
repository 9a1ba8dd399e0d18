import * as z from 'zod';
import type { GenerateRequest, Generation, JsonValue } from '../../../base/index.js';
import {
  LackingAnswerError,
  drawing,
  readAnswer,
  readFinishReason,
  readLogprobs,
  type EngineProtocol,
  type EngineTarget,
} from './protocol.js';
import { integerSeed } from '../../../base/internal/index.js';
import { tokenStreaming } from './streaming.js';
import { checkLabels, type TextOf } from './token-labels.js';
import { readVersionSpans, versionSpansSchema } from './version-spans.js';

/**
 * vLLM's own token endpoint (`--enable-scale-out`), which neither renders nor detokenizes.
 *
 * @remarks Source: GenerateRequest and GenerateResponse of vllm/entrypoints/serve/disagg/protocol.py. Sampling
 *   parameters that are left out take the engine's defaults and not those of `generation_config.json`, but for
 *   `max_tokens`; those that would change the distribution are named all the same.
 */
export const vllmGenerate: EngineProtocol = {
  path: '/inference/v1/generate',
  body: generateRequest,
  read: readGenerated,
  streaming: tokenStreaming,
};

function generateRequest({ sampling, tokens }: GenerateRequest, target: EngineTarget, maxTokens: number): object {
  return {
    model: target.adapter ?? target.model,
    token_ids: Array.from(tokens),
    stream: false,
    sampling_params: {
      max_tokens: maxTokens,
      ...drawing(sampling),
      ...(sampling.seed === undefined ? {} : { seed: integerSeed(sampling.seed) }),
      logprobs: 0,
    },
  };
}

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullable(),
        token_ids: z.array(z.int32().nonnegative()).nullish(),
        logprobs: z
          .object({
            content: z
              .array(
                z.object({
                  token: z.string().nullish(),
                  token_id: z.int().nullish(),
                  logprob: z.number().nullable(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        weight_versions: versionSpansSchema,
      }),
    )
    .min(1),
  weight_versions: versionSpansSchema,
});

function readGenerated(body: JsonValue, _request: GenerateRequest, textOf?: TextOf): Generation {
  const answer = readAnswer(answerSchema, body);
  const choice = answer.choices[0]!;
  const finishReason = readFinishReason(choice.finish_reason);
  const tokens = choice.token_ids;
  if (!tokens) throw new LackingAnswerError('the server gave no token ids');
  const drawn = choice.logprobs?.content ?? [];
  const logprobs = readLogprobs(
    drawn.map(({ logprob }) => logprob),
    tokens,
  );
  for (const member of ['token', 'token_id'] as const)
    checkLabels(
      drawn.map((one) => one[member]),
      tokens,
      textOf,
    );
  const weightVersions = readVersionSpans(choice.weight_versions ?? answer.weight_versions, tokens.length);
  return { tokens: Int32Array.from(tokens), logprobs, finishReason, ...weightVersions };
}
