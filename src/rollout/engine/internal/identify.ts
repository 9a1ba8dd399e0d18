import * as z from 'zod';
import { PolicyError } from '../../../base/index.js';
import { parseJson } from '../../../base/internal/index.js';
import type { HttpClient } from '../../../io/index.js';
import { accepted, generateOnce } from './engine-client.js';
import { LackingAnswerError, type EngineProtocol } from './protocol.js';
import { completions, sglangCompletions, sglangGenerate, vllmGenerate } from './token-protocols.js';

/** What a server reports about itself. */
export interface EngineIdentity {
  readonly kind: 'vllm' | 'sglang' | 'other';
  /** Whether it has vLLM's token endpoint. */
  readonly hasTokenEndpoint: boolean;
  readonly model: string;
  /** Undefined if the server does not report it. */
  readonly contextLength: number | undefined;
}

const modelsSchema = z.object({
  data: z
    .array(z.object({ id: z.string(), parent: z.string().nullish(), max_model_len: z.int().positive().nullish() }))
    .min(1),
});

/**
 * Finds out which engine a server runs: requests its models, then SGLang's model info or vLLM's version, then sends an empty
 * request to vLLM's token endpoint, which refuses it.
 *
 * @param wanted - The model to use. Default: the only model besides adapters. A server without a list of models is assumed to have it.
 * @throws PolicyError if the server does not answer, does not have the model, or has several models and `wanted` is undefined.
 */
export async function identifyEngine(
  client: HttpClient,
  wanted: string | undefined,
  signal: AbortSignal | undefined,
): Promise<EngineIdentity> {
  const { model, contextLength } = await findModel(client, wanted, signal);
  const answers = async (path: string, schema: z.ZodType): Promise<boolean> => {
    const { status, body } = await client.send({ method: 'GET', path, signal });
    return status === 200 && parsed(schema, body) !== undefined;
  };
  // Older releases have `/get_model_info`.
  const sglang = z.object({ model_path: z.string() });
  if ((await answers('/model_info', sglang)) || (await answers('/get_model_info', sglang)))
    return { kind: 'sglang', hasTokenEndpoint: false, model, contextLength };
  if (!(await answers('/version', z.object({ version: z.string() }))))
    return { kind: 'other', hasTokenEndpoint: false, model, contextLength };
  const probe = await client.send({ method: 'POST', path: '/inference/v1/generate', body: '{}', signal });
  return { kind: 'vllm', hasTokenEndpoint: probe.status === 400 || probe.status === 422, model, contextLength };
}

/** The status codes of a server that does not have a path. */
const NOT_THERE = new Set([404, 405, 501]);

/** Finds the model. A hosted server may not list its models: then the wanted model is assumed to exist. */
async function findModel(
  client: HttpClient,
  wanted: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Pick<EngineIdentity, 'model' | 'contextLength'>> {
  const answer = await client.send({ method: 'GET', path: '/v1/models', signal });
  if (NOT_THERE.has(answer.status) && wanted !== undefined) return { model: wanted, contextLength: undefined };
  const { data } =
    parsed(modelsSchema, accepted(answer, '/v1/models')) ?? refuse('/v1/models: expected a list of models');
  const named = data.filter(({ id, parent }) => (wanted === undefined ? parent == null : id === wanted));
  if (named.length !== 1)
    refuse(
      `model: expected ${wanted === undefined ? 'a name, because the server has several models' : `one of the server's`} (${data.map(({ id }) => id).join(', ')}), got ${wanted ?? 'none'}`,
    );
  const { id: model, max_model_len: longest } = named[0]!;
  return { model, contextLength: longest ?? undefined };
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> | undefined {
  return schema.safeParse(parseJson(body)?.value).data;
}

function refuse(message: string): never {
  throw new PolicyError(message);
}

/** Protocols with tokens in requests and answers. */
const TOKEN_PROTOCOLS = {
  'vllm-generate': vllmGenerate,
  'sglang-generate': sglangGenerate,
  completions,
} satisfies { readonly [name: string]: EngineProtocol };

/** @returns A protocol as an engine has it. */
export function tokenProtocol(name: keyof typeof TOKEN_PROTOCOLS, kind: EngineIdentity['kind']): EngineProtocol {
  return name === 'completions' && kind === 'sglang' ? sglangCompletions : TOKEN_PROTOCOLS[name];
}

/**
 * A server that is neither vLLM nor SGLang is asked for one token to find out.
 *
 * @returns The best protocol of a server; for `chat` also why it has no better one.
 */
export async function chooseProtocol(
  client: HttpClient,
  { kind, hasTokenEndpoint, model }: EngineIdentity,
  signal: AbortSignal | undefined,
): Promise<{ readonly protocol: keyof typeof TOKEN_PROTOCOLS } | { readonly protocol: 'chat'; readonly why: string }> {
  if (hasTokenEndpoint) return { protocol: 'vllm-generate' };
  if (kind === 'sglang') return { protocol: 'sglang-generate' };
  if (kind === 'vllm') return { protocol: 'completions' };
  const request = { tokens: Int32Array.of(0), sampling: { maxTokens: 1, stopTokens: [] } };
  try {
    await generateOnce(client, completions, request, { target: { model }, signal });
    return { protocol: 'completions' };
  } catch (error) {
    if (error instanceof LackingAnswerError || (error instanceof PolicyError && !error.retryable))
      return { protocol: 'chat', why: error.message };
    throw error;
  }
}
