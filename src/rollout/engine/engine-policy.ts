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
 * How a server is asked:
 *
 * - `vllm-generate`: vLLM's `/inference/v1/generate`, which neither renders nor detokenizes;
 * - `sglang-generate`: SGLang's `/generate`;
 * - `completions`: `/v1/completions` with `return_token_ids`, which older releases of both have;
 * - `chat`: `/v1/chat/completions`, messages in and text out: its rollouts are marked as `retokenized`.
 */
export type EngineProtocolName = 'vllm-generate' | 'sglang-generate' | 'completions' | 'chat';

/** What makes tokens of a server's text. */
export interface ChatTextOptions {
  /** The model's own. */
  readonly tokenizer: Tokenizer;
  /** The model's own, which writes its tool calls into the text again; that of `runRollouts`, with the same default. */
  readonly chatTemplate?: ChatTemplate | undefined;
  /** Further members of each request, none of those that the policy sets, such as `{ top_k: -1 }` where the server fills that in otherwise. */
  readonly parameters?: { readonly [name: string]: JsonValue } | undefined;
}

/** Options of {@link createEnginePolicy}. */
export interface EnginePolicyOptions extends EngineConnectionOptions, CallOptions {
  /** The server's root, such as `http://localhost:8000`. */
  readonly url: string;
  /** The model's name as the server knows it. Default: the only one that it has. */
  readonly model?: string | undefined;
  /** Default: the first of these that the server has. */
  readonly protocol?: EngineProtocolName | undefined;
  /** Allows `chat` where the server has nothing better. Without it such a server is refused. */
  readonly chat?: ChatTextOptions | undefined;
}

/** A policy on another machine, and its weights' life from here. */
export interface EnginePolicy extends Policy {
  /** What the server is. */
  readonly engine: 'vllm' | 'sglang' | 'other';
  readonly protocol: EngineProtocolName;
  readonly model: string;
  /** In tokens; undefined where neither the options nor the server say. */
  readonly contextLength: number | undefined;
  /** Whether turns come piece by piece (`onTokens`), where the server streams; over SGLang's own endpoint they come whole. */
  readonly streams: boolean;
  /**
   * Loads a LoRA adapter and uses it for every turn that begins from now on. Turns under way end with the adapter that
   * they began with; the engine drops that one when none is left. Every token of such a turn carries the adapter's name
   * as its version, so give each step's adapter a name of its own.
   *
   * vLLM: started with `--enable-lora` and the environment variable `VLLM_ALLOW_RUNTIME_LORA_UPDATING=1`. SGLang:
   * `--enable-lora` with `--max-lora-rank` and `--lora-target-modules`.
   *
   * @param adapter - `path`: a folder in PEFT's format, as the *server* sees it. `replaces`: other adapters whose names begin so are
   *   dropped, those that an earlier process left behind; default: none are. With it, vLLM must list the adapter after the load.
   * @param options - `timeoutMs`: longest time for the load, then for dropping older adapters (10 s at most). Default: the connection's.
   * @returns Names of older adapters that the engine did not drop in time. It only keeps them longer; the next call with `replaces`
   *   tries them again.
   * @throws PolicyError with the engine's words, or where the load takes too long; what was in use before stays. After a load without an
   *   answer, the same call again takes the adapter as it is if the engine has it by then.
   */
  useAdapter(
    adapter: { readonly name: string; readonly path: string; readonly replaces?: string | undefined },
    options?: CallOptions & { readonly timeoutMs?: number | undefined },
  ): Promise<readonly string[]>;
  /**
   * Replaces all weights by those of a model directory. SGLang alone: vLLM takes weights from a training process
   * (NCCL, CUDA IPC) and not from a disk. Tokens carry the version that the server says it had. SGLang waits for turns under way
   * unless they are paused, and then lists its model under the new path.
   *
   * @param weights - `path`: a model directory, as the *server* sees it.
   * @throws PolicyError with the engine's words, or where the engine has no such call.
   */
  useWeights(weights: { readonly path: string; readonly version: string }, options?: CallOptions): Promise<void>;
  /**
   * Stops the engine between two tokens; turns under way wait (`keep`, the default) or end at once (`abort`), which is
   * a retryable `PolicyError` for their callers.
   *
   * @remarks vLLM: `/pause`, of its development mode (`VLLM_SERVER_DEV_MODE=1`). SGLang: `/pause_generation`, `retract` or `abort`.
   *   `retract` computes the KV cache of waiting turns again at `resume`. Its other mode, `in_place`, keeps that cache, and
   *   {@link useWeights} then fails, although SGLang has loaded the weights.
   */
  pause(mode?: 'keep' | 'abort', options?: CallOptions): Promise<void>;
  /** Goes on after {@link pause}. */
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
 * A policy on a vLLM or SGLang server: tokens in, tokens and logprobs out, over the best way that the server has, which
 * is found by asking it.
 *
 * Every request is sent once; a failure that may pass is a `PolicyError` with `retryable`, and `runRollouts` tries again.
 * Logprobs and seeds are as {@link createOpenAIPolicy} says. A server that gives no token ids is taken with
 * {@link EnginePolicyOptions.chat} alone.
 *
 * @throws TypeError, RangeError for bad options; PolicyError (rejecting) when the server does not answer, is of another
 *   kind than a protocol asks for, or serves several models and `model` is missing.
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
    const protocol = named ?? (await chooseProtocol(client, identity, signal));
    if (protocol === 'chat' && chat === undefined)
      throw new PolicyError(
        `options.chat: expected a tokenizer, for the server at ${connection.url} gives text and no token ids (its rollouts are marked as retokenized), got none`,
      );
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
