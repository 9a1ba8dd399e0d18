import { z } from 'zod';
import { functionOption, parseOptions } from '../../base/internal/index.js';
import type { CallOptions, Verdict } from '../../base/index.js';
import { readOptions, type VerifyMathOptions } from '../../verify/options.js';
import { Batch, type VerifyProgress } from './batch.js';
import { checkRecords, type VerifyRecord } from './grade-records.js';
import { Seat } from './seat.js';
import { availableThreads, startWorkerThread, type StartThread } from './thread.js';

/** Options of `verifyBatch`. */
export interface VerifyBatchOptions extends CallOptions {
  /** Options of `verifyMath` for every record; a record's own come on top. */
  readonly options?: VerifyMathOptions | undefined;
  /**
   * Worker threads; 0 grades in the calling thread, letting other work in between. Default: one a core, and none for a
   * batch that is done sooner than a thread is started. Where the runtime has no worker threads (browsers, Node before
   * 20.16) the calling thread does the work.
   */
  readonly threads?: number | undefined;
  /** Called after every few records. What it throws ends the batch. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

/** A thread takes about as long to start as so many records take to grade. */
const WORTH_A_THREAD = 500;

const schema = z.strictObject({
  options: z.custom<VerifyMathOptions>().optional(),
  threads: z.int().min(0).max(1024).optional(),
  onProgress: functionOption<(progress: VerifyProgress) => void>(() => undefined),
  signal: z.instanceof(AbortSignal).optional(),
});

/**
 * Grades many answers by `verifyMath`, over worker threads.
 *
 * The verdicts do not depend on the number of threads. A record during which a thread died twice is `undecided` with that
 * cause; the others go on.
 *
 * @returns One verdict a record, in the order of the records.
 * @throws TypeError or RangeError (rejecting, before any work) for options or records that are none; the signal's reason
 *   when aborted, with the threads ended.
 * @example
 * const verdicts = await verifyBatch([{ response: '\\boxed{0.5}', groundTruth: '\\frac12' }], { threads: 4 });
 */
export function verifyBatch(
  records: readonly VerifyRecord[],
  options: VerifyBatchOptions = {},
): Promise<readonly Verdict[]> {
  return verifyBatchOn(startWorkerThread, records, options);
}

/** `verifyBatch` over threads of any kind. */
export async function verifyBatchOn(
  start: StartThread,
  records: readonly VerifyRecord[],
  options: VerifyBatchOptions,
): Promise<readonly Verdict[]> {
  const { options: shared, threads, onProgress, signal } = parseOptions(schema, options);
  readOptions(shared);
  checkRecords(records);
  signal?.throwIfAborted();
  const batch = new Batch(records, shared, onProgress);
  const wanted = threads ?? Math.min(availableThreads(), Math.floor(records.length / WORTH_A_THREAD));
  const seats = await takeSeats(start, Math.min(wanted, batch.chunkCount), shared);
  const cancelled = abortion(signal);
  try {
    const work = seats.length === 0 ? [batch.gradeHere()] : seats.map((seat) => batch.gradeOn(seat));
    await Promise.race([Promise.all(work), cancelled.promise]);
    return batch.verdicts;
  } finally {
    cancelled.forget();
    batch.stop();
    await Promise.all(seats.map((seat) => seat.close()));
  }
}

/** @returns The threads that could be started; none where there are none. */
async function takeSeats(start: StartThread, count: number, shared: VerifyMathOptions | undefined): Promise<Seat[]> {
  const seats = Array.from({ length: count }, () => new Seat(() => start(shared)));
  const taken = await Promise.all(seats.map((seat) => seat.isTaken()));
  return seats.filter((_, index) => taken[index]);
}

/** A promise that rejects when the signal aborts, until it is forgotten. */
function abortion(signal: AbortSignal | undefined): { readonly promise: Promise<never>; forget(): void } {
  let onAbort = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, forget: () => signal?.removeEventListener('abort', onAbort) };
}
