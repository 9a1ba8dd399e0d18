import { argumentError, parseOptions } from '../../base/internal/index.js';
import { isLoopback, lockFolder } from '../../io/index.js';
import type { ListeningThread } from './internal/http/listen.js';
import { resolve } from './internal/node.js';
import { listenInThread } from './internal/thread/http-thread.js';
import { limitsOfEachKey } from './internal/quota.js';
import { serverOptionsSchema, type ServerSettings, type TinkerServerOptions } from './options.js';

/** A running server. */
export interface TinkerServer {
  /** The base URL for clients: `http://127.0.0.1:8000`. */
  readonly url: string;
  readonly port: number;
  /** Resolves once it is closed. Rejects with the cause when it died by itself: `close` then releases its directory. */
  readonly ended: Promise<void>;
  /**
   * Takes no more requests, unloads models and samplers, and closes. Checkpoints stay; weights that were not saved are lost.
   *
   * @param drainMs - How long requests under way may take; then they are cut off. Default 5 s.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Serves the Tinker API over an engine: the official SDK, and every program written for it, trains against it unchanged.
 *
 * Both forms of the wire (protobuf, and the JSON of older clients); several sessions and models, adapters and all weights;
 * the losses `cross_entropy`, `importance_sampling`, `ppo`, `cispo`, `dro`, `gspo` and `stable_reinforce`, summed over tokens, and with them custom losses. A
 * request is done in the order of its sequence id, and once: the same id again is given the same future, and another request
 * under it is refused (409). The result of a request is kept, so that a client can ask again. Sampling sessions keep their weights while
 * training goes on. Checkpoints are saved whole or not at all, and outlive the server.
 *
 * @throws TypeError or RangeError for bad options, also when it is bound beyond loopback without a key, or another server has
 *   the directory; the system's error when it cannot listen there.
 * @remarks Source: the wire as `tinker` 0.25 to 0.38 of PyPI speaks it. Differs: the output matrix has no adapter
 *   (`train_unembed`); weights can be loaded at any time, not as a model's first request only; tokens only, no images;
 *   archives of checkpoints and their publishing are not served.
 *
 * @example
 * const server = await createTinkerServer({ factory, directory: 'checkpoints', port: 8000 });
 */
export function createTinkerServer(options: TinkerServerOptions): Promise<TinkerServer> {
  return openServer(options, listenInThread);
}

/** `createTinkerServer`, with the place where HTTP is read. */
export async function openServer(
  options: TinkerServerOptions,
  listen: (settings: ServerSettings) => Promise<ListeningThread>,
): Promise<TinkerServer> {
  const settings = parseOptions(serverOptionsSchema, options);
  const { host } = settings;
  if (!isLoopback(host) && settings.apiKey === undefined)
    throw argumentError(RangeError, 'options.apiKey', `expected a key, because ${host} is not a loopback address, got none`);
  const limits = limitsOfEachKey(settings);
  const directory = resolve(settings.directory);
  const lock = lockFolder(directory);
  if (lock.kind === 'taken')
    throw argumentError(
      RangeError,
      'options.directory',
      `expected a directory that no other server uses, got one that ${lock.by} uses`,
    );
  try {
    const listening = await listen({ ...settings, limits, directory });
    return {
      ...listening.address,
      ended: listening.ended,
      close: (drainMs = 5000) => listening.close(drainMs).finally(() => lock.release()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
