import { fullStepMs, type EngineCurve } from '../engine-curve.js';
import { leastOf } from './bisection.js';
import type { ScheduledSession } from './scheduled-session.js';

/** How much longer the rest of a step is planned to take than in engines that are always full: free cache is not refilled at once. */
const PLANNED = 1.08;
/** A rollout is late if full engines would end it after the rest of the step by more than this share of that rest. */
const LATE = 0.06;
/** Where more than one rollout of so many is late, there is no long tail: all are alike. */
const TAIL_SHARE = 8;
/** The plan is made anew when one of so many sessions has changed. */
const REMAKE_SHARE = 64;

/** The work that a session still needs: tokens to generate, Σ of its contexts over them, time in tools. */
interface WorkLeft {
  readonly session: ScheduledSession;
  readonly tokens: number;
  readonly contextSum: number;
  readonly toolMs: number;
}

/**
 * When a step of known lengths can end, and which of its rollouts are urgent: the longest of a long tail, which full engines would end too late.
 *
 * As in the lower bound, an urgent rollout runs in an engine with fewer tokens K in the cache, and pays more of a step's fixed time. K makes its
 * steps as short as they must be, and is the same over all its tokens.
 */
export class StepPlan {
  #endsAt = Infinity;
  #late = new Set<ScheduledSession>();
  /** Sessions that came or ended since the plan was made. */
  #changes = Infinity;

  /** A session came or ended. */
  changed(): void {
    this.#changes += 1;
  }

  /** @param sessions - All that are under way or wait. @returns Whether the plan was made anew. */
  refresh(
    sessions: ReadonlyMap<string, ScheduledSession>,
    engines: readonly { readonly curve: EngineCurve }[],
    now: number,
  ): boolean {
    if (this.#changes <= sessions.size / REMAKE_SHARE) return false;
    this.#changes = 0;
    this.#late.clear();
    const works = worksLeft(sessions.values(), now);
    if (works.length === 0 || engines.length === 0) return true;
    const curve = slowestOf(engines);
    this.#endsAt = now + PLANNED * timeOf(works, curve, engines.length);
    const late = LATE * (this.#endsAt - now);
    const isLate = ({ tokens, toolMs }: WorkLeft) => now + tokens * fullStepMs(curve) + toolMs > this.#endsAt + late;
    const all = works.filter(isLate);
    if (all.length <= works.length / TAIL_SHARE) this.#late = new Set(all.map(({ session }) => session));
    return true;
  }

  /** @returns Milliseconds that a step may take for a session to end with the others; Infinity where it is not urgent. */
  paceOf(session: ScheduledSession, now: number): number {
    if (!this.#late.has(session)) return Infinity;
    const left = workLeft(session, now);
    // Its next turn may come without a known length.
    if (left === undefined) return Infinity;
    const { tokens, toolMs } = left;
    return Math.max(0, this.#endsAt - now - toolMs) / tokens;
  }
}

/** @returns The total work; undefined if the work of one session is not known. */
function worksLeft(sessions: Iterable<ScheduledSession>, now: number): WorkLeft[] {
  const works: WorkLeft[] = [];
  for (const session of sessions) {
    const work = workLeft(session, now);
    if (work === undefined) return [];
    works.push(work);
  }
  return works;
}

/** @returns Undefined where that is not known. */
function workLeft(session: ScheduledSession, now: number): WorkLeft | undefined {
  const { known, generated, tokensLeft: tokens } = session;
  if (known === undefined) return undefined;
  const context = session.tokens + generated;
  const growth = Math.max(0, known - generated);
  return { session, tokens, contextSum: tokens * (context + growth / 2), toolMs: session.toolMsLeft(now) };
}

function slowestOf(engines: readonly { readonly curve: EngineCurve }[]): EngineCurve {
  const curves = engines.map(({ curve }) => curve);
  return curves.reduce((slowest, curve) => (fullStepMs(curve) > fullStepMs(slowest) ? curve : slowest));
}

/** @returns The least time in which so many engines get through it all, by bisection. */
function timeOf(works: readonly WorkLeft[], curve: EngineCurve, engines: number): number {
  const { stepMs, stepMsPerRequest, stepMsPerToken, capacityTokens } = curve;
  const unshared = works.reduce(
    (sum, { tokens, contextSum }) => sum + tokens * stepMsPerRequest + contextSum * stepMsPerToken,
    0,
  );
  const suffices = (ms: number): boolean => {
    let busyMs = unshared;
    for (const { tokens, contextSum, toolMs } of works) {
      const perCached = stepMsPerToken + (stepMsPerRequest * tokens) / contextSum;
      const cached = ((ms - toolMs) / tokens - stepMs) / perCached;
      if (cached <= 0) return false;
      busyMs += (stepMs * contextSum) / Math.min(capacityTokens, cached);
    }
    return busyMs <= engines * ms;
  };
  return leastOf(suffices, { high: 1, share: 1e-3 });
}
