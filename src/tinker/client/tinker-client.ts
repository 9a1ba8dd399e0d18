import type { CallOptions } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { limitConcurrency, type RetryOptions } from '../../io/index.js';
import { endpoints, loraToJson } from '../wire/index.js';
import type { TinkerLora } from '../wire/messages.js';
import { fetchServerConfig, type Connection } from './internal/connection.js';
import { ForwardForm } from './internal/forward-form.js';
import { jsonResultOf } from './internal/futures.js';
import { Session } from './internal/session.js';
import { clientSettings, createModelSchema, createSamplerSchema } from './internal/settings.js';
import { Transport } from './internal/transport.js';
import { TinkerError } from './tinker-error.js';
import { remoteCheckpoints, type TinkerCheckpoints } from './tinker-checkpoints.js';
import { remoteModel, type TinkerModel } from './tinker-model.js';
import { remoteSampler, type TinkerSampler } from './tinker-sampler.js';

/** Options of {@link createTinkerClient}. */
export interface TinkerClientOptions {
  /**
   * `http://localhost:8000`; the protocol's paths (`/api/v1/…`) are below it. Default: the environment variable TINKER_BASE_URL, else the
   * hosted service if there is a key.
   */
  readonly baseUrl?: string | undefined;
  /** Default: the environment variable TINKER_API_KEY, but only without `baseUrl`. */
  readonly apiKey?: string | undefined;
  /** How the key is sent: as `X-API-Key`, or as a bearer token. Default `x-api-key`. */
  readonly auth?: 'x-api-key' | 'bearer' | undefined;
  /** Additional headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** The encoding of forward requests. Default `auto`: protobuf, or JSON for a server that cannot read protobuf. */
  readonly wire?: 'auto' | 'protobuf' | 'json' | undefined;
  /**
   * Whether a request that adds or applies a gradient is repeated with the same sequence id if its answer is lost. Use `never` for servers
   * that ignore the id, on which a repetition doubles the gradient: the call then rejects with a TinkerError whose `answerLost` is true.
   * Default `safe`, as in the official SDK.
   */
  readonly repeat?: 'safe' | 'never' | undefined;
  /** Most prompts at once; the server may allow fewer. Default 512. */
  readonly maxSamples?: number | undefined;
  /** Longest wait for the answer to one request, in milliseconds; results may take hours and are requested repeatedly. Default 120 000. */
  readonly timeoutMs?: number | undefined;
  /** Longest answer, in bytes; a longer answer is a TinkerError. Default 256 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Retries for a server that cannot be reached any more, or answers 429 or 5xx. Default 14 times, from 1 s to 30 s apart: about five minutes. */
  readonly retry?: RetryOptions | undefined;
  /** Receives messages of the server for its users, and a message when heartbeats fail for minutes. */
  readonly onMessage?: ((text: string) => void) | undefined;
}

/** The model to train. */
export interface TinkerModelOptions extends CallOptions {
  /** One of the server's `capabilities`. */
  readonly baseModel: string;
  /** Default: the server's choice; many servers train only adapters. */
  readonly lora?: TinkerLora | undefined;
  /** Overrides the client's option. */
  readonly repeat?: 'safe' | 'never' | undefined;
}

/** The weights to sample from: of a base model, or saved for sampling. */
export type TinkerSamplerOptions = CallOptions & ({ readonly baseModel: string } | { readonly path: string });

/** The capabilities of a server. */
export interface TinkerCapabilities {
  readonly models: readonly { readonly name: string; readonly maxContextLength: number | undefined }[];
  /** The server's name; `tinker serve` of this package is `rstar2-agent`, other servers report no name. */
  readonly server?: string | undefined;
}

/** A session on a Tinker server. Every method rejects with TinkerError, and with the signal's reason when aborted. */
export interface TinkerClient {
  /** The server's address. */
  readonly baseUrl: string;
  /** The server's id of the session. It changes if the server has lost the session when a model or sampler is created. */
  readonly sessionId: string;
  /** @returns The models and features of the server. */
  capabilities(options?: CallOptions): Promise<TinkerCapabilities>;
  /** Creates a model with its own optimizer. */
  createModel(options: TinkerModelOptions): Promise<TinkerModel>;
  /** Opens a sampling session. */
  createSampler(options: TinkerSamplerOptions): Promise<TinkerSampler>;
  readonly checkpoints: TinkerCheckpoints;
  /**
   * Ends running requests and the session: the server unloads its models and samplers; saved checkpoints stay. If the server cannot be
   * notified within seconds, it ends the session after minutes without a heartbeat.
   */
  close(): Promise<void>;
}

