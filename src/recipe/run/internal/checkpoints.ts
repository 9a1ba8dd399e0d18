import { z } from 'zod';
import type { Learner } from '../../../base/index.js';
import { parseRecord } from '../../../base/internal/index.js';
import { existsSync, readTextFile, rmSync, writeFileWhole } from '../../../io/index.js';
import { parseJsonFile } from './parse-json-file.js';

/** The checkpoints of a run, by name. */
export interface Checkpoints {
  has(name: string): boolean;
  /** @returns What `loadCheckpoint` takes: a directory here, or where an engine keeps it. */
  locationOf(name: string): string;
  save(learner: Learner, name: string): Promise<void>;
  /** Removes one that lies here. */
  remove(name: string): void;
}

const elsewhereSchema = z.record(z.string(), z.string());

/** @param path - Of the run's files. */
export function openCheckpoints(path: (...names: readonly string[]) => string): Checkpoints {
  const file = path('checkpoints.json');
  const text = readTextFile(file);
  const elsewhere = new Map(
    Object.entries(text === undefined ? {} : parseRecord(elsewhereSchema, parseJsonFile(file, text), file)),
  );
  const folder = (name: string) => path('checkpoints', name);
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
