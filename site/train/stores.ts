import { memoryStorage, opfsStorage, type RunStorage } from 'rstar2-agent/recipe';
import type { MetricRecord, RolloutSample } from 'rstar2-agent/report';

/** The runs of the page, one a name. */
export interface Stores {
  /** Whether a run outlives a reload. */
  readonly isKept: boolean;
  open(name: string): Promise<RunStorage>;
}

const FOLDER = 'rstar2-agent-train';

/**
 * @param version - Of the settings: runs of other versions cannot go on, and are removed.
 * @returns Stores in the browser's private file system; in memory if there is none, or if it cannot be written to.
 */
export async function openStores(version: string): Promise<Stores> {
  try {
    const top = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
    // One that another tab has open stays.
    for (const name of await namesIn(top))
      if (name !== version) await top.removeEntry(name, { recursive: true }).catch(() => undefined);
    const folder = await top.getDirectoryHandle(version, { create: true });
    const probe = opfsStorage(folder);
    await probe.write('probe', new Uint8Array(1));
    await probe.remove('probe');
    return {
      isKept: true,
      open: async (name) => opfsStorage(await folder.getDirectoryHandle(name, { create: true })),
    };
  } catch {
    const stores = new Map<string, RunStorage>();
    return {
      isKept: false,
      open(name) {
        const storage = stores.get(name) ?? memoryStorage();
        stores.set(name, storage);
        return Promise.resolve(storage);
      },
    };
  }
}

/** @returns The same store, which reports the rollouts that a run keeps for reading. */
export function watchRollouts(storage: RunStorage, onSamples: (samples: RolloutSample[]) => void): RunStorage {
  return {
    ...storage,
    async append(name, bytes) {
      await storage.append(name, bytes);
      if (name === 'rollouts.jsonl' && bytes.length > 0) onSamples(linesOf(bytes) as RolloutSample[]);
    },
  };
}

/** Where a run stands, as `latest.json` says. */
export interface Position {
  readonly stage: string;
  readonly step: number;
}

/** What the page reads of a run. */
export interface StoredRun {
  /** Undefined in a run without a checkpoint. */
  readonly position: Position | undefined;
  readonly records: readonly MetricRecord[];
  readonly samples: readonly RolloutSample[];
}

/**
 * @param part - `checkpoint`: what a run that goes on begins with. `all`: of a run that is under way, what came after its last checkpoint
 *   too.
 * @throws SyntaxError or TypeError for files that are damaged.
 */
export async function readRun(storage: RunStorage, part: 'checkpoint' | 'all'): Promise<StoredRun> {
  const latest = (await readJson(storage, 'latest.json')) as
    (Position & { readonly records: number; readonly samples: number }) | undefined;
  const records = (await readLines(storage, 'metrics.jsonl')) as MetricRecord[];
  const samples = (await readLines(storage, 'rollouts.jsonl')) as RolloutSample[];
  if (!records.every(isRecord)) throw new TypeError('metrics.jsonl: expected records with a stage and a step');
  if (!samples.every(isSample)) throw new TypeError('rollouts.jsonl: expected rollouts with turns and a reason');
  if (records.length < (latest?.records ?? 0)) throw new TypeError('metrics.jsonl: expected what latest.json counts');
  if (part === 'all') return { position: latest, records, samples };
  return {
    position: latest,
    records: records.slice(0, latest?.records ?? 0),
    samples: samples.slice(0, latest?.samples ?? 0),
  };
}

function isRecord(value: Partial<MetricRecord> | null): boolean {
  return typeof value?.stage === 'string' && typeof value.step === 'number';
}

function isSample(value: Partial<RolloutSample> | null): boolean {
  const { prompt, turns } = value?.rollout ?? {};
  return (
    typeof value?.reason === 'string' &&
    Array.isArray(prompt) &&
    Array.isArray(turns) &&
    turns.every(({ text, toolCalls }) => typeof text === 'string' && Array.isArray(toolCalls))
  );
}

/** @returns The value of a JSON file; undefined if it does not exist. */
export async function readJson(storage: RunStorage, name: string): Promise<unknown> {
  const bytes = await storage.read(name);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

/** @returns The values of a file of JSON lines; of a last line that was cut off nothing. */
async function readLines(storage: RunStorage, name: string): Promise<unknown[]> {
  return linesOf((await storage.read(name)) ?? new Uint8Array());
}

function linesOf(bytes: Uint8Array): unknown[] {
  const rows = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
  return rows.filter((row) => row !== '').map((row) => JSON.parse(row) as unknown);
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}
