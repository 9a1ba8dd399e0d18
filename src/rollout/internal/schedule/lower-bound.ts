import type { EngineCurve } from '../../engine-curve.js';
import type { RolloutTrace, ScheduleTrace } from '../../schedule-trace.js';

/**
 * A time in which no scheduler can end the step, even one that knows all lengths: the larger of what the longest rollout takes alone on an engine,
 * and of all work spread evenly.
 *
 * With S = Σ of the contexts over all tokens drawn, N tokens and P tokens of context to compute, engines hold at most C tokens, so there are at least
 * S / C steps: work ≥ stepMs · S / C + stepMsPerRequest · N + stepMsPerToken · S + prefillMsPerToken · P. Contexts are computed once, prompts are
 * not shared, no engine ever waits.
 *
 * @returns Milliseconds.
 */
export function lowerBoundMs({ rollouts }: ScheduleTrace, engines: readonly EngineCurve[]): number {
  // Of several kinds of engine, the best of each member: still a bound.
  const least = (member: keyof EngineCurve) => Math.min(...engines.map((curve) => curve[member]));
  const [stepMs, perRequest, perToken] = [least('stepMs'), least('stepMsPerRequest'), least('stepMsPerToken')];
  const prefill = least('prefillMsPerToken');
  const capacity = Math.max(...engines.map(({ capacityTokens }) => capacityTokens));
  const mostRequests = Math.max(...engines.map(({ maxRequests }) => maxRequests));
  let [contexts, drawn, computed, longest] = [0, 0, 0, 0];
  for (const rollout of rollouts) {
    const { contextSum, tokens, prefilled, toolMs } = totalsOf(rollout);
    contexts += contextSum;
    drawn += tokens;
    computed += prefilled;
    longest = Math.max(longest, tokens * (stepMs + perRequest) + contextSum * perToken + prefilled * prefill + toolMs);
  }
  const steps = Math.max(contexts / capacity, drawn / mostRequests);
  const work = steps * stepMs + drawn * perRequest + contexts * perToken + computed * prefill;
  return Math.max(longest, work / engines.length);
}

function totalsOf({ promptTokens, turns }: RolloutTrace) {
  let [context, contextSum, tokens, prefilled, toolMs] = [promptTokens, 0, 0, promptTokens, 0];
  for (const turn of turns) {
    contextSum += turn.tokens * (context + turn.tokens / 2);
    tokens += turn.tokens;
    context += turn.tokens + (turn.tool?.tokens ?? 0);
    prefilled += turn.tool?.tokens ?? 0;
    toolMs += turn.tool?.ms ?? 0;
  }
  return { contextSum, tokens, prefilled, toolMs };
}
