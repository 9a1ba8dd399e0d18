import * as z from 'zod';
import { DatasetError, type Rollout, type Tokenizer } from '../base/index.js';
import { argumentError, checkArgument, parseOptions, parseRecord, rolloutSchema } from '../base/internal/index.js';
import { readJsonl } from '../io/index.js';
import { entropyTraceOfPaths, traceSchema, type EntropyTrace } from './entropy-trace.js';
import { sampleKey } from './internal/sample-plan.js';
import { samplesPath } from './internal/sample-store.js';
import { sampleSchema } from './evaluation-record.js';

/** Options of {@link readEntropyTraces}. */
export interface ReadEntropyTracesOptions {
  /** Gives the text of each token of rollouts. Samples of `evaluate` do not need it, because they contain the texts. */
  readonly tokenizer?: Pick<Tokenizer, 'decode'> | undefined;
}

const optionsSchema = z.strictObject({
  tokenizer: z.looseObject({ decode: z.custom((value) => typeof value === 'function') }).optional(),
});

const lineSchema = z.looseObject({ trace: traceSchema.optional(), rollout: z.optional(rolloutSchema) });

/**
 * Reads generated texts with entropies: from a folder that `evaluate` wrote with `entropies`, or from a file of JSON lines with such
 * samples, rollouts with `tokens.entropies` (`stringifyRollout`), or records with such a `rollout`.
 *
 * @param path - A folder, or a file that ends in `.jsonl`.
 * @returns One trace for each line with entropies, over all paths of a rollout; samples of an evaluation are sorted by name. Other lines,
 *   such as unavailable samples, are skipped.
 * @throws DatasetError for a source that cannot be read, or without entropies; the message says what to do. TypeError for rollouts
 *   without a tokenizer.
 *
 * @example
 * const traces = readEntropyTraces('evaluations/step-100');
 */
export function readEntropyTraces(path: string, options: ReadEntropyTracesOptions = {}): EntropyTrace[] {
  checkArgument(path, 'path', 'a string');
  parseOptions(optionsSchema, options);
  const file = path.endsWith('.jsonl') ? path : samplesPath(path);
  const traces = inOrder(readJsonl(file).lines).flatMap(({ value, where }) => {
    const { trace, rollout } = parseRecord(lineSchema, isRollout(value) ? { rollout: value } : value, where);
    return trace ?? traceOf(rollout as Rollout | undefined, options.tokenizer) ?? [];
  });
  if (traces.length > 0) return traces;
  throw new DatasetError(
    `${file}: expected samples or rollouts with entropies, got none: evaluate with --entropy (entropies: true)`,
  );
}

/** Samples lie in the order in which they ended; who draws some of them is to get the same ones of another evaluation. */
function inOrder<L extends { readonly value: unknown }>(lines: readonly L[]): L[] {
  const named = lines.map((line) => {
    const sample = sampleSchema.safeParse(line.value);
    return { line, key: sample.success ? sampleKey(sample.data) : '' };
  });
  return named.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ line }) => line);
}

/** A sample of an evaluation has no prompt of its own. */
function isRollout(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'prompt' in value;
}

function traceOf(
  rollout: Pick<Rollout, 'tokens' | 'branches'> | undefined,
  tokenizer: ReadEntropyTracesOptions['tokenizer'],
) {
  if (rollout?.tokens?.entropies === undefined) return undefined;
  if (tokenizer === undefined)
    throw argumentError(TypeError, 'options.tokenizer', 'expected a tokenizer to read rollouts, got undefined');
  return entropyTraceOfPaths(rollout, tokenizer);
}
