import * as z from 'zod';
import {
  PolicyError,
  type GenerateRequest,
  type Generation,
  type JsonValue,
  type PolicyCapabilities,
  type SamplingOptions,
  type WeightVersionSpan,
} from '../../../base/index.js';
import { checkValue, integerSeed } from '../../../base/internal/index.js';
import type { Streaming } from './streaming.js';
import type { TextOf } from './token-labels.js';

/** The weights of an engine that a request is for. */
export interface EngineTarget {
  /** The base model's name, as the server knows it. */
  readonly model: string;
  /** A LoRA adapter that the server has loaded, by name. */
  readonly adapter?: string;
}

/** A protocol of a server: how requests are written and answers are read. */
export interface EngineProtocol {
  /** Below the server's root. */
  readonly path: string;
  /** Default: none. */
  readonly capabilities?: PolicyCapabilities;
  /** @returns The body of the request, before it is written as JSON. */
  body(request: GenerateRequest, target: EngineTarget, maxTokens: number): object;
  /**
   * @param textOf - Decodes tokens, to compare them with labels. Default: labels that are texts are not compared.
   * @throws PolicyError for an answer that is invalid, lacks what training needs, or contradicts itself.
   */
  read(answer: JsonValue, request: GenerateRequest, textOf?: TextOf): Generation;
  /** How streamed answers are read; undefined for a protocol without streaming. */
  readonly streaming?: Streaming;
}

/**
 * The sampling parameters of a request, by the names that vLLM and SGLang share. All parameters that change the distribution are
 * set, because servers take missing ones from the model's `generation_config.json` (Qwen's has top-k 20).
 *
 * @param seedName - The server's name for the seed.
 */
export function drawing(sampling: SamplingOptions, seedName: string): object {
  return {
    n: 1,
    temperature: sampling.temperature ?? 1,
    top_p: sampling.topP ?? 1,
    top_k: sampling.topK ?? -1,
    min_p: sampling.minP ?? 0,
    repetition_penalty: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    stop_token_ids: [...sampling.stopTokens],
    skip_special_tokens: false,
    ...(sampling.seed === undefined ? {} : { [seedName]: integerSeed(sampling.seed) }),
  };
}

/** @throws PolicyError that names the field. It is retryable, because a working server would not answer so. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: JsonValue): z.output<Schema> {
  const checked = checkValue(schema, answer);
  if (checked.kind === 'valid') return checked.value;
  throw new PolicyError(`completion: ${checked.path.join('.') || 'body'}: ${checked.message}`, { retryable: true });
}

/** @throws PolicyError for any other reason; retryable if the server aborted the request or gave no reason. */
export function readFinishReason(reason: string | null): Generation['finishReason'] {
  if (reason === 'stop' || reason === 'length') return reason;
  const end = reason === null ? 'stopped without a finish reason' : `ended it with ${JSON.stringify(reason)}`;
  throw new PolicyError(`completion: the server ${end}`, { retryable: reason === null || reason === 'abort' });
}

/** An answer without token ids or logprobs. A server that always answers so supports only the `chat` protocol. */
export class LackingAnswerError extends PolicyError {
  constructor(message: string) {
    super(`completion: ${message}`, { retryable: true });
    this.name = 'PolicyError';
  }
}

/** @throws PolicyError if the server read another number of prompt tokens than were sent. */
export function checkPromptLength(read: number | null | undefined, request: GenerateRequest): void {
  if (typeof read === 'number' && read !== request.tokens.length)
    throw new PolicyError(`completion: the server read ${read} prompt tokens of the ${request.tokens.length} sent`, {
      retryable: true,
    });
}

/** @throws PolicyError if a token has no logprob. */
export function readLogprobs(logprobs: readonly (number | null)[], tokens: readonly number[]): Float32Array {
  if (logprobs.length !== tokens.length)
    throw new LackingAnswerError(`expected a logprob for each of ${tokens.length} tokens, got ${logprobs.length}`);
  const missing = logprobs.indexOf(null);
  if (missing >= 0)
    throw new LackingAnswerError(
      `logprob ${missing}: expected a number, got null: the server has no logprob of token ${tokens[missing]}`,
    );
  return Float32Array.from(logprobs as number[]);
}

/** Spans of tokens and the weights that generated them, as vLLM and SGLang write them. */
export const versionSpansSchema = z
  .array(
    z.object({ version: z.union([z.string(), z.int()]), start: z.int().nonnegative(), end: z.int().nonnegative() }),
  )
  .nullish();

/**
 * @param length - The number of generated tokens.
 * @returns The `weightVersions` of a generation, if the server reports them.
 * @throws PolicyError for spans that are out of order, overlap, or reach beyond the tokens.
 */
export function readVersionSpans(
  spans: z.output<typeof versionSpansSchema>,
  length: number,
): Pick<Generation, 'weightVersions'> {
  if (!spans || length === 0) return {};
  const read: WeightVersionSpan[] = [];
  let at = 0;
  for (const { version, start, end } of spans) {
    if (start < at || end < start || end > length)
      throw new PolicyError(
        `completion: weight_versions: expected spans of ${length} tokens in order, got ${JSON.stringify(spans).slice(0, 200)}`,
        { retryable: true },
      );
    if (end > start) read.push({ version: String(version), start, end });
    at = end;
  }
  return read.length === 0 ? {} : { weightVersions: read };
}

/** @returns The `weightVersions` of a generation by one version of the weights, if the version is known. */
export function oneVersion(version: string | null | undefined, length: number): Pick<Generation, 'weightVersions'> {
  return version ? readVersionSpans([{ version, start: 0, end: length }], length) : {};
}
