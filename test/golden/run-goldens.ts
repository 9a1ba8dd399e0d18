import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRecords, type GoldenCheck, type GoldenFile, type GoldenRecord } from './record.js';

/** How many failures of a file are listed, and how long each line may be. */
const LISTED_FAILURES = 20;
const DIFFERENCE_LENGTH = 300;

/**
 * Checks every `*.jsonl` of a folder and prints one line a file: `roc.jsonl: 271 passed, 0 failed`.
 *
 * An unknown file name, a file without records, a line that is no record and a folder without files are failures too.
 *
 * @returns Whether every file held its share.
 */
export async function runGoldens(
  folder: string,
  files: { readonly [name: string]: GoldenFile },
  print: (line: string) => void,
): Promise<boolean> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  if (names.length === 0) print(`${folder}: no golden files`);
  let held = names.length > 0;
  for (const name of names) held = (await runFile(join(folder, name), files, print)) && held;
  return held;
}

async function runFile(
  path: string,
  files: { readonly [name: string]: GoldenFile },
  print: (line: string) => void,
): Promise<boolean> {
  const name = basename(path);
  const key = basename(path, '.jsonl');
  const file = Object.hasOwn(files, key) ? files[key] : undefined;
  const fail = (reason: string): false => {
    print(`${name}: 0 passed, 1 failed`);
    print(`  ${reason}`);
    return false;
  };
  if (file === undefined) return fail('unknown file name: no check is registered for it');
  let records: GoldenRecord[];
  try {
    records = readRecords(path);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  if (records.length === 0) return fail('empty file: expected at least one record');
  if (file.kind === 'not-yet-covered') {
    print(`${name}: not yet covered (${records.length} records)`);
    return true;
  }
  return checkRecords(name, records, file, print);
}

async function checkRecords(
  name: string,
  records: readonly GoldenRecord[],
  { check, share = 1, counts = () => true }: Extract<GoldenFile, { kind: 'covered' }>,
  print: (line: string) => void,
): Promise<boolean> {
  const counted = records.filter(counts);
  const failures: string[] = [];
  for (const record of counted) {
    const difference = await differenceOf(record, check);
    if (difference !== undefined) failures.push(`  ${record.id}: ${shorten(difference)}`);
  }
  const passed = counted.length - failures.length;
  print(`${name}: ${passed} passed, ${failures.length} failed`);
  if (counted.length < records.length) print(`  ${records.length - counted.length} more do not count`);
  failures.slice(0, LISTED_FAILURES).forEach(print);
  if (failures.length > LISTED_FAILURES) print(`  … and ${failures.length - LISTED_FAILURES} more failures`);
  const held = counted.length > 0 && passed >= share * counted.length;
  if (share < 1) print(`  at least ${share * 100} % must pass: ${held ? 'held' : 'not held'}`);
  return held;
}

async function differenceOf(record: GoldenRecord, check: GoldenCheck): Promise<string | undefined> {
  try {
    return await check(record);
  } catch (error) {
    return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  }
}

function shorten(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > DIFFERENCE_LENGTH ? `${line.slice(0, DIFFERENCE_LENGTH - 1)}…` : line;
}
