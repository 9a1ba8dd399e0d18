import * as z from 'zod/mini';
import type { Accessor, Aggregation, Objective, PackedBatch, Rollout } from '../base/index.js';
import {
  aggregationSchema,
  aggregationWeights,
  checkLength,
  checkRollouts,
  functionSchema,
  LARGEST_LOGPROB,
  numbersSchema,
  parseOptions,
  readAmong,
  type MissingAccessor,
  type PackableTokens,
  type WithAccessors,
} from '../base/internal/index.js';
import { readPaths, type PackablePath } from './internal/packable-paths.js';

/** Options of `packRollouts`. R = rollouts in the input; T = tokens of a rollout, over all its paths. */
export interface PackOptions<R = Rollout> {
  /**
   * One number for each rollout, shape [R], used for all its counted tokens; or for each rollout an array with one number for each token,
   * shape [T]; or one number for all, such as 1 for SFT, which uses no advantages.
   */
  readonly advantages: number | ArrayLike<number> | ArrayLike<ArrayLike<number>>;
  /** The rollouts to pack, as indices into the input. Default: all. */
  readonly among?: ArrayLike<number> | undefined;
  /** The tokens of the main path. Default `rollout.tokens`. The tokens of `rollout.branches` always follow. */
  readonly tokens?: Accessor<R, PackableTokens | undefined> | undefined;
  /** Accept rollouts whose tokens are marked as `retokenized`: they may differ from the sampled tokens. Default false. */
  readonly allowRetokenized?: boolean | undefined;
  /** How the loss is aggregated over this batch. Default: the objective's, else `token-mean`. */
  readonly aggregation?: Aggregation | undefined;
  /** The objective of training: its aggregation is used. */
  readonly objective?: Pick<Objective, 'aggregation'> | undefined;
  /** The temperature the rollouts were sampled at. Default 1. */
  readonly temperature?: number | undefined;
  /** log π of the reference policy, shape [T]. Default: none. */
  readonly referenceLogprobs?: Accessor<R, ArrayLike<number>> | undefined;
  /** Importance weights of rollout correction, shape [T]. Default: none. */
  readonly rolloutWeights?: Accessor<R, ArrayLike<number>> | undefined;
}

/** Token ids are packed as int32. */
const LARGEST_ID = 2 ** 31 - 1;

const numbersOfTokens = z.optional(functionSchema<Accessor<unknown, ArrayLike<number>>>());

const optionsSchema = z.strictObject({
  advantages: z.custom<PackOptions['advantages']>().check(({ value, issues }) => {
    if (typeof value !== 'number' && (typeof value !== 'object' || value === null || !('length' in value)))
      issues.push({ code: 'invalid_type', expected: 'array', input: value });
  }),
  among: z.optional(numbersSchema),
  tokens: z.optional(functionSchema<Accessor<unknown, PackableTokens | undefined>>()),
  allowRetokenized: z._default(z.boolean(), false),
  aggregation: z.optional(aggregationSchema),
  objective: z.optional(z.looseObject({ aggregation: z.optional(aggregationSchema) })),
  temperature: z._default(z.number().check(z.positive()), 1),
  referenceLogprobs: numbersOfTokens,
  rolloutWeights: numbersOfTokens,
});

/**
 * Packs rollouts into flat token arrays and offsets, without padding, in input order.
 *
 * Prompt and tool-response tokens stay in `tokens` (the model reads them) and out of the mask (the loss does not count
 * them). The first token of a path is never counted. `lossWeights` aggregate over all rollouts that are packed.
 *
 * The paths of a rollout with branches follow each other in its sequence, the main path first: `offsets` has the borders of rollouts,
 * `segments` those of paths.
 *
 * @param rollouts - Rollouts of the base type with their tokens, or your own with accessors.
 * @throws TypeError for a rollout without tokens; RangeError for one whose tokens are `retokenized`, unless allowed, for arrays that do not
 *   fit each other, an id that is not an int32 of at least 0, a mask that is not 0 or 1, a logprob, advantage or weight of a counted token
 *   that is not finite, or a logprob above 0. The
 *   rollout is named.
 * @example
 * const { kept, advantages } = selectRollouts(rollouts, { keep: 16, seed: 'step-12' });
 * const batch = packRollouts(rollouts, { advantages, among: kept });
 */
