import type { EngineCurve } from '../engine-curve.js';
import type { RolloutTrace, ScheduleTrace } from '../schedule-trace.js';
import { leastOf } from './bisection.js';

/** Contexts at which a turn's tokens are drawn: before its first, after its last. */
type ContextSpan = readonly [from: number, to: number];

/** The work of a rollout, which does not depend on the schedule. */
interface RolloutWork {
  readonly spans: readonly ContextSpan[];
  readonly tokens: number;
  /** Σ of its contexts over the tokens that it draws. */
  readonly contextSum: number;
  /** Tokens of context to compute: its prompt and its tools' answers. */
  readonly prefilled: number;
  readonly toolMs: number;
}

/**
 * A time in which no scheduler can end the step, even one that knows all lengths and may move rollouts at no cost: the larger of what the longest rollout takes
 * alone on an engine, and of all work spread evenly, where urgent rollouts cost more.
 *
 * A step of an engine that holds K tokens takes stepMs + stepMsPerRequest · B + stepMsPerToken · K. Its requests share stepMs by their contexts k, each stepMs · k / K, and K is at
 * most the capacity C. A rollout that would end too late in full engines must draw tokens where K is less, and pays more: B ≥ K / kMax, so a step takes at least stepMs + c' K with
 * c' = stepMsPerToken + stepMsPerRequest / kMax, and over all its tokens Σ (stepMs + c' K) ≤ T − its tool calls − its prefill. Σ stepMs · k / K is least, by
 * Lagrange, for K = min(C, q √k). The bound is the least T that all engines' time suffices for:
 * Σ shares + stepMsPerRequest · N + stepMsPerToken · S + prefillMsPerToken · P ≤ engines · T.
 * Contexts are computed once, prompts are not shared, no engine waits, caches are full from the first moment on where no rollout is urgent.
 *
 * @returns Milliseconds.
 */
export function lowerBoundMs({ rollouts }: ScheduleTrace, engines: readonly EngineCurve[]): number {
  const curve = bestOf(engines);
  const works = rollouts.map(workOf);
  const total = (part: (work: RolloutWork) => number) => works.reduce((sum, work) => sum + part(work), 0);
  const longestContext = works.reduce((most, { spans }) => Math.max(most, spans.at(-1)![1]), 1);
  const capacity = Math.max(curve.capacityTokens, longestContext);
  const perCached = curve.stepMsPerToken + curve.stepMsPerRequest / longestContext;
  const [contexts, drawn] = [total(({ contextSum }) => contextSum), total(({ tokens }) => tokens)];
  const unshared = total((work) => unsharedMs(work, curve));
  const alone = works.reduce(
    (most, work) => Math.max(most, work.toolMs + unsharedMs(work, curve) + work.tokens * curve.stepMs),
    0,
  );
  const steps = Math.max(contexts / capacity, drawn / curve.maxRequests);
  const least = Math.max(alone, (steps * curve.stepMs + unshared) / engines.length);

  const time = { stepMs: curve.stepMs, perCached, capacity };
  const roomFor = (work: RolloutWork, ms: number) =>
    (ms - work.toolMs - work.prefilled * curve.prefillMsPerToken - work.tokens * curve.stepMs) / perCached;
  const urgent = works.filter((work) => roomFor(work, least) < work.tokens * capacity);
  const others = curve.stepMs * ((contexts - urgent.reduce((sum, { contextSum }) => sum + contextSum, 0)) / capacity);
  const suffices = (ms: number) => {
    const shares = urgent.reduce((sum, work) => sum + shareMs(work.spans, roomFor(work, ms), time), others);
    return shares + unshared <= engines.length * ms;
  };
  return urgent.length === 0 ? least : leastOf(suffices, { low: least });
}

/** Returns a curve that is at least as fast as each of the given ones, so the bound holds for a mixed fleet. */
function bestOf(engines: readonly EngineCurve[]): EngineCurve {
  const least = (member: keyof EngineCurve) => Math.min(...engines.map((curve) => curve[member]));
  return {
    stepMs: least('stepMs'),
    stepMsPerRequest: least('stepMsPerRequest'),
    stepMsPerToken: least('stepMsPerToken'),
    prefillMsPerToken: least('prefillMsPerToken'),
    capacityTokens: Math.max(...engines.map(({ capacityTokens }) => capacityTokens)),
    maxRequests: Math.max(...engines.map(({ maxRequests }) => maxRequests)),
  };
}

function workOf({ promptTokens, turns }: RolloutTrace): RolloutWork {
  let [context, contextSum, tokens, prefilled, toolMs] = [promptTokens, 0, 0, promptTokens, 0];
  const spans = turns.map((turn): ContextSpan => {
    const span: ContextSpan = [context, context + turn.tokens];
    contextSum += turn.tokens * (context + turn.tokens / 2);
    tokens += turn.tokens;
    context = span[1] + (turn.tool?.tokens ?? 0);
    prefilled += turn.tool?.tokens ?? 0;
    toolMs += turn.tool?.ms ?? 0;
    return span;
  });
  return { spans, tokens, contextSum, prefilled, toolMs };
}

/** @returns The time of a rollout that does not depend on what runs besides it. */
function unsharedMs({ tokens, contextSum, prefilled }: RolloutWork, curve: EngineCurve): number {
  return tokens * curve.stepMsPerRequest + contextSum * curve.stepMsPerToken + prefilled * curve.prefillMsPerToken;
}

/** @param room - Upper limit of Σ K. @returns The least Σ stepMs · k / K over all tokens, with K = min(C, q √k). */
function shareMs(
  spans: readonly ContextSpan[],
  room: number,
  { stepMs, capacity }: { readonly stepMs: number; readonly capacity: number },
): number {
  if (room <= 0) return Infinity;
  // Beyond the context at which q √k reaches C it is C.
  const over = (q: number, below: (roots: number) => number, above: (from: number, to: number) => number) => {
    const full = (capacity / q) ** 2;
    return spans.reduce((sum, [from, to]) => {
      const middle = Math.min(to, Math.max(from, full));
      return sum + below((2 / 3) * (middle ** 1.5 - from ** 1.5)) + above(middle, to);
    }, 0);
  };
  const roomAt = (q: number) =>
    over(
      q,
      (roots) => q * roots,
      (from, to) => capacity * (to - from),
    );
  // Where even the shortest context has a full cache there is no more to gain.
  const most = capacity / Math.sqrt(Math.max(1, spans[0]![0]));
  const q = roomAt(most) <= room ? most : leastOf((one) => roomAt(one) >= room, { high: most });
  return over(
    q,
    (roots) => (stepMs * roots) / q,
    (from, to) => (stepMs * (to * to - from * from)) / (2 * capacity),
  );
}
