import * as z from 'zod';
import { functionOption, parseOptions } from '../base/internal/index.js';
import type { CallOptions, Verdict } from '../base/index.js';
import { availableThreads, giveUpOnAbort } from '../io/index.js';
import type { VerifyMathOptions } from '../verify/index.js';
import { checkGrading, type Grading, checkRecords } from './internal/graders.js';
import { Batch } from './internal/threads/batch.js';
import { WorkerSlot, startWorkerThread, type StartThread } from './internal/threads/thread.js';
import type { Grader, VerifyProgress, VerifyRecord } from './internal/graders.js';

/** Options of `verifyBatch`. */
export interface VerifyBatchOptions extends CallOptions {
  /** The grader. Default `math`. */
  readonly grader?: Grader | undefined;
  /** Options of `verifyMath` for every record; the prime grader has no options. Options of a record replace them. */
  readonly options?: VerifyMathOptions | undefined;
  /**
   * Number of worker threads; 0 grades in the calling thread, with pauses for other work. Default: one per core, and 0 for small batches.
   * Without worker threads (browsers), the calling thread does the work.
   */
  readonly threads?: number | undefined;
  /** Called after every few records. An error of it ends the batch. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

/** A thread takes about as long to start as so many records take to grade. */
const WORTH_A_THREAD = 500;

const schema = z.strictObject({
  grader: z.enum(['math', 'prime']).default('math'),
  options: z.custom<VerifyMathOptions>().optional(),
  threads: z.int().min(0).max(1024).optional(),
  onProgress: functionOption<(progress: VerifyProgress) => void>(() => undefined),
  signal: z.instanceof(AbortSignal).optional(),
});

/**
 * Grades many answers with `verifyMath`, or with the prime grader (`grader`), on worker threads.
 *
 * The verdicts do not depend on the number of threads. A record that crashed a thread twice is `undecided` with that cause; the other
 * records continue.
 *
 * @returns One verdict for each record, in order.
 * @throws TypeError or RangeError (rejecting, before any work) for invalid options or records; the signal's reason
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
  const { grader, options: shared, threads, onProgress, signal } = parseOptions(schema, options);
  const grading: Grading = { grader, options: shared };
  checkGrading(grading);
  checkRecords(records);
  signal?.throwIfAborted();
  const batch = new Batch(records, grading, onProgress);
  const wanted = threads ?? Math.min(availableThreads(), Math.floor(records.length / WORTH_A_THREAD));
  const slots = await startSlots(start, Math.min(wanted, batch.chunkCount), grading);
  try {
    const work = slots.length === 0 ? [batch.gradeHere()] : slots.map((slot) => batch.gradeOn(slot));
    await giveUpOnAbort(Promise.all(work), signal);
    return batch.verdicts;
  } finally {
    batch.stop();
    await Promise.all(slots.map((slot) => slot.close()));
  }
}

/** @returns The threads that could be started; empty if threads are not supported. */
async function startSlots(start: StartThread, count: number, grading: Grading): Promise<WorkerSlot[]> {
  const slots = Array.from({ length: count }, () => new WorkerSlot(() => start(grading)));
  const started = await Promise.all(slots.map((slot) => slot.hasStarted()));
  return slots.filter((_, index) => started[index]);
}
