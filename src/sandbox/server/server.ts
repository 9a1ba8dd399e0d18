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
   * Takes no more requests, lets those under way finish, and closes.
   *
   * @param drainMs - How long they may take; then they are cut off. Default 30 s.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Serves a sandbox over Code Judge's HTTP protocol: its clients work unchanged.
 *
 * Routes: `POST /run`, `/run/batch`, `/run/long-batch`, `/judge`, `/judge/batch`, `/judge/long-batch`; `GET /ping`,
 * `/status`, `/metrics`. Trainers that share the server take turns. A client that disconnects cancels its calls.
 *
 * @throws TypeError or RangeError for bad options, also when it is bound beyond loopback without a token; SandboxError
 *   when it cannot listen there.
 * @remarks Source: arXiv 2508.20722 on its environment service. Differs: a call that waits too long is answered `queue_timeout` at once,
 *   not when its worker would have finished; processes that a program leaves behind are killed and are no failure;
 *   requests that a web page of another site can make a browser send are refused (403, 415).
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
      `expected one for a server that listens on ${settings.host}, got none`,
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
