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
   * `http://localhost:8000`; the protocol's paths (`/api/v1/…`) are below it. Default: the environment variable TINKER_BASE_URL, else
   * the hosted service where there is a key.
   */
  readonly baseUrl?: string | undefined;
  /** Default: the environment variable TINKER_API_KEY, where `baseUrl` is left out; a server that `baseUrl` names gets no other key. */
  readonly apiKey?: string | undefined;
  /** How the key is sent: as `X-API-Key`, or as a bearer token. Default `x-api-key`. */
  readonly auth?: 'x-api-key' | 'bearer' | undefined;
  /** Further headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** The form of forward requests. Default `auto`: protobuf, or JSON on a server that cannot read that. */
  readonly wire?: 'auto' | 'protobuf' | 'json' | undefined;
  /**
   * Whether a request that adds a gradient, or applies it, is made again under the same sequence id where its answer is lost.
   * `never` is for servers that do not read the id, on which that doubles the gradient: the call then rejects with a TinkerError
   * whose `answerLost` is true. Default `safe`, as the official SDK does.
   */
  readonly repeat?: 'safe' | 'never' | undefined;
  /** Prompts under way at once, at most; the server may allow fewer. Default 512. */
  readonly maxSamples?: number | undefined;
  /** Longest wait for the answer to one request, in milliseconds; results, which may take hours, are asked for again and again. Default 120 000. */
  readonly timeoutMs?: number | undefined;
  /** Longest answer that is taken, in bytes: a longer one is given up as it comes, and is a TinkerError. Default 256 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** How often and how long a server that cannot be reached any more, or says 429 or 5xx, is tried. Default 14 times, from 1 s to 30 s apart: about five minutes. */
  readonly retry?: RetryOptions | undefined;
  /** Called with what the server wants its users to read, and when heartbeats fail for minutes. */
  readonly onMessage?: ((text: string) => void) | undefined;
}

/** Which model to train. */
export interface TinkerModelOptions extends CallOptions {
  /** One of the server's `capabilities`. */
  readonly baseModel: string;
  /** Default: the server's choice; many train adapters alone. */
  readonly lora?: TinkerLora | undefined;
  /** As the client's; it goes before that one. */
  readonly repeat?: 'safe' | 'never' | undefined;
}

/** Which weights to draw from: a base model's, or those saved for sampling. */
export type TinkerSamplerOptions = CallOptions & ({ readonly baseModel: string } | { readonly path: string });

/** What a server can train. */
export interface TinkerCapabilities {
  readonly models: readonly { readonly name: string; readonly maxContextLength: number | undefined }[];
  /** What the server calls itself; `tinker serve` of this package is `rstar2-agent`, others say nothing. */
  readonly server?: string | undefined;
}

/** A session on a Tinker server. Every method rejects with TinkerError, and with the signal's reason when aborted. */
export interface TinkerClient {
  /** Where the server is. */
  readonly baseUrl: string;
  /** The server's name for the session; another one, once the server did not know it any more when something was to be made. */
  readonly sessionId: string;
  /** @returns What the server can train. */
  capabilities(options?: CallOptions): Promise<TinkerCapabilities>;
  /** Makes a model with an optimizer of its own. */
  createModel(options: TinkerModelOptions): Promise<TinkerModel>;
  /** Opens a sampling session. */
  createSampler(options: TinkerSamplerOptions): Promise<TinkerSampler>;
  readonly checkpoints: TinkerCheckpoints;
  /**
   * Ends what is under way, and the session: the server gives up its models and samplers; what was saved stays. A server that
   * cannot be notified within seconds does it when it has heard nothing for minutes.
   */
  close(): Promise<void>;
}

/**
 * Opens a session on a server that speaks the Tinker API and keeps it alive.
 *
 * A server that never answered is not waited for: an address where nothing listens rejects at once. One that is restarted, or that
 * lets the session expire, is given another session when the next model or sampler is made; what the session had is gone.
 *
 * @throws TypeError or RangeError for bad options; TinkerError (rejecting) where the server cannot be reached or refuses.
 * @remarks Source: the official SDK's requests (PyPI `tinker` 0.38). Differs: requests of one model are handed in one after the other;
 *   a future that stays out of reach is given up after `retry`; a key is sent as it is, never exchanged for a token.
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
