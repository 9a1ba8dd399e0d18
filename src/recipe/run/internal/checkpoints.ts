import * as z from 'zod';
import type { Learner } from '../../../base/index.js';
import { existsSync, join, readJsonFile, rmSync, writeFileWhole } from '../../../io/index.js';

/** The checkpoints of a run, by name: `STAGE-STEP` and `best`. */
export interface Checkpoints {
  has(name: string): boolean;
  /** @returns What `loadCheckpoint` takes: a directory here, or where an engine keeps it. */
  locationOf(name: string): string;
  save(learner: Learner, name: string): Promise<void>;
  /** Removes one that lies here. */
  remove(name: string): void;
}

const elsewhereSchema = z.record(z.string(), z.string());

/** @param directory - The run's. */
export function openCheckpoints(directory: string): Checkpoints {
  const file = join(directory, 'checkpoints.json');
  const elsewhere = new Map(Object.entries(readJsonFile(elsewhereSchema, file) ?? {}));
  const folder = (name: string) => join(directory, 'checkpoints', name);
  return {
    has: (name) => elsewhere.has(name) || existsSync(folder(name)),
    locationOf: (name) => elsewhere.get(name) ?? folder(name),
    async save(learner, name) {
      const location = await learner.saveCheckpoint(folder(name));
      if (location === folder(name)) return;
      elsewhere.set(name, location);
      writeFileWhole(file, `${JSON.stringify(Object.fromEntries(elsewhere), null, 2)}\n`);
    },
    remove: (name) => rmSync(folder(name), { recursive: true, force: true }),
  };
}

/** What `latest.json` holds: where the last checkpoint was taken, and how much had been written by then. */
export const latestSchema = z.strictObject({
  stage: z.string(),
  step: z.int().nonnegative(),
  records: z.int().nonnegative(),
  samples: z.int().nonnegative(),
});

/** @returns What the checkpoint of a position is called. */
export function checkpointName({ stage, step }: { readonly stage: string; readonly step: number }): string {
  return `${stage}-${step}`;
}