/**
 * Opens a session on a server with the Tinker API and keeps it alive.
 *
 * If the server has never answered, the call rejects at once. If the server restarts, or the session expires, a new session is opened with
 * the next model or sampler; models and samplers of the old session are lost.
 *
 * @throws TypeError or RangeError for bad options; TinkerError (rejecting) if the server cannot be reached or refuses.
 * @remarks Source: the official SDK's requests (PyPI `tinker` 0.38). Differs: requests of one model are sent one after the other; a future
 *   that cannot be reached fails after `retry`; a key is sent unchanged, never exchanged for a token.
 *
 * @example
 * const client = await createTinkerClient({ baseUrl: 'http://localhost:8000', apiKey: 'tml-key' });
 */
export async function createTinkerClient(
  options: TinkerClientOptions = {},
  { signal }: CallOptions = {},
): Promise<TinkerClient> {
  const transport = new Transport(clientSettings(options));
  try {
    return await transport.during(signal, async (inner) => {
      const config = await fetchServerConfig(transport, inner);
      const session = await Session.open(transport, inner);
      const samples = limitConcurrency(Math.min(transport.settings.maxSamples, config.maxSamples));
      const models = new Map<string, string>();
      return remoteClient({
        transport,
        session,
        config,
        models,
        samples,
        form: new ForwardForm(transport, config.compress),
      });
    });
  } catch (error) {
    transport.close();
    throw error;
  }
}

function remoteClient(connection: Connection): TinkerClient {
  const { transport, session } = connection;
  let closed: Promise<void> | undefined;
  const close = async () => {
    transport.refuse();
    await session.finish();
    transport.close();
  };
  return {
    baseUrl: transport.settings.baseUrl,
    get sessionId() {
      return session.id;
    },
    capabilities: ({ signal } = {}) =>
      transport.during(signal, async (inner) => {
        const { supported_models, server } = await transport.get(endpoints.capabilities, { signal: inner });
        const models = supported_models.map(({ model_name, max_context_length }) => ({
          name: model_name ?? '',
          maxContextLength: max_context_length,
        }));
        return { models, server };
      }),
    createModel: async ({ signal, ...options }) => {
      const { baseModel, lora, repeat } = parseOptions(createModelSchema, options);
      const route = endpoints.createModel;
      const make = (inner: AbortSignal) => {
        const body = {
          session_id: session.id,
          model_seq_id: session.models++,
          base_model: baseModel,
          lora_config: lora && loraToJson(lora),
        };
        const owner = `${body.session_id} ${body.model_seq_id}`;
        return jsonResultOf(transport, route, {
          signal: inner,
          modelId: undefined,
          submit: (send) => send(body, owner),
        });
      };
      const { model_id } = await transport.during(signal, (inner) => session.within(() => make(inner), inner));
      if (connection.models.get(model_id) === session.id)
        throw new TinkerError(`${route.path}: expected a new model, got ${JSON.stringify(model_id)} again`);
      connection.models.set(model_id, session.id);
      return remoteModel(connection, model_id, repeat ?? transport.settings.repeat);
    },
    createSampler: async ({ signal, ...options }) => {
      const { baseModel, path } = parseOptions(createSamplerSchema, options);
      const make = (inner: AbortSignal) => {
        const body = {
          session_id: session.id,
          sampling_session_seq_id: session.samplers++,
          base_model: baseModel,
          model_path: path,
        };
        return transport.call(endpoints.createSamplingSession, body, { signal: inner });
      };
      const { sampling_session_id } = await transport.during(signal, (inner) =>
        session.within(() => make(inner), inner),
      );
      return remoteSampler(connection, sampling_session_id);
    },
    checkpoints: remoteCheckpoints(transport),
    close: () => (closed ??= close()),
  };
}
