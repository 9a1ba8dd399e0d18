import { DatasetError } from '../../../base/index.js';
import {
  existsSync,
  openAppendFile,
  placeDirectory,
  readTextFile,
  rmSync,
  writeFileWhole,
  type AppendFile,
} from '../../../io/index.js';
import type { Curator, Removal } from '../curator.js';
import type { Problem } from '../problem.js';
import { hash32 } from './content-tokens.js';
import { ProblemTally, type ProblemStatistics } from '../summarize-problems.js';
import type { BadRow } from './row.js';
import { jsonlRows } from './text-rows.js';

/** What became of rows. */
export interface PreparedCounts {
  readonly kept: number;
  /** By why: `duplicate`, `leak`, … */
  readonly removed: { readonly [kind in Removal['kind']]?: number };
  readonly badRows: number;
}

/** A data set that was prepared. */
export interface PreparedData extends PreparedCounts {
  /** Its folder. */
  readonly out: string;
  /** How many test problems it was checked against. */
  readonly tests: number;
  /** Statistics of the problems that were kept. */
  readonly statistics: ProblemStatistics;
}

/** What `data.json` says of a folder that grows. */
interface Progress extends PreparedCounts {
  /** How many problems and bad rows of the sources are dealt with, and a digest of those problems. */
  readonly seen: number;
  readonly digest: number;
  /** How long the files are then. */
  readonly bytes: { readonly [file in DataFileName]: number };
}

type DataFileName = 'problems' | 'removed' | 'bad';
const NAMES = ['problems', 'removed', 'bad'] as const satisfies readonly DataFileName[];
const START: Progress = {
  kept: 0,
  removed: {},
  badRows: 0,
  seen: 0,
  digest: 0,
  bytes: { problems: 0, removed: 0, bad: 0 },
};
/** After so many problems the files are brought up to date. */
const EVERY = 1_000;

/**
 * The folder that `prepareData` writes, as it grows beside its place. What its files hold is a function of how many problems of
 * the sources were dealt with: `data.json` says how many, and how long the files were then; what a stopped run wrote after that
 * is dropped and made again.
 */
export class Preparation {
  readonly folder: string;
  readonly #out: string;
  readonly #plan: unknown;
  readonly #before: Progress;
  readonly #files: { readonly [file in DataFileName]: AppendFile };
  readonly #pending: { [file in DataFileName]: string } = { problems: '', removed: '', bad: '' };
  readonly #tally = new ProblemTally();
  readonly #ids = new Set<string>();
  readonly #removed: { [kind in Removal['kind']]?: number };
  #kept: number;
  #badRows = 0;
  #seen = 0;
  #digest = 0;
  /** It can neither be written nor gone on with: what is wrong has been said. */
  broken = false;

