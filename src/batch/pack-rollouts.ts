import { z } from 'zod';
import {
  aggregationSchema,
  aggregationWeights,
  functionOption,
  functionSchema,
  parseOptions,
} from '../base/internal/index.js';
import type { Aggregation, Objective, PackedBatch, Rollout, TokenTrace } from '../base/index.js';

/** One number a rollout, shape [R]; or one array a rollout with one number a token; or one number for all. */
export type PackedAdvantages = number | ArrayLike<number> | ArrayLike<ArrayLike<number>>;

/** The part of a token trace that packing reads. All arrays have shape [T]. */
export type PackableTokens = Pick<TokenTrace, 'ids' | 'logprobs' | 'responseMask'>;

/** What `packRollouts` takes besides the rollouts. `index` is the rollout's place in the input. */
export interface PackOptions<T> {
  /** Put on every counted token of its rollout. A number for all (1, say) serves where no advantage is read, as in SFT. */
  readonly advantages: PackedAdvantages;
  /** Default `rollout.tokens`. */
  readonly tokens?: ((rollout: T, index: number) => PackableTokens | undefined) | undefined;
  /** How the loss is aggregated over this batch. Default: the objective's, else `token-mean`. */
  readonly aggregation?: Aggregation | undefined;
  /** What the batch will be trained by: the loss is aggregated as it says. */
  readonly objective?: Pick<Objective, 'aggregation'> | undefined;
  /** The temperature the rollouts were sampled at. Default 1. */
  readonly temperature?: number | undefined;
  /** log π of the reference policy, shape [T] of the rollout. Default: none. */
  readonly referenceLogprobs?: ((rollout: T, index: number) => ArrayLike<number>) | undefined;
  /** Importance weights of rollout correction, shape [T] of the rollout. Default: none. */
  readonly rolloutWeights?: ((rollout: T, index: number) => ArrayLike<number>) | undefined;
}

type Accessor<V> = (rollout: unknown, index: number) => V;

const optionsSchema = z.strictObject({
  advantages: z.custom<PackedAdvantages>().superRefine((value, context) => {
    if (typeof value !== 'number' && (typeof value !== 'object' || value === null || !('length' in value)))
      context.addIssue({ code: 'invalid_type', expected: 'array', input: value });
  }),
  tokens: functionOption<Accessor<PackableTokens | undefined>>((rollout) => (rollout as Rollout).tokens),
  aggregation: z.optional(aggregationSchema),
  objective: z.optional(z.looseObject({ aggregation: z.optional(aggregationSchema) })),
  temperature: z.number().positive().default(1),
  referenceLogprobs: z.optional(functionSchema<Accessor<ArrayLike<number>>>()),
  rolloutWeights: z.optional(functionSchema<Accessor<ArrayLike<number>>>()),
});

/**
 * Packs rollouts into flat token arrays and offsets, without padding, in input order.
 *
 * Prompt and tool-response tokens stay in `tokens` (the model reads them) and out of the mask (the loss does not count
 * them). The first token of a sequence is never counted. `lossWeights` aggregate over all rollouts given here.
 *
 * @param rollouts - Rollouts of the base type with their tokens, or the caller's own with accessors.
 * @throws TypeError for a rollout without tokens; RangeError for arrays that do not fit each other, or a logprob,
 *   advantage or weight of a counted token that is not finite. The rollout is named.
 */
export function packRollouts<T = Rollout>(rollouts: readonly T[], options: PackOptions<T>): PackedBatch {
  const parsed = parseOptions(optionsSchema, options);
  const { referenceLogprobs, rolloutWeights } = options;
  const { advantages } = parsed;
  const aggregation = parsed.aggregation ?? parsed.objective?.aggregation ?? { kind: 'token-mean', scale: 1 };
  if (typeof advantages !== 'number') expectLength('options.advantages', advantages, rollouts.length, 'rollouts');
  const traces = rollouts.map((rollout, i) => checkTrace(parsed.tokens(rollout, i), `rollouts[${i}].tokens`));
  const offsets = new Int32Array(traces.length + 1);
  traces.forEach((trace, i) => (offsets[i + 1] = offsets[i]! + trace.ids.length));
  const count = offsets[traces.length]!;

  const tokens = new Int32Array(count);
  const responseMask = new Uint8Array(count);
  traces.forEach((trace, i) => {
    tokens.set(trace.ids, offsets[i]);
    for (let t = 1; t < trace.ids.length; t++) responseMask[offsets[i]! + t] = trace.responseMask[t] === 0 ? 0 : 1;
  });
  const perToken = (name: string, values: (index: number) => number | ArrayLike<number>): Float32Array =>
    packCounted(name, values, offsets, responseMask);

  return {
    tokens,
    offsets,
    responseMask,
    oldLogprobs: perToken('tokens.logprobs', (i) => traces[i]!.logprobs),
    advantages: perToken('advantages', (i) => (typeof advantages === 'number' ? advantages : advantages[i]!)),
    lossWeights: Float32Array.from(aggregationWeights({ offsets, responseMask }, aggregation)),
    aggregation,
    temperature: parsed.temperature,
    ...(referenceLogprobs && {
      referenceLogprobs: perToken('referenceLogprobs', (i) => referenceLogprobs(rollouts[i]!, i)),
    }),
    ...(rolloutWeights && { rolloutWeights: perToken('rolloutWeights', (i) => rolloutWeights(rollouts[i]!, i)) }),
  };
}

/** @returns One number a token, shape [N]: a sequence's own array, or its one number everywhere; 0 outside the mask. */
function packCounted(
  name: string,
  valuesOf: (index: number) => number | ArrayLike<number>,
  offsets: Int32Array,
  mask: Uint8Array,
): Float32Array {
  const packed = new Float32Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const start = offsets[i]!;
    const values = valuesOf(i);
    const length = offsets[i + 1]! - start;
    if (typeof values !== 'number') expectLength(`rollouts[${i}].${name}`, values, length, 'tokens');
    for (let t = 0; t < length; t++) {
      if (mask[start + t] === 0) continue;
      const value = typeof values === 'number' ? values : values[t]!;
      if (!Number.isFinite(value))
        throw new RangeError(`rollouts[${i}].${name}[${t}]: expected a finite number, got ${value}`);
      packed[start + t] = value;
    }
  }
  return packed;
}

function checkTrace(trace: PackableTokens | undefined, name: string): PackableTokens {
  if (trace === undefined) throw new TypeError(`${name}: expected a token trace, got undefined`);
  expectLength(`${name}.logprobs`, trace.logprobs, trace.ids.length, 'ids');
  expectLength(`${name}.responseMask`, trace.responseMask, trace.ids.length, 'ids');
  return trace;
}

function expectLength(name: string, values: ArrayLike<unknown>, length: number, what: string): void {
  if (values.length !== length)
    throw new RangeError(`${name}: expected length ${length} (${what}), got ${values.length}`);
}
