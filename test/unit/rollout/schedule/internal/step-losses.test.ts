import { describe, expect, it } from 'vitest';
import { namedTrace } from '../../../../../bench/schedule-traces.js';
import { QWEN3_14B_H100, simulateSchedule, type SchedulerName } from '../../../../../src/rollout/index.js';

/** Contexts are computed in steps of their own, so that all work adds up. */
const curve = { ...QWEN3_14B_H100, chunkTokens: undefined, capacityTokens: 60_000 };

describe('what a step loses', () => {
  it.each(['static', 'sticky', 'kv-aware'] satisfies SchedulerName[])(
    'adds up, with its work in full engines, to its time (%s)',
    (scheduler) => {
      const trace = namedTrace('many-turns', 96, 1);
      const { durationMs, losses } = simulateSchedule({ trace, engines: 3, curve, scheduler });
      let work = 0;
      for (const { promptTokens, turns } of trace.rollouts) {
        let context = promptTokens;
        work += promptTokens * curve.prefillMsPerToken;
        for (const { tokens, tool } of turns) {
          const contexts = tokens * (context + tokens / 2);
          work += contexts * (curve.stepMs / curve.capacityTokens + curve.stepMsPerToken);
          work += tokens * curve.stepMsPerRequest + (tool?.tokens ?? 0) * curve.prefillMsPerToken;
          context += tokens + (tool?.tokens ?? 0);
        }
      }
      const { rampUpMs, roomMs, tailMs, recomputedMs } = losses;
      expect(work / 3 + rampUpMs + roomMs + tailMs + recomputedMs).toBeCloseTo(durationMs, 3);
      for (const lost of Object.values(losses)) expect(lost).toBeGreaterThanOrEqual(0);
    },
  );
});
