import { memoryStorage, opfsStorage, type RunStorage } from 'rstar2-agent/recipe';
import type { RolloutSample } from 'rstar2-agent/report';

/** The runs of the page, one a name. */
export interface Stores {
  /** Whether a run outlives a reload. */
  readonly isKept: boolean;
  open(name: string): Promise<RunStorage>;
}

const FOLDER = 'rstar2-agent-train';

/**
 * @param version - Of the settings: runs of other versions cannot go on, and are removed.
 * @returns Stores in the browser's private file system; in memory without one.
 */
export async function openStores(version: string): Promise<Stores> {
  try {
    const top = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
    for await (const name of top.keys()) if (name !== version) await top.removeEntry(name, { recursive: true });
    const folder = await top.getDirectoryHandle(version, { create: true });
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
      if (name === 'rollouts.jsonl') onSamples(linesOf(bytes) as RolloutSample[]);
    },
  };
}

/** @returns The values of a file of JSON lines; of a last line that was cut off nothing. */
export async function readLines(storage: RunStorage, name: string): Promise<unknown[]> {
  return linesOf((await storage.read(name)) ?? new Uint8Array());
}

/** @returns The value of a JSON file; undefined if it does not exist. */
export async function readJson(storage: RunStorage, name: string): Promise<unknown> {
  const bytes = await storage.read(name);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

function linesOf(bytes: Uint8Array): unknown[] {
  const rows = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
  return rows.filter((row) => row !== '').map((row) => JSON.parse(row) as unknown);
}
