import * as z from 'zod';
import { LearnerError } from '../../../../base/index.js';
import { checkValue } from '../../../../base/internal/index.js';
import { readTextFile, writeFileWhole } from '../../../../io/index.js';
import type { TinkerProbe, TinkerProbeCache } from '../../semantics.js';
import { BATCH_DIVISORS, SEQUENCE_DIVISORS } from './reduction.js';

const reductionSchema = z.strictObject({ sequence: z.enum(SEQUENCE_DIVISORS), batch: z.enum(BATCH_DIVISORS) });

/** Reads what a server does, as someone says it or a file has it. */
export const semanticsSchema = z.strictObject({
  crossEntropy: reductionSchema.optional(),
  importanceSampling: reductionSchema.optional(),
  largestRatio: z.number().optional(),
  clipsGradients: z.boolean(),
  honoursMaxGradientNorm: z.boolean(),
  honoursSequenceIds: z.boolean(),
  resetsOptimizer: z.boolean(),
  keepsSnapshots: z.boolean(),
  onePass: z.array(z.enum(['cross_entropy', 'importance_sampling', 'ppo', 'cispo'])).optional(),
});

const fileSchema = z.record(
  z.string(),
  z.strictObject({
    url: z.string(),
    baseModel: z.string(),
    semantics: semanticsSchema,
    findings: z.array(z.strictObject({ name: z.string(), measured: z.union([z.number(), z.string()]) })),
  }),
);

/** @param cache - A file of JSON, or what keeps probes. Default: nothing is kept. */
export function openProbeCache(cache: string | TinkerProbeCache | undefined): TinkerProbeCache {
  if (cache === undefined) return new Map<string, TinkerProbe>();
  if (typeof cache !== 'string') return cache;
  const read = () => parseFile(cache, readTextFile(cache) ?? '{}');
  return {
    get: (server) => read()[server],
    set: (server, probe) => writeFileWhole(cache, `${JSON.stringify({ ...read(), [server]: probe }, null, 2)}\n`),
  };
}

/** @throws LearnerError for a file that is no cache of probes. */
function parseFile(path: string, text: string): z.output<typeof fileSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LearnerError(`${path}: expected JSON`, { cause });
  }
  const checked = checkValue(fileSchema, value);
  if (checked.kind === 'valid') return checked.value;
  throw new LearnerError(`${[path, ...checked.path].join('.')}: ${checked.message}`);
}
