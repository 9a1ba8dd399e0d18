import type { GroupLabel, Rollout } from '../../rollout.js';

/** The part of a token trace that packing reads. All arrays have shape [T]. */
export interface PackableTokens {
  readonly ids: ArrayLike<number>;
  readonly logprobs: ArrayLike<number>;
  readonly responseMask: ArrayLike<number>;
  /** Whether the ids were encoded from text, and may differ from the sampled ones. */
  readonly retokenized?: boolean | undefined;
}

/** What each accessor's default reads: a rollout that has this needs no accessor. */
interface DefaultReads {
  readonly reward: { readonly field: 'reward'; readonly type: number };
  readonly groupBy: { readonly field: 'groupId'; readonly type: GroupLabel };
  readonly tokens: { readonly field: 'tokens'; readonly type: PackableTokens };
  readonly toolCallCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
  readonly failedToolCallCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
  readonly answerCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
  readonly turnCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
}

/** An accessor with a default. */
type DefaultAccessor = keyof DefaultReads;

/**
 * Rollouts that need neither `reward` nor `groupBy`. A bound for generic callers: TypeScript cannot resolve the conditional
 * types below while R is still a type parameter.
 */
export interface RewardedRollout {
  readonly reward: number;
  readonly groupId: GroupLabel;
}

/** Those of some accessors that rollouts of type R need: R lacks the field that the default reads. */
export type MissingAccessor<R, Name extends DefaultAccessor> = {
  [K in Name]: DefaultReads[K]['field'] extends keyof R
    ? R[DefaultReads[K]['field']] extends DefaultReads[K]['type'] | undefined
      ? never
      : K
    : K;
}[Name];

/** Options with some accessors given. */
export type WithAccessors<Options, Name extends keyof Options> = Options & {
  readonly [K in Name]-?: NonNullable<Options[K]>;
};

/**
 * Rollouts that need none of some accessors. For other rollouts the compiler's message names the missing accessors
 * (`required in type 'PassOptions<…, "reward" | "groupBy">'`).
 */
export type WithoutAccessors<R, Name extends DefaultAccessor> = readonly R[] &
  ([MissingAccessor<R, Name>] extends [never] ? unknown : PassOptions<MissingAccessor<R, Name>>);

interface PassOptions<Name extends string> {
  readonly 'pass options with': Name;
}
