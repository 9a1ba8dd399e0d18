import * as z from 'zod';
import { readJsonFile, textHash, writeFileWhole } from '../../../io/index.js';
import type { TrainingProblem } from '../../steps/roll-out.js';
import { RunError } from '../../run-error.js';
import type { RunOptions } from '../run-options.js';
import type { RunStore } from '../run-store.js';
import { itemsOf } from './sources.js';

const hashesSchema = z.record(z.string(), z.string());

/**
 * The problems of a source, which stay the same for as long as the run's directory lives: their hash stands in `problems.json`.
 *
 * @throws RunError where the run was begun with others; what `itemsOf` throws.
 */
export async function problemsNamed(
  name: string,
  { problems, store }: Pick<RunOptions, 'problems'> & { readonly store: Pick<RunStore, 'path' | 'directory'> },
  onProgress?: Parameters<typeof itemsOf>[3],
): Promise<readonly TrainingProblem[]> {
  const items = await itemsOf('problems', problems, name, onProgress);
  const path = store.path('problems.json');
  const hashes = readJsonFile(hashesSchema, path) ?? {};
  const hash = textHash(JSON.stringify(items.map(({ id, prompt, metadata }) => [id, prompt, metadata])));
  if (hashes[name] === undefined) writeFileWhole(path, `${JSON.stringify({ ...hashes, [name]: hash }, null, 2)}\n`);
  else if (hashes[name] !== hash)
    throw new RunError(
      `${store.directory}: holds a run that was begun with other problems (options.problems.${name}); name another directory or start afresh`,
    );
  return items;
}
