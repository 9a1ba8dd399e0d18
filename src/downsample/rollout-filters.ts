import type { Accessor, Rollout, Turn } from '../base/index.js';
import { readRollouts } from '../base/internal/index.js';
import { countAnswers } from './internal/tag-scanner.js';

/** How filters read your own rollouts. Each accessor has a default for `Rollout`. */
export interface FilterAccessors<R> {
  /** Whether it reached the token limit. Default: `rollout.finishReason` is `length`, which belongs to the main path; sub-agents do not count. */
  readonly isOverlong?: Accessor<R, boolean> | undefined;
  /**
   * Whether one of its turns is void. Default: a turn of the main path has no tool call that parsed, no answer and no reply of the
   * environment. Sub-agents do not count.
   */
  readonly hasVoidTurn?: Accessor<R, boolean> | undefined;
}

/** @returns The indices of the checked rollouts that reached the token limit. */
export function overlongRollouts<R>(
  rollouts: readonly R[],
  among: Int32Array,
  { isOverlong }: FilterAccessors<R>,
): ReadonlySet<number> {
  return whichOf(rollouts, among, 'isOverlong', 'finishReason', isOverlong, (rollout) =>
    rollout?.finishReason === undefined ? undefined : rollout.finishReason === 'length',
  );
}

/**
 * A turn with neither a tool call nor an answer is often text that is unlikely under the policy. Gradients of such turns are large and
 * carry little signal.
 *
 * @returns The indices of the checked rollouts with a void turn.
 * @remarks Source: SimpleTIR, arXiv 2509.02479.
 */
export function voidRollouts<R>(
  rollouts: readonly R[],
  among: Int32Array,
  { hasVoidTurn }: FilterAccessors<R>,
): ReadonlySet<number> {
  return whichOf(rollouts, among, 'hasVoidTurn', 'turns', hasVoidTurn, (rollout) => rollout?.turns?.some(isVoid));
}

function whichOf<R>(
  rollouts: readonly R[],
  among: Int32Array,
  option: keyof FilterAccessors<R>,
  field: string,
  accessor: Accessor<R, boolean> | undefined,
  fallback: (rollout: Partial<Rollout>) => boolean | undefined,
): ReadonlySet<number> {
  const holds: { [index: number]: boolean } = {};
  const refuse = (value: unknown) => (typeof value === 'boolean' ? undefined : 'a boolean');
  readRollouts(rollouts, among, { option, accessor, field, fallback, refuse }, holds);
  return new Set(among.filter((index) => holds[index]));
}

/** A call that did not parse has no name. */
function isVoid({ text, toolCalls, reply }: Turn): boolean {
  const acts = toolCalls.some(({ name }) => name !== '') || reply !== undefined;
  return !acts && !text.includes('\\boxed{') && countAnswers(text) === 0;
}
