import type * as WorkerThreads from 'node:worker_threads';
import { LearnerError } from '../../../../base/index.js';
import { builtInModule, packageEntry } from '../../../../io/index.js';
import { RemoteObjects, ServedObjects, type ObjectAnswer, type ObjectCall } from '../thread/remote-objects.js';
import { BATCH_WORK, type BatchWork } from './batch-work.js';

/** A thread that runs, and the line to it. */
interface Line {
  readonly worker: WorkerThreads.Worker;
  readonly work: BatchWork;
  /** The learners that it uses. */
  readonly learners: ServedObjects;
}

/** The thread has ended before its work was done. */
export class BatchThreadError extends LearnerError {}

/** What the program of a thread of the server is started with where it is to work on large batches. */
export const BATCH_PROGRAM = 'batches';

/** The thread that works on large batches. It is started when it is first used, and anew when it has died. */
export class BatchThread {
  #line: Line | undefined;

  /** @throws Where no thread can be started. */
  get line(): Pick<Line, 'work' | 'learners'> {
    return (this.#line ??= this.#start());
  }

  /** Work under way fails. */
  async close(): Promise<void> {
    await this.#line?.worker.terminate();
  }

  #start(): Line {
    const { Worker } = builtInModule('node:worker_threads') as typeof WorkerThreads;
    const { path, boot } = packageEntry('tinker-http.js');
    const worker = new Worker(boot ?? path, { eval: boot !== undefined, workerData: BATCH_PROGRAM });
    const [remote, learners] = [new RemoteObjects(worker), new ServedObjects()];
    worker.on('message', (message: ObjectCall | ObjectAnswer) => {
      if (message.kind === 'call') void learners.answer(message, worker);
      else remote.receive(message);
    });
    const die = (cause: Error): void => {
      this.#line = undefined;
      remote.fail(new BatchThreadError(`the thread of large batches has ended: ${cause.message}`, { cause }));
    };
    worker.on('error', die);
    worker.on('exit', (code) => die(new Error(`exit code ${code}`)));
    return { worker, work: remote.use<BatchWork>(BATCH_WORK), learners };
  }
}
