import type { GroupLabel, Rollout } from '../../rollout.js';

/** The part of a token trace that packing reads. All arrays have shape [T]. */
export interface PackableTokens {
  readonly ids: ArrayLike<number>;
  readonly logprobs: ArrayLike<number>;
  readonly responseMask: ArrayLike<number>;
  /** Whether the ids were worked out from text, and may not be those that were sampled. */
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
export type DefaultAccessor = keyof DefaultReads;

/**
 * Rollouts that need neither `reward` nor `groupBy`. A function that is generic over rollouts meets this bound, where the
 * conditional types below cannot say anything of a type that is not known yet.
 */
export interface RewardedRollout {
  readonly reward: number;
  readonly groupId: GroupLabel;
}

/** Of some accessors, those whose default finds nothing in rollouts of type R. */
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
 * Rollouts of a type that needs none of some accessors; for any other the compiler's message names them
 * (`required in type 'PassOptions<…, "reward" | "groupBy">'`).
 */
export type WithoutAccessors<R, Name extends DefaultAccessor> = readonly R[] &
  ([MissingAccessor<R, Name>] extends [never] ? unknown : PassOptions<MissingAccessor<R, Name>>);

interface PassOptions<Name extends string> {
  readonly 'pass options with': Name;
}
