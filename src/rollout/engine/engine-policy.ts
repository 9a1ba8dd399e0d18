import * as z from 'zod';
import {
  PolicyError,
  type CallOptions,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type JsonValue,
  type Policy,
  type PolicyCapabilities,
  type Tokenizer,
} from '../../base/index.js';
import { parseOptions, tokenizerSchema } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';
import type { ChatTemplate } from '../chat-template/chat-template.js';
import { addressSchema, connectionSchema, type EngineConnectionOptions } from './engine-connection.js';
import { EngineAdapters } from './internal/adapters.js';
import { chatCompletions, parametersSchema } from './internal/chat-completions.js';
import { accepted, connectEngine, generateOnce } from './internal/engine-client.js';
import { chooseProtocol, identifyEngine, tokenProtocol } from './internal/identify.js';
import { oneVersion, type EngineProtocol } from './internal/protocol.js';
import { chatTemplateSchema } from '../chat-template/internal/index.js';

/**
 * The API of a server:
 *
 * - `vllm-generate`: vLLM's `/inference/v1/generate`, tokens in and out;
 * - `sglang-generate`: SGLang's `/generate`;
 * - `completions`: `/v1/completions` with `return_token_ids`, of older releases of both;
 * - `chat`: `/v1/chat/completions`, messages in and text out; rollouts are marked as `retokenized`.
 */
export type EngineProtocolName = 'vllm-generate' | 'sglang-generate' | 'completions' | 'chat';

/** What converts a server's text to tokens. */
export interface ChatTextOptions {
  /** The model's own. */
  readonly tokenizer: Tokenizer;
  /** The model's chat template, which writes tool calls into the text again. Use the one of `runRollouts`; it has the same default. */
  readonly chatTemplate?: ChatTemplate | undefined;
  /** Additional fields of each request, except those that the policy sets; for example `{ top_k: -1 }` if the server has another default. */
  readonly parameters?: { readonly [name: string]: JsonValue } | undefined;
}

/** Options of {@link createEnginePolicy}. */
export interface EnginePolicyOptions extends EngineConnectionOptions, CallOptions {
  /** The server's root, such as `http://localhost:8000`. */
  readonly url: string;
  /** The model's name on the server. Default: its only model. */
  readonly model?: string | undefined;
  /** Default: the first of these that the server supports. */
  readonly protocol?: EngineProtocolName | undefined;
  /** Allows `chat` if the server supports nothing better. Without this option such a server is refused. */
  readonly chat?: ChatTextOptions | undefined;
}

