import { formatDuration } from '../../base/internal/index.js';
import type { EngineCurve, ScheduleSimulation, ScheduleTrace } from '../../rollout/index.js';

/** What `--json` prints. */
export interface ScheduleSummary {
  readonly step: {
    readonly groups: number;
    readonly rollouts: number;
    readonly turns: number;
    readonly toolCalls: number;
    /** Tokens that all rollouts generated. */
    readonly tokens: number;
    readonly maxTokens: number;
  };
  readonly engines: { readonly count: number; readonly capacityTokens: number };
  readonly lowerBoundMs: number;
  readonly results: readonly Omit<ScheduleSimulation, 'engines' | 'lowerBoundMs'>[];
}

/** @param results - At least one simulation of the step on the engines. */
export function summaryOf(
  { rollouts, maxTokens }: ScheduleTrace,
  engines: readonly EngineCurve[],
  results: readonly ScheduleSimulation[],
): ScheduleSummary {
  const turns = rollouts.flatMap((rollout) => rollout.turns);
  return {
    step: {
      groups: new Set(rollouts.map(({ groupId }) => groupId)).size,
      rollouts: rollouts.length,
      turns: turns.length,
      toolCalls: turns.filter(({ tool }) => tool !== undefined).length,
      tokens: turns.reduce((sum, { tokens }) => sum + tokens, 0),
      maxTokens,
    },
    engines: {
      count: engines.length,
      capacityTokens: engines.reduce((sum, { capacityTokens }) => sum + capacityTokens, 0),
    },
    lowerBoundMs: results[0]!.lowerBoundMs,
    results: results.map(({ scheduler, durationMs, turns, preemptions, prefilledTokens, losses }) => ({
      ...{ scheduler, durationMs, turns, preemptions, prefilledTokens, losses },
    })),
  };
}

const HEAD = ['scheduler', 'step', 'over bound', 'preempted', 'ramp up', 'free cache', 'tail', 'computed again'];

/** @returns The summary for a person to read. */
export function summaryText({ step, engines, lowerBoundMs, results }: ScheduleSummary): string {
  const { groups, rollouts, turns, toolCalls, tokens } = step;
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;
  const rows = results.map(({ scheduler, durationMs, turns, preemptions, losses }) => [
    scheduler,
    timeText(durationMs),
    (durationMs / lowerBoundMs).toFixed(2),
    share(preemptions, turns),
    ...[losses.rampUpMs, losses.roomMs, losses.tailMs, losses.recomputedMs].map((ms) => share(ms, lowerBoundMs)),
  ]);
  const widths = HEAD.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return [
    `${count(rollouts)} rollouts of ${count(groups)} prompts: ${count(turns)} turns, ${count(toolCalls)} tool calls, ${count(tokens)} tokens`,
    `${count(engines.count)} engines with a KV cache of ${count(engines.capacityTokens)} tokens in all; lower bound ${timeText(lowerBoundMs)}`,
    '',
    ...[HEAD, ...rows].map(line),
    '',
  ].join('\n');
}

function count(value: number): string {
  return value.toLocaleString('en');
}

/** A small step takes seconds, a step on a cluster many minutes. */
function timeText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms / 1000);
}
