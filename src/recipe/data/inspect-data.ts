import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { ProblemTally, type ProblemStatistics, summaryOf, type NumberSummary } from './summarize-problems.js';
import { readProblemRows, readProblemsSchema, withoutProblem, type ReadProblemsOptions } from './read-problems.js';
import type { BadRow, DataRow } from './read-rows.js';
import type { JsonValue } from '../../base/index.js';

/** Options of {@link inspectData}. */
interface InspectDataOptions extends Omit<ReadProblemsOptions, 'onBadRow'> {
  /** How many rows are shown. Default 3. */
  readonly samples?: number | undefined;
  /** How many rows are read. Default all. */
  readonly limit?: number | undefined;
}

/** A report about rows. */
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
  /** Statistics of the problems in the rows, if there are any. */
  readonly problems: ProblemStatistics | undefined;
  /** Rows without a problem, with the reason: all rows of a file that is not a problem set. */
  readonly withoutProblem: DataReport['badRows'];
}

const optionsSchema = readProblemsSchema.omit({ onBadRow: true }).extend({
  samples: z.int().nonnegative().default(3),
  limit: z.int().positive().default(Infinity),
});

const LISTED_ROWS = 20;

/**
 * Reports about rows: columns, samples, bad rows, and statistics of problems.
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

/** The values of one column. */
export interface ColumnReport {
  /** How many values are `text`, `number`, `true or false`, `list`, `structure`. */
  readonly kinds: { readonly [kind: string]: number };
  /** Number of rows in which it is null or missing. */
  readonly missing: number;
  /** Number of different values; undefined above 10,000. Lists and structures are compared as JSON. */
  readonly distinct: number | undefined;
  /** Lengths of the texts; undefined without texts. */
  readonly characters: NumberSummary | undefined;
  /** Range of the numbers; undefined without numbers. */
  readonly numbers: { readonly min: number; readonly max: number } | undefined;
}

const MOST_DISTINCT = 10_000;

/** Counts the values of one column. Its memory has a bound. */
class ColumnTally {
  readonly #kinds: { [kind: string]: number } = {};
  readonly #lengths = new Map<number, number>();
  readonly #distinct = new Set<string>();
  #there = 0;
  #min = Infinity;
  #max = -Infinity;

  add(value: JsonValue): void {
    if (value === null) return;
    this.#there++;
    const kind = kindOf(value);
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    if (this.#distinct.size <= MOST_DISTINCT)
      this.#distinct.add(typeof value === 'string' ? value : JSON.stringify(value));
    if (typeof value === 'string') this.#lengths.set(value.length, (this.#lengths.get(value.length) ?? 0) + 1);
    if (typeof value !== 'number') return;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  report(rows: number): ColumnReport {
    return {
      kinds: this.#kinds,
      missing: rows - this.#there,
      distinct: this.#distinct.size > MOST_DISTINCT ? undefined : this.#distinct.size,
      characters: summaryOf(this.#lengths),
      numbers: this.#min > this.#max ? undefined : { min: this.#min, max: this.#max },
    };
  }
}

function kindOf(value: JsonValue): string {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' ? 'number' : Array.isArray(value) ? 'list' : 'structure';
}
