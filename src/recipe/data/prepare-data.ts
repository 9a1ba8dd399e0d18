import * as z from 'zod';
import { DatasetError } from '../../base/index.js';
import { functionSchema, parseOptions } from '../../base/internal/index.js';
import { createCurator, curateSchema, type CurateOptions } from './curator.js';
import { Preparation, preparedBefore, type PreparedCounts, type PreparedData } from './internal/preparation.js';
import type { Problem } from './problem.js';
import { readProblems, readProblemsSchema, type ReadProblemsOptions } from './read-problems.js';
import type { DataProgress } from './read-rows.js';

export type { PreparedCounts, PreparedData };

/** Options of {@link prepareData}. */
export interface PrepareDataOptions {
  /** One or more sources of `readProblems`, in this order. */
  readonly from: readonly string[];
  /** The folder that is written. */
  readonly out: string;
  /** Sources of test problems, which the data set must not contain. Default: no sources. */
  readonly against?: readonly string[] | undefined;
  /** How the sources of `from` are read. Those of `against` are read with the same options except `files`, `format` and `columns`. */
  readonly read?: Omit<ReadProblemsOptions, 'onBadRow' | 'onProgress' | 'signal'> | undefined;
  /** Which problems are kept. */
  readonly curate?: Omit<CurateOptions, 'against'> | undefined;
  /** Called while files are downloaded and read, with the counts of problems kept and removed so far. */
  readonly onProgress?: ((progress: DataProgress, counts: PreparedCounts) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const optionsSchema = z.strictObject({
  from: z.array(z.string().min(1)).min(1),
  out: z.string().min(1),
  against: z.array(z.string().min(1)).default([]),
  read: readProblemsSchema.omit({ onBadRow: true, onProgress: true, signal: true }).prefault({}),
  curate: curateSchema.omit({ against: true }).prefault({}),
  onProgress: z.optional(functionSchema<NonNullable<PrepareDataOptions['onProgress']>>()),
  signal: z.instanceof(AbortSignal).optional(),
});

/**
 * Writes a data set: a folder with the kept problems (`problems.jsonl`), the removed ones with the reason (`removed.jsonl`), rows without
 * a problem (`bad.jsonl`), and how it was made (`data.json`).
 *
 * The folder grows as `${out}.part` and is renamed when it is complete. A run that was stopped at any moment continues when it is started
 * again with the same options, and writes the same files. A complete folder is not made again.
 *
 * @throws DatasetError if a source cannot be read, a file cannot be written, `out` is another folder, or a source of `against` has no
 *   problem. Work until then is kept. The signal's reason when aborted. TypeError, RangeError for bad options.
 *
 * @example
 * await prepareData({ from: ['problems.jsonl'], against: ['aime-2025'], out: 'data/train' });
 */
export async function prepareData(options: PrepareDataOptions): Promise<PreparedData> {
  const { from, out, against, read, curate, onProgress, signal } = parseOptions(optionsSchema, options);
  const { files, format, columns, revision, ...hub } = read;
  const plan = JSON.parse(JSON.stringify({ from, against, files, format, columns, revision, curate })) as unknown;
  const before = preparedBefore(out, plan);
  if (before !== undefined) return before;
  const preparation = new Preparation(out, plan);
  const report = (progress: DataProgress) => onProgress?.(progress, preparation.counts);
  try {
    const tests: Problem[] = [];
    for (const source of against) {
      const before = tests.length;
      for await (const test of readProblems(source, { ...hub, signal, onProgress: report })) tests.push(test);
      if (tests.length === before) throw new DatasetError(`${source}: expected test problems, got none`);
    }
    const curator = createCurator({ ...curate, against: tests });
    await preparation.restore(curator);
    for (const source of from) {
      const problems = readProblems(source, {
        ...read,
        signal,
        onProgress: report,
        onBadRow: (row) => preparation.addBadRow(row),
      });
      for await (const problem of problems) preparation.add(problem, curator);
    }
    return await preparation.finish(tests.length);
  } catch (error) {
    preparation.save();
    if (preparation.broken || preparation.isEmpty || !(error instanceof DatasetError)) throw error;
    const { message, cause, retryable } = error;
    const where = `${preparation.counts.kept} problems were kept before this and are in ${preparation.folder}`;
    throw new DatasetError(`${message}\n${where}: run again with the same options to continue`, { cause, retryable });
  } finally {
    preparation.close();
  }
}