/** A policy on a server, with methods to replace its weights. */
export interface EnginePolicy extends Policy {
  /** The type of the server. */
  readonly engine: 'vllm' | 'sglang' | 'other';
  readonly protocol: EngineProtocolName;
  readonly model: string;
  /** In tokens; undefined if neither the options nor the server have it. */
  readonly contextLength: number | undefined;
  /** Whether turns are streamed (`onTokens`). SGLang's own endpoint returns whole turns. */
  readonly streams: boolean;
  /**
   * Loads a LoRA adapter and uses it for every new turn. Running turns end with their adapter, which the engine then unloads. The adapter's
   * name is the weight version of every token, so give each step's adapter a new name.
   *
   * vLLM: started with `--enable-lora` and the environment variable `VLLM_ALLOW_RUNTIME_LORA_UPDATING=1`. SGLang:
   * `--enable-lora` with `--max-lora-rank` and `--lora-target-modules`.
   *
   * @param adapter - `path`: a folder in PEFT's format, as the *server* sees it. `replaces`: a name prefix; other adapters with this
   *   prefix, from an earlier process, are unloaded. Default: no adapters. With `replaces`, vLLM must list the adapter after the load.
   * @param options - `timeoutMs`: longest time for the load, then for unloading older adapters (10 s at most). Default: the connection's.
   * @returns Names of older adapters that the engine did not unload in time. They only take memory; the next call with `replaces` tries
   *   them again.
   * @throws PolicyError with the engine's message, or if the load takes too long; the previous adapter stays in use. After a load without
   *   an answer, the same call again takes the adapter as it is if the engine has it by then.
   */
  useAdapter(
    adapter: { readonly name: string; readonly path: string; readonly replaces?: string | undefined },
    options?: CallOptions & { readonly timeoutMs?: number | undefined },
  ): Promise<readonly string[]>;
  /**
   * Replaces all weights by those of a model directory. Only SGLang: vLLM takes weights from a training process (NCCL, CUDA IPC), not from
   * a disk. Tokens have the version that the server reports. SGLang waits for running turns unless they are paused, and then lists its
   * model under the new path.
   *
   * @param weights - `path`: a model directory, as the *server* sees it.
   * @throws PolicyError with the engine's message, or if the engine does not support it.
   */
  useWeights(weights: { readonly path: string; readonly version: string }, options?: CallOptions): Promise<void>;
  /**
   * Stops the engine between two tokens. Running turns wait (`keep`, the default) or end at once (`abort`), which is
   * a retryable `PolicyError` for their callers.
   *
   * @remarks vLLM: `/pause`, of its development mode (`VLLM_SERVER_DEV_MODE=1`). SGLang: `/pause_generation`, `retract` or `abort`.
   *   `retract` computes the KV cache of waiting turns again at `resume`. Its other mode, `in_place`, keeps that cache, and
   *   {@link useWeights} then fails, although SGLang has loaded the weights.
   */
  pause(mode?: 'keep' | 'abort', options?: CallOptions): Promise<void>;
  /** Continues after {@link pause}. */
  resume(options?: CallOptions): Promise<void>;
}

const PROTOCOLS = ['vllm-generate', 'sglang-generate', 'completions', 'chat'] as const;

