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
  /** Resolves after `close`. Rejects with the cause if the server crashed; `close` then releases its directory. */
  readonly ended: Promise<void>;
  /**
   * Takes no more requests, unloads models and samplers, and closes. Unsaved weights are lost.
   *
   * @param drainMs - Longest wait for running requests, in milliseconds; then they are cancelled. Default 5 s.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Serves the Tinker API with an engine: the official SDK, and every program for it, can train against it without changes.
 *
 * It supports protobuf, and the JSON of older clients; several sessions and models; adapters and full training;
 * the losses `cross_entropy`, `importance_sampling`, `ppo`, `cispo`, `dro`, `gspo` and `stable_reinforce`, summed over tokens, and with
 * them custom losses. Requests run in the order of their sequence ids, each once: the same request with the same id gets the same future,
 * and another request with this id is refused (409). Results are stored, so that clients can ask again. Sampling sessions keep their
 * weights while training continues. Checkpoints are saved whole or not at all, and survive the server.
 *
 * @throws TypeError or RangeError for bad options, also for an address beyond loopback without a key, or a directory that another server
 *   uses; the system's error if it cannot listen.
 * @remarks Source: the requests of `tinker` 0.25 to 0.38 of PyPI. Differs: the output matrix has no adapter
 *   (`train_unembed`); weights can be loaded at any time, not only as a model's first request; only tokens, no images; no archives of
 *   checkpoints, and no publishing.
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
    throw argumentError(
      RangeError,
      'options.apiKey',
      `expected a key, because ${host} is not a loopback address, got none`,
    );
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
