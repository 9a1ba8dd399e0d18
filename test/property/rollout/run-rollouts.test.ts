import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random, type Rollout, type RolloutOutcome, type Tool } from '../../../src/base/index.js';
import { runRollouts, type RolloutTask } from '../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { callText, completed, tokenizer } from '../../unit/rollout/conversation.js';

const LINES = [
  callText('python', { code: 'print(6 * 7)' }),
  callText('python', { code: 'é' }) + callText('nope', {}),
  '<tool_call>{"name": "python"',
  '<reason>hm</reason>',
  '<answer>\\boxed{42}</answer>',
];

/** A policy whose turns depend on the request's seed alone, and that answers after a random number of ticks. */
function seededPolicy(delays: Random) {
  return createScriptedPolicy({
    tokenizer,
    script: async ({ request }) => {
      for (let ticks = delays.integer(6); ticks > 0; ticks--) await Promise.resolve();
      return new Random(request.sampling.seed!).pick(LINES);
    },
  });
}

function echoTool(delays: Random): Tool {
  return {
    name: 'python',
    description: '',
    parameters: {},
    async execute(args) {
      for (let ticks = delays.integer(6); ticks > 0; ticks--) await Promise.resolve();
      return { kind: 'ok', text: JSON.stringify(args), durationMs: 1 };
    },
  };
}

const taskList = fc
  .uniqueArray(
    fc.record({ groupId: fc.string({ maxLength: 3 }), content: fc.string(), samples: fc.integer({ min: 1, max: 4 }) }),
    {
      selector: ({ groupId }) => groupId,
      maxLength: 4,
    },
  )
  .map((tasks): RolloutTask[] =>
    tasks.map(({ groupId, content, samples }) => ({ groupId, samples, prompt: [{ role: 'user', content }] })),
  );
const budgets = fc.record({
  maxTokens: fc.integer({ min: 1, max: 700 }),
  maxTurns: fc.integer({ min: 1, max: 4 }),
  seed: fc.nat(),
});

function run(tasks: RolloutTask[], budget: { maxTokens: number; maxTurns: number; seed: number }, timing: string) {
  const delays = new Random(timing);
  return runRollouts(tasks, { policy: seededPolicy(delays), tokenizer, tools: [echoTool(delays)], ...budget });
}

function generatedStretches({ tokens }: Rollout): string[] {
  const stretches: number[][] = [];
  tokens!.ids.forEach((id, position) => {
    if (tokens!.responseMask[position] === 0) return;
    if (position === tokens!.promptLength || tokens!.responseMask[position - 1] === 0) stretches.push([]);
    stretches.at(-1)!.push(id);
  });
  return stretches.map((ids) => tokenizer.decode(ids.filter((id) => id !== tokenizer.tokenId('<|im_end|>'))));
}

describe('runRollouts', () => {
  it('keeps every budget, and masks in exactly what the turns say', async () => {
    await fc.assert(
      fc.asyncProperty(taskList, budgets, async (tasks, budget) => {
        for (const outcome of await run(tasks, budget, 'a')) {
          const rollout = completed(outcome);
          const { ids, logprobs, responseMask, promptLength } = rollout.tokens!;
          expect(rollout.turns.length).toBeLessThanOrEqual(budget.maxTurns);
          expect(ids.length - promptLength).toBeLessThanOrEqual(budget.maxTokens);
          expect([logprobs.length, responseMask.length]).toEqual([ids.length, ids.length]);
          expect(responseMask.subarray(0, promptLength).includes(1)).toBe(false);
          expect([...logprobs].every((value, position) => (value !== 0) === (responseMask[position] === 1))).toBe(true);
          expect(generatedStretches(rollout)).toEqual(rollout.turns.map(({ text }) => text));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ends each rollout for the reason it says', async () => {
    await fc.assert(
      fc.asyncProperty(taskList, budgets, async (tasks, budget) => {
        for (const outcome of await run(tasks, budget, 'a')) {
          const { turns, finishReason } = completed(outcome);
          const last = turns.at(-1)!;
          expect(turns.slice(0, -1).every(({ toolCalls }) => toolCalls.length > 0)).toBe(true);
          if (finishReason === 'stop') expect(last.toolCalls).toHaveLength(0);
          if (finishReason === 'max-turns') {
            expect(turns).toHaveLength(budget.maxTurns);
            expect(last.toolCalls.length).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same results whatever the timing and the order of tasks', async () => {
    const byId = (outcomes: RolloutOutcome[]) => outcomes.map(completed).sort((a, b) => (a.id < b.id ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(taskList, budgets, async (tasks, budget) => {
        const outcomes = await run(tasks, budget, 'a');
        expect(await run(tasks, budget, 'another timing')).toEqual(outcomes);
        expect(byId(await run(tasks.toReversed(), budget, 'b'))).toEqual(byId(outcomes));
      }),
      { numRuns: 60 },
    );
  });
});
