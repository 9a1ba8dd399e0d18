import * as z from 'zod';
import { DatasetError } from '../../base/index.js';
import { argumentError, parseRecord } from '../../base/internal/index.js';
import { existsSync, openJsonl, readJsonFile, writeFileWhole, WriteError, textHash } from '../../io/index.js';
import { sampleSchema, type SampleRecord } from '../evaluation-record.js';
import type { ResolvedEvaluateOptions, ResolvedProblem } from '../evaluate-options.js';

/** Where the samples of an evaluation are kept as they come. */
interface SampleStore {
  /** All records, of this run and of earlier ones. */
  readonly records: readonly SampleRecord[];
  /** Returns when the record is on the disk. @throws DatasetError where the disk takes nothing. */
  add(record: SampleRecord): void;
  close(): void;
}

/**
 * Opens the samples of the folder `out`; without one they are kept in memory.
 *
 * A truncated last line is dropped, and so are samples that could not be drawn: they are drawn again.
 *
 * @throws RangeError where the folder holds samples of other settings; DatasetError where its files are damaged.
 */
export function openSampleStore(options: ResolvedEvaluateOptions, problems: readonly ResolvedProblem[]): SampleStore {
  const { out } = options;
  const records: SampleRecord[] = [];
  if (out === undefined) return { records, add: (record) => records.push(record), close: () => undefined };
  keepSettings(out, settingsOf(problems, options));
  const file = openJsonl(samplesPath(out), (value) => (value as SampleRecord).correct !== 'unavailable');
  records.push(...file.lines.map(({ value, where }) => parseRecord(sampleSchema, value, where)));
  return {
    records,
    add(record) {
      writing(() => file.append(JSON.stringify(record)));
      records.push(record);
    },
    close: () => file.close(),
  };
}

export function samplesPath(out: string): string {
  return `${out}/samples.jsonl`;
}

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * @returns The settings that the samples of a folder were drawn with; undefined without samples.
 * @throws DatasetError naming the file that is damaged.
 */
export function readSettings(out: string): EvaluationSettings {
  return readJsonFile(settingsSchema, settingsPath(out)) ?? {};
}

function settingsPath(out: string): string {
  return `${out}/settings.json`;
}

/** @throws RangeError where samples of other settings are there. */
function keepSettings(out: string, settings: EvaluationSettings): void {
  if (existsSync(`${out}/config.json`))
    throw argumentError(
      RangeError,
      'options.out',
      `expected a folder for samples, got the folder of a model or a run (${out}/config.json)`,
    );
  const earlier = readSettings(out);
  for (const [name, value] of Object.entries(settings)) {
    const there = earlier[name];
    if (there !== undefined && there !== value)
      throw argumentError(
        RangeError,
        'options.out',
        `expected a folder for samples of ${name} ${String(value)}, got a folder with samples of ${name} ${String(there)} (${settingsPath(out)})`,
      );
  }
  writing(() => writeFileWhole(settingsPath(out), `${JSON.stringify({ ...earlier, ...settings }, null, 2)}\n`));
}

function writing(write: () => void): void {
  try {
    write();
  } catch (cause) {
    if (!(cause instanceof WriteError)) throw cause;
    throw new DatasetError(`${cause.message}; run again with the same options to generate the missing samples`, {
      cause,
    });
  }
}

/** What a sample depends on beside its name: samples of other settings do not belong together. */
type EvaluationSettings = Readonly<Record<string, string | number>>;

/** @returns The settings, and a fingerprint of each data set. */
function settingsOf(
  problems: readonly ResolvedProblem[],
  { name, weights, maxTokens, maxTurns, topP, tools, entropies }: ResolvedEvaluateOptions,
): EvaluationSettings {
  const fingerprint = (dataset: string): string => {
    const asked = problems.filter((problem) => problem.dataset === dataset);
    const text = JSON.stringify(
      asked.map(({ id, prompt, groundTruth, metadata }) =>
        metadata === undefined ? [id, prompt, groundTruth] : [id, prompt, groundTruth, metadata],
      ),
    );
    return textHash(text).slice(0, 16);
  };
  const datasets = [...new Set(problems.map(({ dataset }) => dataset))];
  return {
    ...(name === undefined ? {} : { name }),
    ...(weights === undefined ? {} : { weights }),
    ...{ maxTokens, maxTurns, topP },
    tools: tools.map((tool) => tool.name).join(', ') || 'none',
    entropies: entropies ? 'kept' : 'none',
    ...Object.fromEntries(datasets.map((dataset) => [`dataset ${dataset}`, fingerprint(dataset)])),
  };
}
