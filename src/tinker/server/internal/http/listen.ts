import { listenHttp, type HttpAddress } from '../../../../io/index.js';
import type { BatchThread } from '../batches/batch-thread.js';
import { Batches } from '../batches/batches.js';
import type { Engine } from '../engine/engine.js';
import { createServer } from '../node.js';
import type { ServiceSettings } from '../parts.js';
import { Services } from '../services.js';
import { HttpFace } from './http-face.js';

/** A server that listens. */
export interface Listening {
  readonly address: HttpAddress;
  /** Lets requests under way finish for so long; rejects with what could not be closed, once all the rest is. */
  close(drainMs: number): Promise<void>;
}

/** A server that listens in another thread. */
export interface ListeningThread extends Listening {
  /** Resolves once it is closed. Rejects with the cause when its thread ended by itself. */
  readonly ended: Promise<void>;
}

/**
 * Listens for requests, in this thread.
 *
 * @param batchThread - Works on large batches; without it this thread does.
 * @throws The system's error when it cannot listen there.
 */
export async function listen(settings: ServiceSettings, engine: Engine, batchThread?: BatchThread): Promise<Listening> {
  const { host, port, log } = settings;
  const services = await Services.open(settings, engine);
  const face = new HttpFace(services, new Batches(batchThread, services.shared.memory));
  const server = createServer();
  const address = await listenHttp(server, { host, port, handle: (...exchange) => face.handle(...exchange) });
  const sweep = () => {
    services.sweep().catch((error: unknown) => log({ level: 'error', message: String(error) }));
  };
  const timer = setInterval(sweep, services.sweepMs).unref();
  return {
    address,
    async close(drainMs) {
      clearInterval(timer);
      await face.close(server, drainMs);
      await services.close().finally(() => batchThread?.close());
    },
  };
}
