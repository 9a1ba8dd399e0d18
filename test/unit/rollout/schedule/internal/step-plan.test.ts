import { describe, expect, it } from 'vitest';
import { namedTrace } from '../../../../../bench/schedule-traces.js';
import { QWEN3_14B_H100, simulateSchedule } from '../../../../../src/rollout/index.js';
import { ScheduledSession } from '../../../../../src/rollout/schedule/internal/scheduled-session.js';
import { StepPlan } from '../../../../../src/rollout/schedule/internal/step-plan.js';

const curve = QWEN3_14B_H100;
const FULL_STEP_MS = curve.stepMs + curve.capacityTokens * curve.stepMsPerToken;

/** A session that waits, of so many tokens to draw; of unknown length without. */
function session(sessionId: string, tokens?: number, toolMs = 0) {
  const known = tokens === undefined ? undefined : { tokens, toolMs };
  const request = { sessionId, group: 'a', contextTokens: 250, maxTokens: 32_768, known, generated: () => 0 };
  const made = new ScheduledSession(request);
  made.arrive(request, FULL_STEP_MS);
  return made;
}

function planned(sessions: readonly ReturnType<typeof session>[]) {
  const plan = new StepPlan();
  plan.refresh(new Map(sessions.map((one) => [one.id, one])), [{ curve }, { curve }], 0);
  return sessions.map((one) => plan.paceOf(one, 0));
}

const short = Array.from({ length: 400 }, (_, i) => session(`${i}`, 3000));

describe('the plan of a step', () => {
  it('hastens what would end after all others in full engines, and nothing else', () => {
    const paces = planned([...short, session('long', 20_000)]);
    expect(paces.slice(0, -1)).toEqual(short.map(() => Infinity));
    expect(paces.at(-1)).toBeLessThan(0.9 * FULL_STEP_MS);
    expect(paces.at(-1)).toBeGreaterThan(curve.stepMs);
  });

  it('counts the time of tools', () => {
    const [pace, hastened] = [0, 100_000].map((toolMs) => planned([...short, session('slow', 6000, toolMs)]).at(-1)!);
    expect(pace).toBe(Infinity);
    expect(hastened).toBeLessThan(FULL_STEP_MS);
  });

  it('hastens nobody where most are alike, or one length is unknown', () => {
    const long = Array.from({ length: 100 }, (_, i) => session(`long ${i}`, 20_000));
    expect(new Set(planned(long))).toEqual(new Set([Infinity]));
    expect(planned([...short, session('long', 20_000), session('unknown')]).at(-2)).toBe(Infinity);
  });

  it('lets go of one of which no more is known, and sees those that come later', () => {
    const long = session('long', 20_000);
    const sessions = new Map([...short, long].map((one) => [one.id, one]));
    const plan = new StepPlan();
    plan.refresh(sessions, [{ curve }, { curve }], 0);
    expect(plan.paceOf(long, 0)).toBeLessThan(Infinity);
    long.known = undefined;
    expect(plan.paceOf(long, 0)).toBe(Infinity);
    sessions.delete('long');
    const later = Array.from({ length: 8 }, (_, i) => session(`later ${i}`, 20_000));
    for (const one of later) {
      sessions.set(one.id, one);
      plan.changed();
    }
    plan.refresh(sessions, [{ curve }, { curve }], 10);
    expect(plan.paceOf(later[0]!, 10)).toBeLessThan(Infinity);
  });

  it('ends a step with a long tail nearly when it can end', () => {
    const step = { trace: namedTrace('long-tail', 16), engines: 2, scheduler: 'kv-aware', lengths: 'known' } as const;
    const { durationMs, lowerBoundMs } = simulateSchedule(step);
    expect(durationMs / lowerBoundMs).toBeLessThan(1.22);
  });
});
