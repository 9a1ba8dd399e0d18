/** The program of the server's threads: one listens and keeps the books, and has the engine of the main thread compute; another works on large batches. */
import { parentPort, workerData } from 'node:worker_threads';
import { sendFailure } from '../../../../io/index.js';
import { BATCH_PROGRAM, BatchThread } from '../batches/batch-thread.js';
import { batchWork } from '../batches/batch-work.js';
import type { Engine } from '../engine/engine.js';
import { listen } from '../http/listen.js';
import type { FromThread, ThreadSettings, ToThread } from './messages.js';
import { RemoteObjects, ServedObjects, type ObjectAnswer, type ObjectCall } from './remote-objects.js';

const port = parentPort!;
if (workerData === BATCH_PROGRAM) workOnBatches();
else answerRequests(workerData as ThreadSettings);

function workOnBatches(): void {
  const [served, learners] = [new ServedObjects(), new RemoteObjects(port)];
  served.add(batchWork((learner) => learners.use(learner)));
  port.on('message', (message: ObjectCall | ObjectAnswer) => {
    if (message.kind === 'call') void served.answer(message, port);
    else learners.receive(message);
  });
}

function answerRequests({ settings, engine }: ThreadSettings): void {
  const say = (message: FromThread): void => port.postMessage(message);
  const tell = async (message: Promise<FromThread>): Promise<void> => {
    say(await message.catch((error: unknown): FromThread => ({ kind: 'failed', failure: sendFailure(error) })));
  };
  const objects = new RemoteObjects(port);
  const listening = listen(
    { ...settings, log: (event) => say({ kind: 'log', event }) },
    objects.use<Engine>(engine),
    new BatchThread(),
  );
  const close = async (drainMs: number): Promise<FromThread> => {
    await (await listening).close(drainMs);
    return { kind: 'closed' };
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'answer') objects.receive(message);
    else void tell(close(message.drainMs));
  });
  void tell(listening.then(({ address }) => ({ kind: 'listening', address })));
}
