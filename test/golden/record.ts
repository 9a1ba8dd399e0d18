import { readFileSync } from 'node:fs';

/**
 * One line of a golden file, as `JSON.parse` gives it. A check narrows what it needs; `id` is all the runner reads.
 * Non-finite numbers are the strings "NaN", "Infinity" and "-Infinity" (`compare` and `fromGolden` know them).
 */
export interface GoldenRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * Compares one record with what the library gives.
 *
 * @returns undefined when they agree, else the difference in words. Throwing counts as a difference too, so a check
 *   throws on what it does not know (an unknown `fn`, an unknown option) instead of passing it over.
 */
export type GoldenCheck = (record: GoldenRecord) => string | undefined | Promise<string | undefined>;

/** How one golden file is checked. */
export type GoldenFile =
  | {
      readonly kind: 'covered';
      readonly check: GoldenCheck;
      /** The share of counted records that must pass, in [0, 1]; the rest are listed. Default 1: every one. */
      readonly share?: number;
      /** Which records count; default all. The others are reported as skipped, never as passed. */
      readonly counts?: (record: GoldenRecord) => boolean;
    }
  | { readonly kind: 'not-yet-covered' };

/** @throws Error naming the line that is not a JSON object with an `id`. */
export function readRecords(path: string): GoldenRecord[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseRecord(line, index + 1)]));
}

function parseRecord(line: string, number: number): GoldenRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Error(`line ${number}: not JSON`, { cause });
  }
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string') {
    return value as GoldenRecord;
  }
  throw new Error(`line ${number}: expected an object with a string id`);
}
