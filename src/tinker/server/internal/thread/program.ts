/** The program of the HTTP thread: it listens and keeps the books, and has the engine of the main thread compute. */
import { parentPort, workerData } from 'node:worker_threads';
import { sendFailure } from '../../../../io/index.js';
import type { Engine } from '../engine/engine.js';
import { listen } from '../http/listen.js';
import type { FromThread, ThreadSettings, ToThread } from './messages.js';
import { RemoteObjects } from './remote-objects.js';

const port = parentPort!;
const say = (message: FromThread): void => port.postMessage(message);
const { settings, engine } = workerData as ThreadSettings;
const objects = new RemoteObjects(port);
const listening = listen({ ...settings, log: (event) => say({ kind: 'log', event }) }, objects.use<Engine>(engine));
port.on('message', (message: ToThread) => {
  if (message.kind === 'answer') objects.receive(message);
  else void tell(close(message.drainMs));
});
void tell(listening.then(({ address }) => ({ kind: 'listening', address })));

async function close(drainMs: number): Promise<FromThread> {
  await (await listening).close(drainMs);
  return { kind: 'closed' };
}

async function tell(message: Promise<FromThread>): Promise<void> {
  say(await message.catch((error: unknown): FromThread => ({ kind: 'failed', failure: sendFailure(error) })));
}