const optionsSchema = z.strictObject({
  ...connectionSchema,
  url: addressSchema,
  model: z.string().min(1).optional(),
  protocol: z.enum(PROTOCOLS).optional(),
  chat: z
    .strictObject({
      tokenizer: tokenizerSchema,
      chatTemplate: chatTemplateSchema,
      parameters: parametersSchema,
    })
    .optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
const adapterSchema = z.strictObject({
  name: z.string().min(1),
  path: z.string().min(1),
  replaces: z.string().min(1).optional(),
});
const changeSchema = z.looseObject({
  signal: z.instanceof(AbortSignal).optional(),
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).optional(),
});
const weightsSchema = z.strictObject({ path: z.string().min(1), version: z.string().min(1) });

/**
 * Creates a policy for a vLLM or SGLang server: tokens in, tokens and logprobs out. It asks the server which protocols it supports and
 * takes the best one.
 *
 * Every request is sent once; a temporary failure is a `PolicyError` with `retryable`, and `runRollouts` retries it. For logprobs and seeds
 * see {@link createOpenAIPolicy}. A server that returns no token ids needs {@link EnginePolicyOptions.chat}.
 *
 * @throws TypeError, RangeError for bad options; PolicyError (rejecting) if the server does not answer, does not support the protocol, or
 *   serves several models and `model` is missing.
 * @remarks Sources: vllm/entrypoints/serve (disagg, lora, dev/rlhf) and sglang/srt/managers/io_struct.py, both of November 2026.
 *
 * @example
 * const policy = await createEnginePolicy({ url: 'http://localhost:8000', model: 'Qwen/Qwen3-14B' });
 */
export async function createEnginePolicy(options: EnginePolicyOptions): Promise<EnginePolicy> {
  const {
    model: wanted,
    protocol: named,
    chat,
    contextLength: limit,
    signal,
    ...connection
  } = parseOptions(optionsSchema, options);
  const client = connectEngine({ ...connection, url: connection.url.replace(/\/+$/, '').replace(/\/v1$/, '') });
  try {
    const identity = await identifyEngine(client, wanted, signal);
    const { kind, model, hasTokenEndpoint } = identity;
    if ((named === 'vllm-generate' && !hasTokenEndpoint) || (named === 'sglang-generate' && kind !== 'sglang'))
      throw new PolicyError(`options.protocol: the server at ${connection.url} has no ${named}`);
    const chosen = named === undefined ? await chooseProtocol(client, identity, signal) : { protocol: named };
    const { protocol } = chosen;
    if (protocol === 'chat' && chat === undefined) {
      const found = 'why' in chosen ? ` (${chosen.why})` : '';
      throw new PolicyError(
        `options.chat: expected a tokenizer, because the server at ${connection.url} returns no token ids${found}, so its rollouts are marked as retokenized; got undefined`,
      );
    }
    const own: EngineProtocol = protocol === 'chat' ? chatCompletions(chat!) : tokenProtocol(protocol, kind);
    const wire = { ...own, capabilities: capabilitiesOf(kind, own) };
    const contextLength = limit ?? identity.contextLength;
    const adapters = kind === 'other' ? undefined : new EngineAdapters(client, kind);
    const post = async (path: string, body: object, what: string, { signal: ends }: CallOptions = {}) => {
      accepted(await client.send({ method: 'POST', path, body: JSON.stringify(body), signal: ends }), what);
    };
    const lacking = (what: string): never => {
      throw new PolicyError(`${what}: ${kind === 'other' ? `the server at ${connection.url}` : kind} has no such call`);
    };

    return {
      engine: kind,
      protocol,
      model,
      contextLength,
      streams: wire.streaming !== undefined,
      capabilities: wire.capabilities,
      generate(request: GenerateRequest, call: GenerateOptions = {}): Promise<Generation> {
        const ask = async (adapter?: string): Promise<Generation> => {
          const target = { model, ...(adapter === undefined ? {} : { adapter }) };
          const { onTokens } = call;
          const onAdapterTokens: GenerateOptions['onTokens'] =
            onTokens && adapter !== undefined ? (tokens, logprobs) => onTokens(tokens, logprobs, adapter) : onTokens;
          const options = { target, contextLength, ...call, onTokens: onAdapterTokens };
          const generation = await generateOnce(client, wire, request, options);
          // The server reports the version of its base weights, not of the adapter.
          return adapter === undefined
            ? generation
            : { ...generation, ...oneVersion(adapter, generation.tokens.length) };
        };
        return adapters === undefined ? ask() : adapters.during(ask);
      },
      async useAdapter(adapter, call = {}) {
        const checked = parseOptions(adapterSchema, adapter, 'adapter');
        return (adapters ?? lacking('useAdapter')).use(checked, parseOptions(changeSchema, call));
      },
      async useWeights(weights, call) {
        const { path, version } = parseOptions(weightsSchema, weights, 'weights');
        if (kind !== 'sglang') lacking('useWeights');
        await post('/update_weights_from_disk', { model_path: path, weight_version: version }, 'useWeights', call);
      },
      async pause(mode = 'keep', call) {
        if (kind === 'vllm') await post(`/pause?mode=${mode}`, {}, 'pause', call);
        else if (kind === 'sglang')
          await post('/pause_generation', { mode: mode === 'keep' ? 'retract' : mode }, 'pause', call);
        else lacking('pause');
      },
      async resume(call) {
        if (kind === 'other') lacking('resume');
        await post(kind === 'vllm' ? '/resume' : '/continue_generation', {}, 'resume', call);
      },
      close() {
        client.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Over `/v1/completions`, SGLang has other names for grammars than vLLM, and other servers may ignore both. */
function capabilitiesOf(kind: EnginePolicy['engine'], { path, capabilities = {} }: EngineProtocol): PolicyCapabilities {
  return path === '/v1/completions' ? { stopTexts: kind !== 'other', forms: kind === 'vllm' } : capabilities;
}
