import { Random } from '../src/base/index.js';
import { drawScheduleTrace, type ScheduleTrace, type ScheduleTraceOptions } from '../src/rollout/index.js';

/** What is drawn; where there are `others`, a rollout (or a whole group) is one of these instead, with a probability of `share`. */
interface TraceKind extends Partial<ScheduleTraceOptions> {
  readonly others?: { readonly of: 'rollout' | 'group'; readonly share: number } & Partial<ScheduleTraceOptions>;
}

/**
 * The kinds of steps that schedulers are compared on. `math` is the paper's step in its second stage (arXiv 2508.20722: 512 prompts, 32 rollouts, budget
 * 12K, 45,000 calls of 0.3 s). The others change what a scheduler can gain or lose by:
 *
 * - `concise`: its first stage, budget 8K;
 * - `long-tail`: median 500 and 99th percentile 5,000 of a typical reasoning run's lengths are a deviation of 0.99 (jiahuanglin.xyz,
 *   RL lesson 22b), here with a budget of 32K;
 * - `slow-tools`, `slower-tools`: calls that compile and test, of 10 s and 60 s with a long tail;
 * - `many-turns`: short turns and long answers of tools, an editing agent; `browsing`: still longer answers;
 * - `single-turn`: reasoning without tools; `heavy-tail`: with a few very long ones; `short`: all of it short;
 * - `even`: all of nearly one length; `alike-groups`: alike within a group, groups differ;
 * - `two-lengths`: a quarter of the rollouts is eight times as long; `two-prompts`: a quarter of the groups is;
 * - `long-prompts`: prompts of 8,000 tokens that a group shares.
 */
export const TRACES = {
  math: {},
  concise: { maxTokens: 8192, meanTokens: 3000, maxTurns: 10 },
  'long-tail': { maxTokens: 32_768, groupSigma: 0.7, rolloutSigma: 0.7 },
  'slow-tools': { meanToolMs: 10_000, toolSigma: 1.2 },
  'slower-tools': { meanToolMs: 60_000, toolSigma: 1.2, meanTokens: 2000 },
  'many-turns': { meanCalls: 10, maxTurns: 30, meanTokens: 2500, toolTokens: 400 },
  browsing: { meanCalls: 12, maxTurns: 40, meanTokens: 2000, toolTokens: 1500, maxTokens: 32_768, meanToolMs: 1500 },
  'single-turn': { meanCalls: 0 },
  'heavy-tail': { meanCalls: 0, maxTokens: 32_768, meanTokens: 3000, groupSigma: 0.3, rolloutSigma: 1.2 },
  short: { meanCalls: 0, maxTokens: 4096, meanTokens: 500 },
  even: { groupSigma: 0.05, rolloutSigma: 0.05 },
  'alike-groups': { meanCalls: 0, groupSigma: 0.8, rolloutSigma: 0.05 },
  'two-lengths': { meanCalls: 0, meanTokens: 1000, others: { of: 'rollout', share: 0.25, meanTokens: 8000 } },
  'two-prompts': { meanCalls: 0, meanTokens: 1000, others: { of: 'group', share: 0.25, meanTokens: 8000 } },
  'long-prompts': { promptTokens: 8000, meanTokens: 2000 },
} as const satisfies Record<string, TraceKind>;

export type TraceName = keyof typeof TRACES;

/** @returns A step of this kind with so many groups. */
export function namedTrace(name: TraceName, groups: number, samples = 32, seed = 'schedule'): ScheduleTrace {
  const { others, ...options }: TraceKind = TRACES[name];
  const draw = (more: Partial<ScheduleTraceOptions>) =>
    drawScheduleTrace({ groups, samples, seed: `${seed}/${name}`, ...options, ...more });
  const trace = draw({});
  if (others === undefined) return trace;
  const { of, share, ...more } = others;
  const other = draw(more).rollouts;
  const random = new Random(`${seed}/${name}/others`);
  const keys = trace.rollouts.map(({ groupId }, i) => (of === 'group' ? groupId : `${i}`));
  const chosen = new Set([...new Set(keys)].filter(() => random.next() < share));
  return { ...trace, rollouts: trace.rollouts.map((rollout, i) => (chosen.has(keys[i]!) ? other[i]! : rollout)) };
}

/** What `schedule-traces.jsonl` holds: a small step of each kind, so that a changed generator is noticed. */
export function sampleTraces(): string {
  const names = Object.keys(TRACES) as TraceName[];
  return names.map((name) => `${JSON.stringify({ name, ...namedTrace(name, 4, 4) })}\n`).join('');
}

/** A step's rollouts for so many engines: 8 groups of 32 each, the paper's load on 64. @param spec - `NAME/SEED`. */
export function traceOf(spec: string, engines: number, groupsPerEngine = 8): ScheduleTrace {
  const [name, seed] = spec.split('/') as [TraceName, string];
  return namedTrace(name, groupsPerEngine * engines, 32, seed);
}

/** More than any rollout has: turn t of rollout r is drawn with the seed r · TURNS + t. */
export const TURNS = 1000;
