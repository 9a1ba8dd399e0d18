import { createServer } from 'node:http';
import { SandboxError } from '../../base/index.js';
import { argumentError, parseOptions } from '../../base/internal/index.js';
import { checkKey, isLoopback, listenHttp } from '../../io/index.js';
import { Service } from './internal/service.js';
import { serverOptionsSchema } from './options.js';
import type { SandboxServerOptions } from './options.js';

/** A running server. */
export interface SandboxServer {
  /** `http://127.0.0.1:8088`. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more requests, waits for running ones, and closes.
   *
   * @param drainMs - Longest wait for running requests, in milliseconds; then they are cancelled. Default 30 s.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Serves a sandbox with Code Judge's HTTP protocol, so that its clients work unchanged.
 *
 * Routes: `POST /run`, `/run/batch`, `/run/long-batch`, `/judge`, `/judge/batch`, `/judge/long-batch`; `GET /ping`,
 * `/status`, `/metrics`. Trainers that share the server take turns. A client that disconnects cancels its calls.
 *
 * @throws TypeError or RangeError for bad options, also for an address beyond loopback without a token; SandboxError if it cannot listen.
 * @remarks Source: arXiv 2508.20722 on its environment service. Differs: a call that waits too long is answered `queue_timeout` at once,
 *   not when its worker would have finished; processes that a program leaves behind are killed and do not count as a failure; requests that a
 *   browser could send for a web page of another site are refused (403, 415).
 *
 * @example
 * const server = await createSandboxServer({ sandbox: await createLocalSandbox(), concurrency: 8, port: 8088 });
 */
export async function createSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const settings = parseOptions(serverOptionsSchema, options);
  if (!isLoopback(settings.host) && settings.token === undefined) {
    throw argumentError(
      RangeError,
      'options.token',
      `expected a token, because ${settings.host} is not a loopback address, got none`,
    );
  }
  if (settings.token !== undefined) checkKey(settings.token, 'options.token');
  const service = new Service(settings);
  const server = createServer();
  const { host } = settings;
  const { url, port } = await listenHttp(server, {
    host,
    port: settings.port,
    handle: (request, response) => service.handle(request, response),
  }).catch((cause: Error) => {
    throw new SandboxError(`cannot listen on ${host}:${settings.port}: ${cause.message}`, { cause });
  });
  service.log('info', 'listening', { host, port, isolation: settings.sandbox.isolation });
  return { url, port, close: (drainMs = 30_000) => service.close(server, drainMs) };
}
