import { z } from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { ColumnTally, type ColumnReport } from './internal/column-tally.js';
import { ProblemTally, type ProblemStatistics } from './internal/problem-tally.js';
import { readProblems, readProblemsSchema, type ReadProblemsOptions } from './read-problems.js';
import { NAMED_DATASETS } from './named-datasets.js';
import { readRows, type BadRow, type DataRow } from './read-rows.js';

export type { ColumnReport };

/** Options of {@link inspectData}. */
export interface InspectDataOptions extends Omit<ReadProblemsOptions, 'onBadRow'> {
  /** How many rows are shown. Default 3. */
  readonly samples?: number | undefined;
  /** How many rows are read. Default all. */
  readonly limit?: number | undefined;
}

/** What is in rows. */
export interface DataReport {
  readonly rows: number;
  readonly columns: { readonly [name: string]: ColumnReport };
  /** The first rows. */
  readonly samples: readonly DataRow[];
  readonly badRows: {
    readonly count: number;
    /** The first twenty. */
    readonly first: readonly BadRow[];
  };
  /** Of the problems in the rows, where there are any. */
  readonly problems: ProblemStatistics | undefined;
}

const optionsSchema = readProblemsSchema.omit({ onBadRow: true }).extend({
  samples: z.int().nonnegative().default(3),
  limit: z.int().positive().default(Infinity),
});

const SHOWN_BAD_ROWS = 20;

/**
 * Looks through rows: their columns, a few of them, what is bad, and what their problems are like.
 *
 * @param source - What `readProblems` takes.
 * @throws What `readRows` does.
 */
export async function inspectData(source: string, options: InspectDataOptions = {}): Promise<DataReport> {
  const { samples, limit, columns, ...read } = parseOptions(optionsSchema, options);
  const tallies = new Map<string, ColumnTally>();
  const first: BadRow[] = [];
  const shown: DataRow[] = [];
  let [rows, bad] = [0, 0];
  const asked = {
    ...read,
    onBadRow: (row: BadRow) => void (bad++ < SHOWN_BAD_ROWS && first.push(row)),
  } as ReadProblemsOptions;
  const named = Object.entries(NAMED_DATASETS).find(([name]) => name === source)?.[1];
  for await (const row of readRows(named?.source ?? source, { files: named?.files, ...asked })) {
    rows++;
    if (shown.length < samples) shown.push(row);
    for (const [name, value] of Object.entries(row.value)) {
      let tally = tallies.get(name);
      if (tally === undefined) tallies.set(name, (tally = new ColumnTally()));
      tally.add(value);
    }
    if (rows >= limit) break;
  }
  const problems = new ProblemTally();
  let held = 0;
  for await (const problem of readProblems(source, {
    ...asked,
    columns,
    onBadRow: () => undefined,
  })) {
    problems.add(problem);
    if (++held >= limit) break;
  }
  return {
    rows,
    columns: Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.report(rows)])),
    samples: shown,
    badRows: { count: bad, first },
    problems: held === 0 ? undefined : problems.statistics(),
  };
}
