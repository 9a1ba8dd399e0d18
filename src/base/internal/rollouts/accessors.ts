import type { Accessor, GroupLabel, Rollout } from '../../rollout.js';
import { argumentError, checkRollouts } from '../arguments/check-arguments.js';
import { generatedLength } from './paths.js';

/** How one value is read out of every rollout. */
export interface Reading<R, T> {
  /** The accessor's name among the options. */
  readonly option: string;
  /** The caller's own accessor, where there is one. */
  readonly accessor: Accessor<R, T> | undefined;
  /** The field of our `Rollout` that is read without an accessor. */
  readonly field: string;
  /** Reads that field. */
  readonly fallback: (rollout: Partial<Rollout>, index: number) => unknown;
  /** @returns What was expected (`a finite number`), for a wrong value; undefined for a right one. */
  readonly refuse: (value: unknown) => string | undefined;
  /** Another option that makes this reading unnecessary; error messages name it. */
  readonly instead?: string | undefined;
}

/**
 * Reads one value out of a rollout: by the caller's accessor where there is one, else from the field that our `Rollout` has.
 *
 * @throws TypeError or RangeError that names the rollout, the field and the accessor
 *   (`rollouts[3].reward: expected a number, got undefined; pass options.reward`).
 */
export function readRollout<R, T>(rollout: R, index: number, reading: Reading<R, T>): T {
  const { accessor, fallback, refuse } = reading;
  const value: unknown = accessor === undefined ? fallback(rollout as never, index) : accessor(rollout, index);
  const expected = refuse(value);
  if (expected !== undefined) throw refusal(rollout, index, value, expected, reading);
  return value as T;
}

/** Reads one value out of each rollout of `among`, into the same index of `values`. */
export function readRollouts<R, T>(
  rollouts: ArrayLike<R>,
  among: Int32Array,
  reading: Reading<R, T>,
  values: { [index: number]: T },
): void {
  const { accessor, fallback, refuse } = reading;
  const read = accessor ?? (fallback as Accessor<R, unknown>);
  for (let k = 0; k < among.length; k++) {
    const index = among[k]!;
    const value = read(rollouts[index]!, index);
    const expected = refuse(value);
    if (expected !== undefined) throw refusal(rollouts[index]!, index, value, expected, reading);
    values[index] = value as T;
  }
}

function refusal<R, T>(rollout: R, index: number, value: unknown, expected: string, reading: Reading<R, T>): Error {
  const { accessor, option, field, instead } = reading;
  const id = (rollout as Partial<Rollout> | undefined)?.id;
  const name = typeof id === 'string' ? ` (rollout ${JSON.stringify(id)})` : '';
  const place = accessor === undefined ? `rollouts[${index}].${field}` : `options.${option}(rollouts[${index}])`;
  const isAbsent = accessor === undefined && value === undefined;
  const hint = (at: (path: string) => string): string =>
    `; pass ${at(`options.${option}`)}${instead === undefined ? '' : ` or, in its place, ${at(`options.${instead}`)}`}`;
  const ErrorType = typeof value === 'number' ? RangeError : TypeError;
  const problem = `expected ${expected}, got ${String(value)}`;
  return argumentError(ErrorType, `${place}${name}`, isAbsent ? (at) => problem + hint(at) : problem);
}

/** @returns The reading of the outcome reward: `rollout.reward`, finite. */
export function rewardReading<R>(accessor: Accessor<R, number> | undefined): Reading<R, number> {
  return { option: 'reward', accessor, field: 'reward', fallback: (rollout) => rollout?.reward, refuse: unlessFinite };
}

/** @returns The reading of a rollout's group label: `rollout.groupId`. */
export function groupReading<R>(accessor: Accessor<R, GroupLabel> | undefined): Reading<R, GroupLabel> {
  return {
    option: 'groupBy',
    accessor,
    field: 'groupId',
    fallback: (rollout) => rollout?.groupId,
    refuse: (value) =>
      typeof value === 'string' || Number.isFinite(value) ? undefined : 'a string or a finite number',
  };
}

/** @returns The reading of how many tokens the policy generated: `rollout.tokens.responseMask`. */
export function generatedLengthReading<R>(accessor: Accessor<R, number> | undefined): Reading<R, number> {
  return {
    option: 'length',
    accessor,
    field: 'tokens.responseMask',
    fallback: (rollout) => rollout && generatedLength(rollout),
    refuse: unlessFinite,
  };
}

/** @returns What was expected, for anything but a finite number. */
function unlessFinite(value: unknown): string | undefined {
  if (typeof value !== 'number') return 'a number';
  return Number.isFinite(value) ? undefined : 'a finite number';
}

/**
 * @param among - Which rollouts to look at, as indices into the input, in any order. Default: all.
 * @returns The same, ascending.
 * @throws TypeError or RangeError for anything but an index of the input, and for one given twice.
 */
export function readAmong(among: ArrayLike<number> | undefined, count: number): Int32Array {
  if (among === undefined) return new Int32Array(count).map((_, i) => i);
  const seen = new Uint8Array(count);
  for (let k = 0; k < among.length; k++) {
    const index: unknown = among[k];
    const path = `options.among[${k}]`;
    if (typeof index !== 'number') throw argumentError(TypeError, path, `expected number, got ${String(index)}`);
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw argumentError(RangeError, path, `expected an index into ${count} rollouts, got ${index}`);
    if (seen[index] === 1) throw argumentError(RangeError, path, `expected each index once, got ${index} again`);
    seen[index] = 1;
  }
  return new Int32Array(among).sort();
}

/** The rewards and groups that every stage of the selection reads. R = rollouts in the input. */
export interface RewardColumns {
  /** The rollouts to look at, ascending. */
  readonly among: Int32Array;
  /** Shape [R]; NaN outside `among`. */
  readonly rewards: Float64Array;
  /** Shape [R]; '' outside `among`. */
  readonly labels: readonly GroupLabel[];
}

/** @throws TypeError or RangeError for rollouts that are no array, and for wrong indices, rewards or labels. */
export function readRewards<R>(
  rollouts: readonly R[],
  accessors: {
    readonly reward?: Accessor<R, number> | undefined;
    readonly groupBy?: Accessor<R, GroupLabel> | undefined;
  },
  indices: ArrayLike<number> | undefined,
): RewardColumns {
  checkRollouts(rollouts);
  const among = readAmong(indices, rollouts.length);
  const rewards = new Float64Array(rollouts.length).fill(NaN);
  const labels = new Array<GroupLabel>(rollouts.length).fill('');
  readRollouts(rollouts, among, rewardReading(accessors.reward), rewards);
  readRollouts(rollouts, among, groupReading(accessors.groupBy), labels);
  return { among, rewards, labels };
}
