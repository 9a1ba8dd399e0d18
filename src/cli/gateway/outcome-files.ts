import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { parseRollout, stringifyRollout, type RolloutOutcome } from '../../base/index.js';
import { openAppendFile, type AppendFile } from '../../io/index.js';
import { UsageError } from '../command.js';
import { checkWritableFile } from '../paths.js';

/** The files in which outcomes of sessions are saved. */
export interface OutcomeFiles {
  /** Adds an outcome; it is on the disk when this returns. @returns The file. */
  append(outcome: RolloutOutcome): string;
  close(): void;
}

/**
 * Opens the file of `--out` for more lines; its rollouts stay, in the format of `parseRollout`. An unfinished last line of a killed process
 * is removed. Failed sessions go to a second file, `rollouts.failed.jsonl`.
 *
 * @throws Error for a file that cannot be written, or that has something else than rollouts; UsageError for a folder.
 */
export function openOutcomeFiles(path: string): OutcomeFiles {
  checkWritableFile('out', path);
  // A device has no end to read to, and a pipe no beginning.
  if (existsSync(path) && !statSync(path).isFile())
    throw new UsageError(`--out: expected an ordinary file, got ${path}`);
  const failedPath = `${path.replace(/\.jsonl$/, '')}.failed.jsonl`;
  checkHoldsRollouts(path);
  const rollouts = openWhole(path);
  let failures: AppendFile | undefined;
  return {
    append(outcome) {
      if (outcome.kind === 'completed') {
        rollouts.append(`${stringifyRollout(outcome.rollout)}\n`);
        return path;
      }
      failures ??= openWhole(failedPath);
      failures.append(`${JSON.stringify(outcome)}\n`);
      return failedPath;
    },
    close() {
      rollouts.close();
      failures?.close();
    },
  };
}

function openWhole(path: string): AppendFile {
  return openAppendFile(path, existsSync(path) ? wholeBytes(path) : undefined);
}

/** A file of something else must not be changed. */
function checkHoldsRollouts(path: string): void {
  if (!existsSync(path)) return;
  const first = firstLine(path);
  if (first === '') return;
  try {
    parseRollout(first, `${path}:1`);
  } catch (error) {
    throw new Error(`--out: expected a new file or a file of rollouts: ${(error as Error).message}`, { cause: error });
  }
}

const PIECE_BYTES = 65_536;
const LINE_FEED = 0x0a;

function firstLine(path: string): string {
  return reading(path, (read) => {
    const pieces: Buffer[] = [];
    for (let at = 0; ; at += PIECE_BYTES) {
      const piece = read(at);
      const end = piece.indexOf(LINE_FEED);
      pieces.push(end < 0 ? piece : piece.subarray(0, end));
      if (end >= 0 || piece.length === 0) return Buffer.concat(pieces).toString('utf8');
    }
  });
}

/** @returns The bytes up to the end of the last whole line. The file may be larger than memory. */
function wholeBytes(path: string): number {
  return reading(path, (read, size) => {
    for (let at = Math.max(0, size - PIECE_BYTES); ; at = Math.max(0, at - PIECE_BYTES)) {
      const end = read(at).lastIndexOf(LINE_FEED);
      if (end >= 0 || at === 0) return at + end + 1;
    }
  });
}

function reading<T>(path: string, use: (read: (at: number) => Buffer, size: number) => T): T {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    return use((at) => Buffer.from(piece.subarray(0, readSync(file, piece, 0, PIECE_BYTES, at))), fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}
