import type { EngineCurve } from '../engine-curve.js';
import { sharedPrompts, type RolloutTrace, type ScheduleTrace } from '../schedule-trace.js';

/** What a rollout holds of a cache at least when a turn's tokens are drawn, before its first and after its last: its context, but of a shared prompt only its part. */
type ContextSpan = readonly [from: number, to: number];

/** The work of a rollout, which does not depend on the schedule. */
interface RolloutWork {
  readonly spans: readonly ContextSpan[];
  readonly tokens: number;
  /** Σ of its contexts over the tokens that it draws. */
  readonly contextSum: number;
  /** Σ of what it holds of a cache at least. */
  readonly heldSum: number;
  /** Its whole context. */
  readonly context: number;
  /** Least time in which its prompt and its tools' answers are computed, beyond decode steps. */
  readonly prefillMs: number;
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
 * Contexts are computed once, and a group's prompt once for all of it, no engine waits, caches are full from the first moment on where no rollout is
 * urgent. With chunked prefill the weights are read while contexts are computed: the larger of Σ shares and prefillMsPerToken · P counts.
 *
 * @returns Milliseconds.
 */
export function lowerBoundMs({ rollouts }: ScheduleTrace, engines: readonly EngineCurve[]): number {
  const curve = bestOf(engines);
  const prompts = sharedPrompts(rollouts);
  const sizes = new Map<string, number>();
  for (const { groupId } of rollouts) sizes.set(groupId, (sizes.get(groupId) ?? 0) + 1);
  const works = rollouts.map((rollout) => {
    const shared = prompts.get(rollout.groupId)!;
    return workOf(rollout, shared - shared / sizes.get(rollout.groupId)!, curve);
  });
  const total = (part: (work: RolloutWork) => number) => works.reduce((sum, work) => sum + part(work), 0);
  const longestContext = works.reduce((most, { context }) => Math.max(most, context), 1);
  const capacity = Math.max(curve.capacityTokens, longestContext);
  const perCached = curve.stepMsPerToken + curve.stepMsPerRequest / longestContext;
  const [held, drawn] = [total(({ heldSum }) => heldSum), total(({ tokens }) => tokens)];
  const unshared = total((work) => unsharedMs(work, curve));
  const prefilled = neededTokens(rollouts) * curve.prefillMsPerToken;
  const isChunked = curve.chunkTokens !== undefined;
  const busyMs = (shares: number) => unshared + (isChunked ? Math.max(shares, prefilled) : shares + prefilled);
  const alone = works.reduce(
    (most, work) => Math.max(most, work.toolMs + work.prefillMs + unsharedMs(work, curve) + work.tokens * curve.stepMs),
    0,
  );
  const steps = Math.max(held / capacity, drawn / curve.maxRequests);
  const least = Math.max(alone, busyMs(steps * curve.stepMs) / engines.length);

  const time = { stepMs: curve.stepMs, perCached, capacity };
  const roomFor = (work: RolloutWork, ms: number) =>
    (ms - work.toolMs - work.prefillMs - work.tokens * curve.stepMs) / perCached;
  const urgent = works.filter((work) => roomFor(work, least) < work.tokens * capacity);
  const others = curve.stepMs * ((held - urgent.reduce((sum, { heldSum }) => sum + heldSum, 0)) / capacity);
  const suffices = (ms: number) => {
    const shares = urgent.reduce((sum, work) => sum + shareMs(work.spans, roomFor(work, ms), time), others);
    return busyMs(shares) <= engines.length * ms;
  };
  return urgent.length === 0 || suffices(least) ? least : leastOf(suffices, least, 2 * least, 1e-5)[0];
}

/** @returns Tokens of context that must be computed: a group's prompt once, the rest of its prompts, and tools' answers. */
export function neededTokens(rollouts: readonly RolloutTrace[]): number {
  const prompts = sharedPrompts(rollouts);
  let tokens = 0;
  for (const shared of prompts.values()) tokens += shared;
  for (const { groupId, promptTokens, turns } of rollouts) {
    tokens += promptTokens - prompts.get(groupId)!;
    for (const { tool } of turns) tokens += tool?.tokens ?? 0;
  }
  return tokens;
}

/** @returns Numbers below and above the least one from `low` on for which something holds that holds for all greater ones, by bisection. */
function leastOf(
  holds: (value: number) => boolean,
  low: number,
  high: number,
  share: number,
): readonly [number, number] {
  while (!holds(high)) [low, high] = [high, 2 * high];
  while (high - low > share * high) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return [low, high];
}

/** Returns a curve that is at least as fast as each of the given ones, so the bound holds for a mixed fleet. */
function bestOf(engines: readonly EngineCurve[]): EngineCurve {
  const least = (member: Exclude<keyof EngineCurve, 'chunkTokens'>) =>
    Math.min(...engines.map((curve) => curve[member]));
  const chunks = engines.map(({ chunkTokens }) => chunkTokens ?? 0);
  return {
    ...(Math.max(...chunks) > 0 && { chunkTokens: Math.max(...chunks) }),
    stepMs: least('stepMs'),
    stepMsPerRequest: least('stepMsPerRequest'),
    stepMsPerToken: least('stepMsPerToken'),
    prefillMsPerToken: least('prefillMsPerToken'),
    capacityTokens: Math.max(...engines.map(({ capacityTokens }) => capacityTokens)),
    maxRequests: Math.max(...engines.map(({ maxRequests }) => maxRequests)),
  };
}

/** @param saved - Tokens of its prompt that others of its group hold. */
function workOf({ promptTokens, turns }: RolloutTrace, saved: number, curve: EngineCurve): RolloutWork {
  // With chunked prefill the step that computes the last of a context draws a token.
  const hiddenMs = curve.chunkTokens === undefined ? 0 : curve.stepMs;
  const computeMs = (tokens: number) => Math.max(0, tokens * curve.prefillMsPerToken - hiddenMs);
  let [context, contextSum, heldSum, tokens, toolMs] = [promptTokens, 0, 0, 0, 0];
  let prefillMs = computeMs(promptTokens);
  const spans = turns.map((turn): ContextSpan => {
    const end = context + turn.tokens;
    const span: ContextSpan = [context - saved, end - saved];
    contextSum += turn.tokens * (context + turn.tokens / 2);
    heldSum += turn.tokens * (context - saved + turn.tokens / 2);
    tokens += turn.tokens;
    context = end + (turn.tool?.tokens ?? 0);
    prefillMs += computeMs(turn.tool?.tokens ?? 0);
    toolMs += turn.tool?.ms ?? 0;
    return span;
  });
  return { spans, tokens, contextSum, heldSum, context, prefillMs, toolMs };
}

/** @returns The time of a rollout that does not depend on what runs besides it. */
function unsharedMs({ tokens, contextSum }: RolloutWork, curve: EngineCurve): number {
  return tokens * curve.stepMsPerRequest + contextSum * curve.stepMsPerToken;
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
  const q = roomAt(most) <= room ? most : leastOf((one) => roomAt(one) >= room, 0, most, 1e-4)[1];
  return over(
    q,
    (roots) => (stepMs * roots) / q,
    (from, to) => (stepMs * (to * to - from * from)) / (2 * capacity),
  );
}
