import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { ColumnTally, type ColumnReport } from './internal/column-tally.js';
import { ProblemTally, type ProblemStatistics } from './internal/problem-tally.js';
import { readProblemRows, readProblemsSchema, withoutProblem, type ReadProblemsOptions } from './read-problems.js';
import type { BadRow, DataRow } from './read-rows.js';

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
  /** Rows that cannot be read. */
  readonly badRows: {
    readonly count: number;
    /** The first twenty. */
    readonly first: readonly BadRow[];
  };
  /** Of the problems in the rows, where there are any. */
  readonly problems: ProblemStatistics | undefined;
  /** Rows that hold no problem, with the reason: all of them in what is no set of problems. */
  readonly withoutProblem: DataReport['badRows'];
}

const optionsSchema = readProblemsSchema.omit({ onBadRow: true }).extend({
  samples: z.int().nonnegative().default(3),
  limit: z.int().positive().default(Infinity),
});

const LISTED_ROWS = 20;

/**
 * Looks through rows: their columns, a few of them, what is bad, and what their problems are like.
 *
 * @param source - What `readProblems` takes.
 * @throws What `readRows` does.
 */
export async function inspectData(source: string, options: InspectDataOptions = {}): Promise<DataReport> {
  const { samples, limit, ...read } = parseOptions(optionsSchema, options);
  const tallies = new Map<string, ColumnTally>();
  const shown: DataRow[] = [];
  const [bad, empty] = [new RowList(), new RowList()];
  const problems = new ProblemTally();
  let [rows, problemCount] = [0, 0];
  const asked = { ...read, onBadRow: (row: BadRow) => bad.add(() => row) } as ReadProblemsOptions;
  for await (const { row, problem, reason } of readProblemRows(source, asked)) {
    rows++;
    if (shown.length < samples) shown.push(row);
    for (const [name, value] of Object.entries(row.value)) {
      let tally = tallies.get(name);
      if (tally === undefined) tallies.set(name, (tally = new ColumnTally()));
      tally.add(value);
    }
    if (problem === undefined) empty.add(() => withoutProblem(row, reason));
    else {
      problems.add(problem);
      problemCount++;
    }
    if (rows >= limit) break;
  }
  return {
    rows,
    columns: Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.report(rows)])),
    samples: shown,
    badRows: bad.listed(),
    problems: problemCount === 0 ? undefined : problems.statistics(),
    withoutProblem: empty.listed(),
  };
}

/** Counts rows and keeps the first of them. */
class RowList {
  readonly #first: BadRow[] = [];
  #count = 0;

  add(row: () => BadRow): void {
    if (this.#count++ < LISTED_ROWS) this.#first.push(row());
  }

  listed(): DataReport['badRows'] {
    return { count: this.#count, first: this.#first };
  }
}
