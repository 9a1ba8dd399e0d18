import type { Accessor, Rollout } from '../../base/index.js';
import { generatedLengthReading, readRollout } from '../../base/internal/index.js';

/**
 * Rollouts that need no accessor of some names: of any other the compiler says that `turns` is missing and `required in type
 * 'TurnsOrPass<"response">'`.
 */
export interface TurnsOrPass<Name extends string> extends Pick<Rollout, 'turns' | 'metadata'> {
  readonly 'pass options with'?: Name;
}

/** The same of the tokens. */
export interface TokensOrPass<Name extends string> extends Pick<Rollout, 'tokens'> {
  readonly 'pass options with'?: Name;
}

/** Reads a value of a rollout by the caller's accessor, else where our `Rollout` has it. */
type Read<T> = <R>(rollout: R, index: number, accessor: Accessor<R, T> | undefined) => T;

const unlessText = (value: unknown): string | undefined => (typeof value === 'string' ? undefined : 'a string');

/** @returns What the policy wrote, turn after turn; tool responses are not its words. */
export function writtenText({ turns }: Partial<Rollout>): string | undefined {
  return turns?.map(({ text }) => text).join('\n');
}

/**
 * The text that is judged: by default what the policy wrote.
 *
 * @param instead - The option that may be passed in its place.
 */
export const readResponse = <R>(
  rollout: R,
  index: number,
  accessor: Accessor<R, string> | undefined,
  instead?: string,
): string =>
  readRollout(rollout, index, {
    option: 'response',
    accessor,
    field: 'turns',
    fallback: writtenText,
    refuse: unlessText,
    instead,
  });

/** The answer a rollout should have given: by default `metadata.groundTruth`, where a number stands for its text. */
export const readGroundTruth: Read<string> = (rollout, index, accessor) =>
  readRollout(rollout, index, {
    option: 'groundTruth',
    accessor,
    field: 'metadata.groundTruth',
    fallback: ({ metadata }) => {
      const truth = metadata?.['groundTruth'];
      return typeof truth === 'number' ? String(truth) : truth;
    },
    refuse: unlessText,
  });

/** The tokens the policy generated. */
export const readGeneratedLength: Read<number> = (rollout, index, accessor) =>
  readRollout(rollout, index, generatedLengthReading(accessor));
