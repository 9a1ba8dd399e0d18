import { listenHttp, type HttpAddress } from '../../../../io/index.js';
import type { Engine } from '../engine/engine.js';
import { createServer } from '../node.js';
import { TrainingRuns } from '../runs/training-runs.js';
import type { ServiceSettings } from '../parts.js';
import { TinkerService } from '../tinker-service.js';
import { HttpFace } from './http-face.js';

/** A server that listens. */
export interface Listening {
  readonly address: HttpAddress;
  /** Lets requests under way finish for so long; rejects with what could not be closed, once all the rest is. */
  close(drainMs: number): Promise<void>;
}

/** Listens for requests, in this thread. @throws The system's error when it cannot listen there. */
export async function listen(settings: ServiceSettings, engine: Engine): Promise<Listening> {
  const { host, port, directory, log } = settings;
  const runs = await TrainingRuns.open(directory, (message) => log({ level: 'warn', message }));
  const service = new TinkerService(settings, engine, runs);
  const face = new HttpFace(service);
  const server = createServer();
  const address = await listenHttp(server, { host, port, handle: (...exchange) => face.handle(...exchange) });
  const sweep = () => {
    service.sweep().catch((error: unknown) => log({ level: 'error', message: String(error) }));
  };
  const timer = setInterval(sweep, service.sweepMs).unref();
  return {
    address,
    async close(drainMs) {
      clearInterval(timer);
      await face.close(server, drainMs);
      await service.close();
    },
  };
}
