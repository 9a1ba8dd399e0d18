import type { Rollout, RolloutBranch } from '../../base/index.js';
import { checkArgument, checkRollouts } from '../../base/internal/index.js';
import { longestResponse, type RolloutTrace, type ScheduleTrace, type TraceTurn } from './schedule-trace.js';

/**
 * Converts real rollouts to a step for the simulation: the generated tokens of each turn, the tokens read after it, and the time of its
 * longest tool call, because the calls of a turn run in parallel. Unknown times count as 0: an environment's answer, a call without
 * `durationMs`. Each path of an agent's rollout is a separate session, and all start at once, because a rollout does not record start
 * times.
 *
 * @param rollouts - With their tokens, as from `runRollouts`. Paths without generated tokens are left out.
 * @returns The step; its `maxTokens` is the longest response, because a rollout does not record its token limit.
 * @throws TypeError for a rollout without tokens; RangeError if no token was generated.
 *
 * @example
 * const { durationMs } = simulateSchedule({ trace: scheduleTraceOf(rollouts), engines: 4, curve: QWEN3_14B_H100, scheduler: 'kv-aware' });
 */
export function scheduleTraceOf(
  rollouts: readonly Pick<Rollout, 'groupId' | 'turns' | 'tokens' | 'branches'>[],
): ScheduleTrace {
  checkRollouts(rollouts);
  const traces = Array.from(rollouts, (rollout, i) => [
    traceOf(rollout, rollout, `rollouts[${i}]`),
    ...(rollout.branches ?? []).map((branch, k) => traceOf(rollout, branch, `rollouts[${i}].branches[${k}]`)),
  ])
    .flat()
    .filter(({ turns }) => turns.length > 0);
  if (traces.length === 0) throw new RangeError('rollouts: expected at least one with generated tokens, got none');
  return { rollouts: traces, maxTokens: longestResponse(traces) };
}

function traceOf(
  { groupId }: Pick<Rollout, 'groupId'>,
  { turns, tokens }: Pick<RolloutBranch, 'turns' | 'tokens'>,
  where: string,
): RolloutTrace {
  checkArgument(tokens, `${where}.tokens`, { responseMask: 'an array' });
  const { responseMask } = tokens!;
  const traced: TraceTurn[] = [];
  const promptTokens = endOfRun(responseMask, 0, 0);
  for (let at = promptTokens; at < responseMask.length;) {
    const read = endOfRun(responseMask, at, 1);
    const next = endOfRun(responseMask, read, 0);
    const calls = turns[traced.length]?.toolCalls ?? [];
    const ms = calls.reduce((most, { response }) => Math.max(most, response.durationMs ?? 0), 0);
    traced.push({ tokens: read - at, ...(next < responseMask.length && { tool: { ms, tokens: next - read } }) });
    at = next;
  }
  return { groupId, promptTokens, turns: traced };
}

/** @returns Where the tokens that are of one kind from a place on end. */
function endOfRun(responseMask: Uint8Array, from: number, kind: 0 | 1): number {
  const end = responseMask.indexOf(1 - kind, from);
  return end < 0 ? responseMask.length : end;
}