export function packRollouts<R extends Rollout | { readonly tokens: PackableTokens }>(
  rollouts: readonly R[],
  options: PackOptions<R>,
): PackedBatch;
export function packRollouts<R>(rollouts: readonly R[], options: WithAccessors<PackOptions<R>, 'tokens'>): PackedBatch;
export function packRollouts<R>(
  rollouts: readonly R[],
  options: WithAccessors<PackOptions<R>, MissingAccessor<R, 'tokens'>>,
): PackedBatch;
export function packRollouts<R>(rollouts: readonly R[], options: PackOptions<R>): PackedBatch {
  const parsed = parseOptions(optionsSchema, options);
  checkRollouts(rollouts);
  const { advantages, objective, referenceLogprobs, rolloutWeights } = parsed;
  const aggregation = parsed.aggregation ?? objective?.aggregation ?? { kind: 'token-mean', scale: 1 };
  if (typeof advantages !== 'number') checkLength(advantages, 'options.advantages', rollouts.length, 'rollouts');
  const packed = readAmong(parsed.among, rollouts.length);
  const reading = { accessor: parsed.tokens, allowRetokenized: parsed.allowRetokenized };
  const paths = Array.from(packed, (index) => readPaths(rollouts[index], index, reading));
  const { offsets, segments } = layOut(paths);
  const count = offsets[paths.length]!;

  const tokens = new Int32Array(count);
  const responseMask = new Uint8Array(count);
  const oldLogprobs = new Float32Array(count);
  paths.flat().forEach(({ trace, name }, p) => {
    const [start, end] = [segments[p]!, segments[p + 1]!];
    packIds(trace.ids, name, tokens.subarray(start, end));
    const mask = responseMask.subarray(start, end);
    mask.set(trace.responseMask);
    // No logprob predicts the first token of a path, so it is never counted.
    mask[0] = 0;
    packLogprobs(trace.logprobs, name, oldLogprobs.subarray(start, end), mask);
  });
  const layout = { offsets, responseMask, rollouts: packed };
  const read = (values: Accessor<unknown, ArrayLike<number>>) => (index: number) => values(rollouts[index], index);

  return {
    tokens,
    ...layout,
    ...(segments.length > offsets.length && { segments }),
    oldLogprobs,
    advantages: packCounted(
      'advantages',
      (index) => (typeof advantages === 'number' ? advantages : advantages[index]!),
      layout,
    ),
    lossWeights: new Float32Array(aggregationWeights(layout, aggregation)),
    aggregation,
    temperature: parsed.temperature,
    ...(referenceLogprobs && { referenceLogprobs: packCounted('referenceLogprobs', read(referenceLogprobs), layout) }),
    ...(rolloutWeights && { rolloutWeights: packCounted('rolloutWeights', read(rolloutWeights), layout) }),
  };
}

/** @returns Where rollouts begin, shape [S + 1], and where their paths do, shape [P + 1]. */
function layOut(rollouts: readonly (readonly PackablePath[])[]): Record<'offsets' | 'segments', Int32Array> {
  const offsets = new Int32Array(rollouts.length + 1);
  const segments = [0];
  rollouts.forEach((paths, i) => {
    for (const { trace } of paths) segments.push(segments.at(-1)! + trace.ids.length);
    offsets[i + 1] = segments.at(-1)!;
  });
  return { offsets, segments: Int32Array.from(segments) };
}

/**
 * @param valuesOf - Of a rollout, by its place in the input: its own array, or its one number everywhere.
 * @returns One number a token, shape [N]; 0 outside the mask.
 */
function packCounted(
  name: string,
  valuesOf: (index: number) => number | ArrayLike<number>,
  { offsets, responseMask, rollouts }: Pick<PackedBatch, 'offsets' | 'responseMask' | 'rollouts'>,
): Float32Array {
  const packed = new Float32Array(responseMask.length);
  for (let i = 0; i < rollouts.length; i++) {
    const index = rollouts[i]!;
    const path = `rollouts[${index}].${name}`;
    const sequence = packed.subarray(offsets[i], offsets[i + 1]);
    const mask = responseMask.subarray(offsets[i], offsets[i + 1]);
    const values = valuesOf(index);
    if (typeof values === 'number') fillCounted(sequence, mask, values, `${name} of rollouts[${index}]`);
    else copyCounted(sequence, mask, values, path);
  }
  return packed;
}

/** Refuses a logarithm of a probability above 1, up to what log-softmax in float32 rounds. */
function packLogprobs(logprobs: ArrayLike<number>, name: string, path: Float32Array, mask: Uint8Array): void {
  copyCounted(path, mask, logprobs, `${name}.logprobs`);
  const at = path.findIndex((logprob) => logprob > LARGEST_LOGPROB);
  if (at >= 0)
    throw new RangeError(
      `${name}.logprobs[${at}]: expected at most 0 (the logarithm of a probability), got ${path[at]!}`,
    );
}

function fillCounted(sequence: Float32Array, mask: Uint8Array, value: number, what: string): void {
  if (!Number.isFinite(value) && mask.includes(1))
    throw new RangeError(
      `options.${what}: expected a finite number, got ${value}${Number.isNaN(value) ? '; rollouts that were not selected have none: pass among' : ''}`,
    );
  for (let t = 0; t < mask.length; t++) if (mask[t] !== 0) sequence[t] = value;
}

function copyCounted(sequence: Float32Array, mask: Uint8Array, values: ArrayLike<number>, path: string): void {
  checkLength(values, path, mask.length, 'tokens');
  for (let t = 0; t < mask.length; t++) if (mask[t] !== 0) sequence[t] = finite(values[t]!, path, t);
}

function finite(value: number, path: string, t: number): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(`${path}[${t}]: expected a finite number, got ${value}`);
}

function packIds(ids: ArrayLike<number>, name: string, path: Int32Array): void {
  for (let t = 0; t < path.length; t++) {
    const id = ids[t]!;
    // `| 0` changes every value that is not an int32.
    if ((id | 0) !== id || id < 0) refuseId(`${name}.ids[${t}]`, id);
    path[t] = id;
  }
}

function refuseId(path: string, id: unknown): never {
  const ErrorType = typeof id === 'number' ? RangeError : TypeError;
  throw new ErrorType(`${path}: expected an integer from 0 to ${LARGEST_ID}, got ${String(id)}`);
}
