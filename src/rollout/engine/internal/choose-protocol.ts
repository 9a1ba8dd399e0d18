import { PolicyError } from '../../../base/index.js';
import type { HttpClient } from '../../../io/index.js';
import { completions } from './completions.js';
import { generateOnce } from './engine-client.js';
import type { EngineIdentity } from './identify.js';
import { LackingAnswerError, type EngineProtocol } from './protocol.js';
import { sglangGenerate } from './sglang-generate.js';
import { vllmGenerate } from './vllm-generate.js';

/** Tokens in, tokens out. */
export const TOKEN_PROTOCOLS = {
  'vllm-generate': vllmGenerate,
  'sglang-generate': sglangGenerate,
  completions,
} satisfies { readonly [name: string]: EngineProtocol };

/** @returns The best protocol that a server has; a server that is neither vLLM nor SGLang is asked for one token. */
export async function chooseProtocol(
  client: HttpClient,
  { kind, hasTokenEndpoint, model }: EngineIdentity,
  signal: AbortSignal | undefined,
): Promise<keyof typeof TOKEN_PROTOCOLS | 'chat'> {
  if (hasTokenEndpoint) return 'vllm-generate';
  if (kind === 'sglang') return 'sglang-generate';
  if (kind === 'vllm') return 'completions';
  const request = { tokens: Int32Array.of(0), sampling: { maxTokens: 1, stopTokens: [] } };
  try {
    await generateOnce(client, completions, request, { target: { model }, signal });
    return 'completions';
  } catch (error) {
    if (error instanceof LackingAnswerError || (error instanceof PolicyError && !error.retryable)) return 'chat';
    throw error;
  }
}
