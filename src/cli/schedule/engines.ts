import * as z from 'zod';
import { readJsonFile } from '../../io/index.js';
import type { EngineCurve } from '../../rollout/index.js';
import { UsageError } from '../command.js';
import type { Flags } from '../flags.js';
import { checkFile } from '../paths.js';

/** The flags that set a field of an engine's curve. */
const MEMBERS = {
  'step-ms': 'stepMs',
  'step-ms-per-request': 'stepMsPerRequest',
  'step-ms-per-token': 'stepMsPerToken',
  'prefill-ms-per-token': 'prefillMsPerToken',
  'chunk-tokens': 'chunkTokens',
  'capacity-tokens': 'capacityTokens',
  'max-requests': 'maxRequests',
} as const satisfies { readonly [flag: string]: keyof EngineCurve };

const partSchema = z.record(z.string(), z.number());
const fileSchema = z.union([partSchema, z.array(partSchema).min(1)]);

/**
 * @returns The curve of each engine; its values are checked by the simulation.
 * @throws UsageError for flags that do not fit; DatasetError for a file without a curve.
 */
export async function enginesOf(flags: Flags): Promise<readonly EngineCurve[]> {
  const path = flags.text('curve');
  if (path !== undefined) checkFile('curve', path);
  const read = path === undefined ? {} : readJsonFile(fileSchema, path)!;
  const said = flags.numbersBy(MEMBERS, 0, 1e9);
  const { QWEN3_14B_H100 } = await import('../../rollout/index.js');
  const curveOf = (part: object): EngineCurve => ({ ...QWEN3_14B_H100, ...part, ...said });
  const count = flags.integer('engines', 1, 10_000);
  if (!Array.isArray(read)) {
    if (count === undefined) throw new UsageError('--engines is missing');
    return Array<EngineCurve>(count).fill(curveOf(read));
  }
  if (count !== undefined)
    throw new UsageError('--engines: leave it out: --curve has a list with one curve for each engine');
  return read.map(curveOf);
}