  /** @throws DatasetError where there is something else, or nothing can be written. */
  constructor(out: string, plan: unknown) {
    this.#out = out;
    this.#plan = plan;
    this.folder = `${out}.part`;
    const before = readRecord(this.folder, plan);
    this.#before = (before as Progress | undefined) ?? START;
    this.#kept = this.#before.kept;
    this.#removed = { ...this.#before.removed };
    this.#files = this.#writing(() => {
      const open = (name: DataFileName) => openAppendFile(`${this.folder}/${name}.jsonl`, this.#before.bytes[name]);
      return { problems: open('problems'), removed: open('removed'), bad: open('bad') };
    });
  }

  get counts(): PreparedCounts {
    return { kept: this.#kept, removed: this.#removed, badRows: Math.max(this.#badRows, this.#before.badRows) };
  }

  /** Goes through what an earlier run has kept. */
  async restore(curator: Curator): Promise<void> {
    const path = `${this.folder}/problems.jsonl`;
    for await (const row of jsonlRows({ path, name: path, onBytes: () => undefined })) {
      const problem = row.kind === 'row' ? (row.value as unknown as Problem) : undefined;
      if (problem === undefined) throw new DatasetError(`${path}:${row.number}: damaged: remove ${this.folder}`);
      this.#ids.add(problem.id);
      this.#tally.add(problem);
      curator.remember(problem);
    }
  }

  add(asked: Problem, curator: Curator): void {
    this.#seen++;
    this.#digest = hash32(JSON.stringify(asked), this.#digest);
    if (this.#seen === this.#before.seen && this.#digest !== this.#before.digest) this.#refuseChange();
    if (this.#seen <= this.#before.seen) return;
    const problem = this.#ids.has(asked.id) ? { ...asked, id: this.#freshId(asked.id) } : asked;
    const removal = curator.review(problem);
    if (removal === undefined) {
      this.#kept++;
      this.#ids.add(problem.id);
      this.#tally.add(problem);
      this.#pending.problems += `${JSON.stringify(problem)}\n`;
    } else {
      this.#removed[removal.kind] = (this.#removed[removal.kind] ?? 0) + 1;
      this.#pending.removed += `${JSON.stringify({ ...removal, problem })}\n`;
    }
    if (this.#seen % EVERY === 0) this.save();
  }

  addBadRow(row: BadRow): void {
    this.#badRows++;
    if (this.#badRows > this.#before.badRows) this.#pending.bad += `${JSON.stringify(row)}\n`;
  }

  /** Brings what is on the disk up to date. Where that failed once, it is left as it is. */
  save(): void {
    if (this.broken || this.#seen < this.#before.seen) return;
    this.#writing(() => {
      this.#append();
      this.#writeProgress();
    });
  }

  #append(): void {
    for (const name of NAMES) {
      if (this.#pending[name] !== '') this.#files[name].append(this.#pending[name]);
      this.#pending[name] = '';
    }
  }

  /** @param tests - How many problems it was checked against. */
  async finish(tests: number): Promise<PreparedData> {
    if (this.#seen < this.#before.seen) this.#refuseChange();
    const statistics = this.#tally.statistics();
    const record = { plan: this.#plan, complete: true, tests, ...this.counts, statistics };
    this.#writing(() => {
      this.#append();
      writeFileWhole(`${this.folder}/data.json`, `${JSON.stringify(record, null, 2)}\n`);
    });
    await placeDirectory(this.folder, this.#out);
    return { out: this.#out, tests, ...this.counts, statistics };
  }

  /** Whether no row has been dealt with, now or by an earlier run. */
  get isEmpty(): boolean {
    return this.#seen + this.#badRows + this.#before.seen + this.#before.badRows === 0;
  }

  /** Leaves no folder behind that says nothing: it would be in the way of other options. */
  close(): void {
    for (const name of NAMES) this.#files[name].close();
    if (this.isEmpty) rmSync(this.folder, { recursive: true, force: true });
  }

  #freshId(id: string): string {
    for (let copy = 2; ; copy++) if (!this.#ids.has(`${id}~${copy}`)) return `${id}~${copy}`;
  }

  #refuseChange(): never {
    this.broken = true;
    throw new DatasetError(
      `${this.folder}: the sources changed after this folder was started: remove it to start again`,
    );
  }

  #writeProgress(): void {
    const bytes = Object.fromEntries(NAMES.map((name) => [name, this.#files[name].bytes]));
    const progress = { ...this.counts, seen: this.#seen, digest: this.#digest, bytes };
    writeFileWhole(`${this.folder}/data.json`, JSON.stringify({ plan: this.#plan, complete: false, ...progress }));
  }

  #writing<T>(write: () => T): T {
    try {
      return write();
    } catch (cause) {
      this.broken = true;
      throw new DatasetError(
        `${(cause as Error).message}; run again with the same options to continue (${this.folder})`,
        { cause },
      );
    }
  }
}

/** @returns What is at `out` already, made by the same plan and whole; undefined for nothing. @throws DatasetError for anything else. */
export function preparedBefore(out: string, plan: unknown): PreparedData | undefined {
  const record = readRecord(out, plan) as
    (Omit<PreparedData, 'tests'> & Partial<Pick<PreparedData, 'tests'>>) | undefined;
  if (record === undefined && existsSync(out)) throw notOurs(out);
  if (record === undefined) return undefined;
  const { tests = 0, kept, removed, badRows, statistics } = record;
  return { out, tests, kept, removed, badRows, statistics };
}

/** @returns What `data.json` of a folder says. @throws DatasetError for a folder that is not of this plan. */
function readRecord(folder: string, plan: unknown): unknown {
  let text: string | undefined;
  try {
    text = readTextFile(`${folder}/data.json`);
  } catch (cause) {
    throw new DatasetError(`${folder}: cannot be read: ${(cause as Error).message}`, { cause });
  }
  if (text === undefined) return undefined;
  const record = JSON.parse(text) as { readonly plan?: unknown };
  if (JSON.stringify(record.plan) === JSON.stringify(plan)) return record;
  throw notOurs(folder);
}

function notOurs(folder: string): DatasetError {
  return new DatasetError(
    `${folder}: has files that were made with other options: choose another folder, or remove this one`,
  );
}
