import { parseRecord } from '../../base/internal/index.js';
import { openJsonl, readTextFile, writeFileWhole } from '../../io/index.js';
import { sampleSchema, type SampleRecord } from '../sample-record.js';
import type { EvaluationSettings } from './settings.js';

/** Where the samples of an evaluation are kept as they come. */
export interface SampleStore {
  /** Those that are there, of this run and of earlier ones. */
  readonly records: readonly SampleRecord[];
  /** Returns when the record is on the disk. */
  add(record: SampleRecord): void;
  close(): void;
}

/**
 * Opens the samples of a folder to go on with; in memory without one.
 *
 * A last line that a killed run left unfinished is dropped, as are samples that the machine failed to draw: they are drawn
 * again.
 *
 * @throws RangeError where the folder holds samples of other settings.
 */
export function openSampleStore(out: string | undefined, settings: EvaluationSettings): SampleStore {
  const records: SampleRecord[] = [];
  if (out === undefined) return { records, add: (record) => records.push(record), close: () => undefined };
  keepSettings(`${out}/settings.json`, settings);
  const file = openJsonl(samplesPath(out), (value) => (value as SampleRecord).correct !== 'unavailable');
  records.push(...file.lines.map(({ value, where }) => parseRecord(sampleSchema, value, where)));
  return {
    records,
    add(record) {
      file.append(JSON.stringify(record));
      records.push(record);
    },
    close: () => file.close(),
  };
}

export function samplesPath(out: string): string {
  return `${out}/samples.jsonl`;
}

/** @throws RangeError where samples of other settings are there. */
function keepSettings(path: string, settings: EvaluationSettings): void {
  const text = readTextFile(path);
  const earlier = text === undefined ? {} : (JSON.parse(text) as EvaluationSettings);
  for (const [name, value] of Object.entries(settings)) {
    const there = earlier[name];
    if (there !== undefined && there !== value)
      throw new RangeError(
        `options.out: expected a folder for samples of ${name} ${String(value)}, got one with samples of ${name} ${String(there)} (${path})`,
      );
  }
  writeFileWhole(path, `${JSON.stringify({ ...earlier, ...settings }, null, 2)}\n`);
}
