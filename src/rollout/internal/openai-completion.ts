import { z } from 'zod';
import { checkValue } from '../../base/internal/index.js';
import { PolicyError, Random, type GenerateRequest, type Generation, type SamplingOptions } from '../../base/index.js';

/**
 * The body of a `/v1/completions` request that takes tokens and gives tokens back.
 *
 * Everything that would change the distribution is switched off by name: a server fills what a request leaves out from
 * the model's `generation_config.json` (Qwen's has top-k 20). `logprobs: 0` asks for the drawn token's logprob alone.
 *
 * @remarks Fields as vLLM names them (CompletionRequest in vllm/entrypoints/openai/completion/protocol.py), which SGLang shares:
 *   `return_token_ids` is the plain way; `return_tokens_as_token_ids` is what vLLM before 0.10.2 understands.
 */
export function completionRequest(model: string, request: GenerateRequest, maxTokens: number): object {
  const { sampling, tokens } = request;
  return {
    model,
    prompt: Array.from(tokens),
    max_tokens: maxTokens,
    temperature: sampling.temperature ?? 1,
    top_p: sampling.topP ?? 1,
    top_k: -1,
    min_p: 0,
    repetition_penalty: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    stop_token_ids: [...sampling.stopTokens],
    ...(sampling.seed === undefined ? {} : { seed: integerSeed(sampling.seed) }),
    n: 1,
    stream: false,
    logprobs: 0,
    return_token_ids: true,
    return_tokens_as_token_ids: true,
    skip_special_tokens: false,
    // SGLang's word for keeping the stop token; vLLM always has it among the token ids.
    no_stop_trim: true,
  };
}

/** Servers take an integer; a name becomes one that JSON holds exactly. */
function integerSeed(seed: NonNullable<SamplingOptions['seed']>): number {
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : new Random(seed).integer(2 ** 53 - 1);
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

const TOKEN_ID = /^token_id:(\d+)$/;

/**
 * Reads a completion.
 *
 * @throws PolicyError when it is not one, when the server gave text instead of token ids, cut the prompt, or gave no
 *   logprob for a token; retryable when the server says that it gave up on the request.
 */
export function readCompletion(body: string, request: GenerateRequest): Generation {
  const { choices, metadata } = parseAnswer(body);
  const choice = choices[0]!;
  const finishReason = choice.finish_reason;
  if (finishReason !== 'stop' && finishReason !== 'length')
    throw new PolicyError(`completion: the server ended it with ${JSON.stringify(finishReason)}`, {
      retryable: finishReason === 'abort',
    });
  const tokens = choice.token_ids ?? idsFromNames(choice.logprobs?.tokens);
  const promptTokens = choice.prompt_token_ids;
  if (promptTokens && promptTokens.length !== request.tokens.length)
    throw new PolicyError(
      `completion: the server read ${promptTokens.length} prompt tokens of the ${request.tokens.length} sent`,
    );
  const logprobs = choice.logprobs?.token_logprobs ?? [];
  if (logprobs.length !== tokens.length || logprobs.includes(null))
    throw new PolicyError(`completion: expected a logprob for each of ${tokens.length} tokens, got ${logprobs.length}`);
  const version = metadata?.weight_version;
  return {
    tokens: Int32Array.from(tokens),
    logprobs: Float32Array.from(logprobs as number[]),
    finishReason,
    ...(version && tokens.length > 0 ? { weightVersions: [{ version, start: 0, end: tokens.length }] } : {}),
  };
}

function parseAnswer(body: string): z.output<typeof answerSchema> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new PolicyError('completion: not JSON', { cause, retryable: true });
  }
  const checked = checkValue(answerSchema, value);
  if (checked.kind === 'valid') return checked.value;
  throw new PolicyError(`completion: ${checked.path.join('.') || 'body'}: ${checked.message}`);
}

function idsFromNames(names: readonly string[] | undefined): number[] {
  const ids = names?.map((name) => TOKEN_ID.exec(name)?.[1]);
  if (ids === undefined || ids.includes(undefined))
    throw new PolicyError('completion: the server gave no token ids (vLLM from 0.10.2 and recent SGLang do)');
  return ids.map(Number);
}
