import { fullStepMs, type EngineCurve } from '../engine-curve.js';
import type { ScheduledRequest } from './dispatcher.js';
import type { ScheduledSession } from './scheduled-session.js';

/** How much longer the rest of a step is planned to take than in engines that are always full: room is not refilled at once. */
const PLANNED = 1.08;
/** A rollout is late that would end so much after the rest of the step in full engines, as a share of that rest; what is later by less is no matter. */
const LATE = 0.06;
/** Where more of all are late than one of so many, there is no long tail: all are alike. */
const TAIL_SHARE = 8;
/** The plan is made anew when one of so many sessions has changed. */
const REMAKE_SHARE = 64;

type Session = ScheduledSession<ScheduledRequest>;

/** What a session still asks of engines: tokens to draw, Σ of its contexts over them, time in tools. */
interface WorkLeft {
  readonly session: Session;
  readonly tokens: number;
  readonly contextSum: number;
  readonly toolMs: number;
}

/**
 * When a step of known lengths can end, and which of its rollouts must draw faster than full engines do for that: the longest of a long tail.
 *
 * As in the lower bound, a rollout that must end sooner runs where less is held, and pays more of a step's fixed time: K is what makes its
 * steps as short as they must be, the same over all its tokens.
 */
export class StepPlan {
  #endsAt = Infinity;
  #late = new Set<Session>();
  /** Sessions that came or ended since the plan was made. */
  #changes = Infinity;

  /** A session came or ended. */
  changed(): void {
    this.#changes += 1;
  }

  /** @param sessions - All that are under way or wait. @returns Whether the plan was made anew. */
  refresh(
    sessions: ReadonlyMap<string, Session>,
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

  /** @returns Milliseconds that a step may take for a session to end with the others; Infinity where it is in no hurry. */
  paceOf(session: Session, now: number): number {
    if (!this.#late.has(session)) return Infinity;
    const left = workLeft(session, now);
    // Its next turn may say no more how long it will be.
    if (left === undefined) return Infinity;
    const { tokens, toolMs } = left;
    return Math.max(0, this.#endsAt - now - toolMs) / tokens;
  }
}

/** @returns Of all; none where one is not known: then nor is the step's end. */
function worksLeft(sessions: Iterable<Session>, now: number): WorkLeft[] {
  const works: WorkLeft[] = [];
  for (const session of sessions) {
    const work = workLeft(session, now);
    if (work === undefined) return [];
    works.push(work);
  }
  return works;
}

/** @returns Undefined where that is not known. */
function workLeft(session: Session, now: number): WorkLeft | undefined {
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
      const held = ((ms - toolMs) / tokens - stepMs) / perCached;
      if (held <= 0) return false;
      busyMs += (stepMs * contextSum) / Math.min(capacityTokens, held);
    }
    return busyMs <= engines * ms;
  };
  let [low, high] = [0, 1];
  while (!suffices(high)) [low, high] = [high, 2 * high];
  while (high - low > 1e-3 * high) {
    const middle = (low + high) / 2;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}
