import { describe, expect, it } from 'vitest';
import { drawScheduleTrace, runRollouts, scheduleTraceOf, simulateSchedule } from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { callText, completed, okTool, prompt, scriptedTool, tokenizer } from '../conversation.js';

const call = callText('python', {});

async function rolloutsOf(script: readonly string[], samples = 1) {
  const slow = scriptedTool(() => ({ kind: 'ok', text: '42 is the answer', durationMs: 250 }), 'slow');
  const outcomes = await runRollouts([{ groupId: 'g', prompt, samples }], {
    ...{ policy: createScriptedPolicy({ tokenizer, script }), tokenizer, tools: [okTool(), slow], maxTokens: 2000 },
    seed: 1,
  });
  return outcomes.map(completed);
}

describe('the trace of rollouts that were made', () => {
  it('has the tokens of their turns, of what was read after each, and the time of the longest call', async () => {
    const script = [call, `${call}${callText('slow', {})}`, 'done'];
    const rollouts = await rolloutsOf(script);
    const { ids, promptLength } = rollouts[0]!.tokens!;
    const drawn = script.map((text) => tokenizer.encode(`${text}<|im_end|>`).length);
    const trace = scheduleTraceOf(rollouts);
    const [{ groupId, promptTokens, turns }] = trace.rollouts as [(typeof trace.rollouts)[0]];
    expect([groupId, promptTokens, turns.map(({ tokens }) => tokens)]).toEqual(['g', promptLength, drawn]);
    expect(turns.map(({ tool }) => tool?.ms)).toEqual([3, 250, undefined]);
    expect(turns[1]!.tool!.tokens).toBeGreaterThan(turns[0]!.tool!.tokens);
    expect(trace.maxTokens).toBe(ids.length - promptLength);
    const read = turns.reduce((sum, { tool }) => sum + (tool?.tokens ?? 0), 0);
    expect(drawn.reduce((sum, tokens) => sum + tokens) + read).toBe(trace.maxTokens);
  });

  it('ends in a turn of the model, whatever was read after it', () => {
    const tokens = tokensOf([
      [0, 3],
      [1, 5],
      [0, 2],
    ]);
    const rollout = { groupId: 'g', turns: [{ text: '', toolCalls: [answered(7)] }], tokens };
    expect(scheduleTraceOf([rollout])).toEqual({
      rollouts: [{ groupId: 'g', promptTokens: 3, turns: [{ tokens: 5 }] }],
      maxTokens: 5,
    });
  });

  it('has the paths of a rollout as sessions of their own, without those that generated nothing', () => {
    const path = (...spans: [0 | 1, number][]) => ({
      turns: [{ text: '', toolCalls: [answered(7)] }],
      tokens: tokensOf(spans),
    });
    const branches = [path([0, 8]), path([0, 9], [1, 2], [0, 4], [1, 1])].map((branch) => ({
      ...{ ...branch, prompt: [], finishReason: 'stop' as const },
    }));
    expect(scheduleTraceOf([{ groupId: 'g', ...path([0, 3], [1, 5]), branches }]).rollouts).toEqual([
      { groupId: 'g', promptTokens: 3, turns: [{ tokens: 5 }] },
      { groupId: 'g', promptTokens: 9, turns: [{ tokens: 2, tool: { ms: 7, tokens: 4 } }, { tokens: 1 }] },
    ]);
  });

  it('is one that the simulator takes', async () => {
    const trace = scheduleTraceOf(await rolloutsOf([call, 'done'], 4));
    const { durationMs, lowerBoundMs, turns } = simulateSchedule({ trace, engines: 1, scheduler: 'kv-aware' });
    expect([durationMs >= lowerBoundMs, turns]).toEqual([true, 8]);
  });

  it('gives back what a drawn step says', () => {
    const drawn = drawScheduleTrace({ groups: 4, samples: 4, seed: 1 });
    const rollouts = drawn.rollouts.map(({ groupId, promptTokens, turns }) => ({
      groupId,
      turns: turns.map(({ tool }) => ({ text: '', toolCalls: tool === undefined ? [] : [answered(tool.ms)] })),
      tokens: tokensOf([
        [0, promptTokens],
        ...turns.flatMap(({ tokens, tool }): [0 | 1, number][] => [
          [1, tokens],
          [0, tool?.tokens ?? 0],
        ]),
      ]),
    }));
    expect(scheduleTraceOf(rollouts).rollouts).toEqual(drawn.rollouts);
  });

  it('leaves out what generated nothing, and refuses rollouts without tokens', async () => {
    const [rollout] = await rolloutsOf(['done']);
    const silent = { ...rollout!, turns: [], tokens: tokensOf([[0, 3]]) };
    expect(scheduleTraceOf([silent, rollout!]).rollouts).toHaveLength(1);
    expect(() => scheduleTraceOf([silent])).toThrow(
      new RangeError('rollouts: expected at least one with generated tokens, got none'),
    );
    expect(() => scheduleTraceOf([rollout!, { groupId: 'g', turns: [] }])).toThrow(
      new TypeError('rollouts[1].tokens: expected an object, got undefined'),
    );
  });
});

function answered(durationMs: number) {
  return { id: '0', name: 'python', arguments: {}, response: { text: '', isError: false, durationMs } };
}

/** Tokens of one kind after tokens of another: so many of each. */
function tokensOf(runs: readonly (readonly [mask: 0 | 1, tokens: number])[]) {
  const responseMask = Uint8Array.from(runs.flatMap(([mask, tokens]) => Array<number>(tokens).fill(mask)));
  const { length } = responseMask;
  return { ids: new Int32Array(length), logprobs: new Float32Array(length), responseMask, promptLength: runs[0]![1] };
}
