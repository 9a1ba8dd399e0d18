import type { Accessor, Rollout, Turn } from '../base/index.js';
import { readRollouts } from '../base/internal/index.js';
import { countAnswers } from './internal/tag-scanner.js';

/** Where filters find things in the caller's own rollouts. Each has a default for our `Rollout`. */
export interface FilterAccessors<R> {
  /** Whether its tokens ran out. Default: `rollout.finishReason` is `length`; that of the main path, for a sub-agent that was cut may have served. */
  readonly isOverlong?: Accessor<R, boolean> | undefined;
  /** Whether a turn of it is void. Default: one of the main path has no tool call that parsed, no answer and no reply of the environment; a sub-agent need not answer. */
  readonly hasVoidTurn?: Accessor<R, boolean> | undefined;
}

/** @returns The rollouts whose tokens ran out, as indices, of those that are looked at. */
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
 * A policy that neither acts nor answers has lost its way, and what it writes then is unlikely under it: gradients of such turns
 * are large and say little.
 *
 * @returns The rollouts with a void turn, as indices, of those that are looked at.
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
