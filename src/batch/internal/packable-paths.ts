import type { Accessor, Rollout, RolloutBranch } from '../../base/index.js';
import {
  checkArgument,
  checkLength,
  checkMask,
  checkMembers,
  readRollout,
  type PackableTokens,
} from '../../base/internal/index.js';

/** One path of a rollout, as it is packed. */
export interface PackablePath {
  readonly trace: PackableTokens;
  /** Names it in errors: `rollouts[3].tokens`. */
  readonly name: string;
}

/** How the paths of a rollout are read. */
export interface PathReading {
  readonly accessor: Accessor<unknown, PackableTokens | undefined> | undefined;
  readonly allowRetokenized: boolean;
}

/**
 * @returns The paths of a rollout, the main path first, without empty branches; never none.
 * @throws TypeError or RangeError naming the path, unless every path has tokens that can be packed.
 */
export function readPaths(
  rollout: unknown,
  index: number,
  { accessor, allowRetokenized }: PathReading,
): PackablePath[] {
  const main = readRollout(rollout, index, {
    option: 'tokens',
    accessor,
    field: 'tokens',
    fallback: (own: Partial<Rollout>) => own?.tokens,
    refuse: (value) => (typeof value === 'object' && value !== null ? undefined : 'a token trace'),
  })!;
  checkTrace(main, `rollouts[${index}].tokens`, allowRetokenized);
  const { branches } = (rollout ?? {}) as Partial<Rollout>;
  if (!Array.isArray(branches)) return [{ trace: main, name: `rollouts[${index}].tokens` }];
  const others = branches.map((branch: RolloutBranch | undefined, i) => {
    const name = `rollouts[${index}].branches[${i}].tokens`;
    if (branch?.tokens === undefined) throw new TypeError(`${name}: expected a token trace, got undefined`);
    checkTrace(branch.tokens, name, allowRetokenized);
    return { trace: branch.tokens, name };
  });
  return [{ trace: main, name: `rollouts[${index}].tokens` }, ...others.filter(({ trace }) => trace.ids.length > 0)];
}

/** Checks that the arrays of a trace are there and of one length, and that its mask holds only 0 and 1. */
function checkTrace(trace: PackableTokens, path: string, allowRetokenized: boolean): void {
  checkArgument(trace, path, 'an object');
  const { ids, logprobs, responseMask, retokenized } = trace;
  checkMembers(trace, path, ['retokenized']);
  if (retokenized === true && !allowRetokenized)
    throw new RangeError(
      `${path}: expected the tokens that were sampled, got tokens encoded from text (retokenized); options.allowRetokenized takes them`,
    );
  checkArgument(ids, `${path}.ids`, 'an array');
  checkLength(logprobs, `${path}.logprobs`, ids.length, 'ids');
  checkLength(responseMask, `${path}.responseMask`, ids.length, 'ids');
  checkMask(responseMask, `${path}.responseMask`);
}
