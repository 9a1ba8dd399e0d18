import type { GroupLabel, Rollout } from '../rollout.js';

/** What each accessor's default reads: a rollout that has this needs no accessor. */
interface DefaultReads {
  readonly reward: { readonly field: 'reward'; readonly type: number };
  readonly groupBy: { readonly field: 'groupId'; readonly type: GroupLabel };
  readonly tokens: { readonly field: 'tokens'; readonly type: Rollout['tokens'] };
  readonly toolCallCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
  readonly failedToolCallCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
  readonly answerCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
  readonly turnCount: { readonly field: 'turns'; readonly type: Rollout['turns'] };
}

/** An accessor with a default. */
export type DefaultAccessor = keyof DefaultReads;

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
 * The last arguments of a function that reads rollouts of type R: its options, with every accessor that R needs. They may
 * be left out where nothing is needed.
 */
export type RolloutOptions<R, Options, Name extends DefaultAccessor & keyof Options> = [
  MissingAccessor<R, Name>,
] extends [never]
  ? object extends Options
    ? [options?: Options]
    : [options: Options]
  : [options: WithAccessors<Options, MissingAccessor<R, Name>>];
