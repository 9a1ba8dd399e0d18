/**
 * Claim: a gigabyte of JSON lines is read in constant memory, and 200 MB of Parquet in memory bounded by its largest row group.
 *
 * `npm run bench:data` writes the files to a folder of its own and reads them, round by round, beside `datasets` of PyPI; PYTHON names
 * the interpreter of an environment with `pip install datasets pyarrow`, which also writes the Parquet file. Each read is a process of its own, so
 * that its peak of memory is known; what it takes to start is not counted. It needs 1.5 GB of disk.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../src/base/index.js';
import { describeMachine, median } from './harness.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

benchOptions();

const ROUNDS = 3;
const SIZES = { whole: 1e9, tenth: 1e8, parquet: 2e8 } as const;
const PYTHON = process.env['PYTHON'] ?? 'python3';
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The result of one read. */
interface Read {
  readonly rows: number;
  readonly characters: number;
  readonly seconds: number;
  /** Before the first row, and the most until the last. */
  readonly baseMB: number;
  readonly peakMB: number;
}

function run(command: string, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

/** Rows with words out of many, so that they compress as text does. */
async function writeJsonl(path: string, bytes: number): Promise<void> {
  const random = new Random('bench');
  const words = Array.from({ length: 20_000 }, () => random.integer(36 ** 6).toString(36));
  const file = createWriteStream(path);
  for (let [id, written] = [0, 0]; written < bytes; id++) {
    const problem = Array.from({ length: 120 }, () => random.pick(words)).join(' ');
    const line = `${JSON.stringify({ id, problem, answer: random.integer(1_000) })}\n`;
    written += line.length;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
try {
  const paths = {
    whole: join(folder, 'whole.jsonl'),
    tenth: join(folder, 'tenth.jsonl'),
    parquet: join(folder, 'rows.parquet'),
  };
  await writeJsonl(paths.whole, SIZES.whole);
  await writeJsonl(paths.tenth, SIZES.tenth);
  const { largestGroup } = run(
    PYTHON,
    script('data-peer.py'),
    'parquet',
    paths.whole,
    paths.parquet,
    String(SIZES.parquet),
  ) as { readonly largestGroup: number };

  const own = (how: 'bytes' | 'rows', path: string) => () =>
    run(process.execPath, '--import', 'tsx', script('data-reader.ts'), how, path) as Read;
  const peer = (kind: 'json' | 'parquet', path: string) => () =>
    run(PYTHON, script('data-peer.py'), 'read', kind, path) as Read;
  const contestants = [
    { name: 'JSON lines, 1 GB: the bytes alone', path: paths.whole, read: own('bytes', paths.whole) },
    { name: 'JSON lines, 1 GB: `readRows`', path: paths.whole, read: own('rows', paths.whole) },
    { name: 'JSON lines, 0.1 GB: `readRows`', path: paths.tenth, read: own('rows', paths.tenth) },
    { name: 'JSON lines, 1 GB: `datasets`, streamed', path: paths.whole, read: peer('json', paths.whole) },
    { name: 'Parquet, 200 MB: the bytes alone', path: paths.parquet, read: own('bytes', paths.parquet) },
    { name: 'Parquet, 200 MB: `readRows`', path: paths.parquet, read: own('rows', paths.parquet) },
    { name: 'Parquet, 200 MB: `datasets`, streamed', path: paths.parquet, read: peer('parquet', paths.parquet) },
  ].map((each) => ({ ...each, bytes: statSync(each.path).size, reads: [] as Read[] }));
  for (let round = 0; round < ROUNDS; round++) for (const { read, reads } of contestants) reads.push(read());
  for (const { path, reads, name } of contestants.filter((each) => !each.name.endsWith('alone'))) {
    const others = contestants
      .filter((each) => each.path === path && !each.name.endsWith('alone'))
      .flatMap((each) => each.reads);
    if (
      reads.some((read) => others.some(({ rows, characters }) => rows !== read.rows || characters !== read.characters))
    )
      throw new Error(`${name}: not the rows that the others read`);
  }

  const results = contestants.map(({ name, bytes, reads }) => ({
    name,
    bytes,
    mbPerSecond: reads.map(({ seconds }) => bytes / 1e6 / seconds),
    baseMB: median(reads.map(({ baseMB }) => baseMB)),
    peakMB: Math.max(...reads.map(({ peakMB }) => peakMB)),
  }));
  writeTable({
    name: 'data',
    guide: 'docs/data.md',
    head: ['', 'MB/s, median', 'slowest – fastest', 'memory at the start, MB', 'at most, MB'],
    rows: results.map(({ name, mbPerSecond, baseMB, peakMB }) => [
      name,
      median(mbPerSecond).toFixed(0),
      `${Math.min(...mbPerSecond).toFixed(0)} – ${Math.max(...mbPerSecond).toFixed(0)}`,
      baseMB.toFixed(0),
      peakMB.toFixed(0),
    ]),
    data: { rounds: ROUNDS, largestRowGroupCharacters: largestGroup, results, machine: describeMachine() },
  });
} finally {
  rmSync(folder, { recursive: true });
}
