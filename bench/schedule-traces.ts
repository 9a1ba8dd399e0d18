import { drawScheduleTrace, type ScheduleTraceOptions } from '../src/rollout/index.js';

/**
 * The steps that schedulers are compared on, fixed before the scheduler was written. `math` is the paper's step in its second stage
 * (arXiv 2508.20722: 512 prompts, 32 rollouts, budget 12K, 45,000 calls of 0.3 s). The others change one thing each:
 *
 * - `concise`: its first stage, budget 8K;
 * - `long-tail`: median 500 and 99th percentile 5,000 of a typical reasoning run's lengths are a deviation of 0.99 (jiahuanglin.xyz,
 *   RL lesson 22b), here with a budget of 32K;
 * - `slow-tools`: calls that compile and test, of 10 s with a long tail;
 * - `many-turns`: short turns and long answers of tools, a browsing or editing agent;
 * - `single-turn`: reasoning without tools;
 * - `even`: all of nearly one length, where no scheduler can gain.
 */
export const TRACES = {
  math: {},
  concise: { maxTokens: 8192, meanTokens: 3000, maxTurns: 10 },
  'long-tail': { maxTokens: 32_768, groupSigma: 0.7, rolloutSigma: 0.7 },
  'slow-tools': { meanToolMs: 10_000, toolSigma: 1.2 },
  'many-turns': { meanCalls: 10, maxTurns: 30, meanTokens: 2500, toolTokens: 400 },
  'single-turn': { meanCalls: 0 },
  even: { groupSigma: 0.05, rolloutSigma: 0.05 },
} as const satisfies Record<string, Partial<ScheduleTraceOptions>>;

/** @returns A step of this kind with so many groups of 32. */
export function namedTrace(name: keyof typeof TRACES, groups: number, samples = 32, seed = 'schedule') {
  return drawScheduleTrace({ groups, samples, seed: `${seed}/${name}`, ...TRACES[name] });
}

/** What `schedule-traces.jsonl` holds: a small step of each kind, so that a changed generator is noticed. */
export function sampleTraces(): string {
  const names = Object.keys(TRACES) as (keyof typeof TRACES)[];
  return names.map((name) => `${JSON.stringify({ name, ...namedTrace(name, 4, 4) })}\n`).join('');
}

/** A step's rollouts for so many engines: 8 groups of 32 each, the paper's load on 64. @param spec - `NAME/SEED`. */
export function traceOf(spec: string, engines: number) {
  const [name, seed] = spec.split('/') as [keyof typeof TRACES, string];
  return namedTrace(name, 8 * engines, 32, seed);
}

/** More than any rollout has: turn t of rollout r is drawn with the seed r · TURNS + t. */
export const TURNS = 1000;
