import * as z from 'zod';
import type { Learner } from '../../../base/index.js';
import { writeFailureOf } from '../../internal/directory-storage.js';
import { storageOf, type RunFiles } from '../../internal/run-files.js';

/** The checkpoints of a run, by name: `STAGE-STEP` and `best`. */
export interface Checkpoints {
  has(name: string): boolean;
  /** @returns What `loadCheckpoint` takes: a folder here, or where an engine keeps it. */
  locationOf(name: string): string;
  save(learner: Learner, name: string): Promise<void>;
  /** Removes one that lies here. */
  remove(name: string): Promise<void>;
}

/** What `checkpoints.json` holds. */
export const elsewhereSchema = z.record(z.string(), z.string());

export async function openCheckpoints(files: RunFiles): Promise<Checkpoints> {
  const { checkpointStorage: storage } = files;
  const elsewhere = new Map(Object.entries((await files.readJson(elsewhereSchema, 'checkpoints.json')) ?? {}));
  const here = new Set(await files.storage.list('checkpoints'));
  const folder = (name: string) => `checkpoints/${name}`;
  /**
   * The best checkpoint replaces another one. A store cannot rename a folder, so each one there has a folder of its own, which
   * `checkpoints.json` names when it is whole.
   */
  const freshFolder = (name: string) => {
    if (storage === undefined || name !== 'best') return folder(name);
    return folder(elsewhere.get(name) === folder('best.1') ? 'best.2' : 'best.1');
  };
  return {
    has: (name) => elsewhere.has(name) || here.has(name),
    locationOf: (name) => elsewhere.get(name) ?? files.locationOf(folder(name)),
    async save(learner, name) {
      const to = freshFolder(name);
      const location = await learner.saveCheckpoint(files.locationOf(to), storageOf(files)).catch((error: unknown) => {
        throw writeFailureOf(error);
      });
      here.add(name);
      if (location === files.locationOf(folder(name))) return;
      const before = elsewhere.get(name);
      elsewhere.set(name, location);
      await files.writeJson('checkpoints.json', Object.fromEntries(elsewhere));
      if (storage !== undefined && before?.startsWith('checkpoints/') === true) await storage.remove(before);
    },
    async remove(name) {
      here.delete(name);
      await files.remove(folder(name));
    },
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
