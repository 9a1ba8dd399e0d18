import { describe, expect, it } from 'vitest';
import { PolicyError, Random, stringifyRollout, type Learner } from '../../../../src/base/index.js';
import { textHash } from '../../../../src/io/index.js';
import type { AgentFunction } from '../../../../src/gateway/index.js';
import { createStepSampler, evaluateHeldOut, rlStep } from '../../../../src/recipe/index.js';
import { measureDifficulty } from '../../../../src/recipe/run/internal/stage-problems.js';
import { characters, createFakeLearner, problemsNamed } from '../../recipe/fake-learner.js';
import { randomTicks } from '../../rollout/sampled-groups.js';

const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text', text }] });
const said = (text: string) => ({ role: 'assistant' as const, content: [{ type: 'text', text }] });
const step = {
  step: 1,
  seed: 's',
  tokenizer: characters,
  groupSize: 2,
  maxTokensPerPass: 2000,
  sampling: { maxTokens: 400 },
};
const problems = problemsNamed('p', 3);

const ask: AgentFunction = async ({ task, model }) => {
  await model.doGenerate({ prompt: [user(task.text)] });
};

/** Fails, once it has asked, in the rollouts whose names match. */
const failing =
  (names: RegExp, fail: (context: Parameters<AgentFunction>[0]) => void): AgentFunction =>
  async (context) => {
    await ask(context);
    if (names.test(context.task.rolloutId)) fail(context);
  };
const throws = (names: RegExp) =>
  failing(names, () => {
    throw new Error('no file\nof that name');
  });

describe('a step of agents that fail', () => {
  it('goes on without the rollouts that were set apart, and says how many and why', async () => {
    const agent = failing(/p-1\/[12]$|p-2\/0$/, ({ task, setApart }) => {
      if (task.id === 'p-2') setApart('the sandbox is down');
      else throw new Error('no file\nof that name');
    });
    const { record, samples, setApart } = await rlStep(createFakeLearner({ skill: 0.5 }), problems, { ...step, agent });
    expect(samples.map(({ rollout }) => rollout.id)).toEqual([
      ...[0, 1, 2, 3].map((i) => `p-0/${i}`),
      ...['p-1/0', 'p-1/3', 'p-2/1', 'p-2/2', 'p-2/3'],
    ]);
    expect(setApart.map(({ id, cause }) => [id, cause.source])).toEqual([
      ['p-1/1', 'agent'],
      ['p-1/2', 'agent'],
      ['p-2/0', 'tool'],
    ]);
    expect(setApart[0]!.cause.message).toMatch(/^the agent threw: Error: no file\nof that name\n\s+at /);
    expect(record).toMatchObject({
      rollouts: 9,
      'agent/set_apart': 3,
      'agent/set_apart_because': 'the agent threw: Error: no file',
      'agent/errors': 2,
      'agent/paths': 1,
    });
  });

  it('keeps them with a reward of 0 where that was asked for, with what the agent threw', async () => {
    const { record, samples } = await rlStep(createFakeLearner({ skill: 1 }), problems, {
      ...{ ...step, agent: throws(/\/0$/), agentSettings: { onError: 'zero' } },
    });
    expect(record).toMatchObject({ rollouts: 12, 'agent/set_apart': 0, 'agent/errors': 3, reward: 0.75 });
    const [first, second] = samples.map(({ rollout }) => rollout);
    expect([first!.reward, second!.reward]).toEqual([0, 1]);
    expect(first!.agentError).toMatch(/^Error: no file/);
    expect(second!.agentError).toBeUndefined();
  });

  it('counts requests that were refused for good, and says why the first of them was', async () => {
    const agent = failing(/p-1\//, ({ model, task }) => {
      const asked = { prompt: [user(task.text)], responseFormat: { type: 'json', schema: { type: 'object' } } };
      void model.doGenerate(asked).catch(() => undefined);
    });
    const { record } = await rlStep(createFakeLearner({ skill: 0.5 }), problems, { ...step, agent });
    expect(record).toMatchObject({ 'agent/refused': 4, 'agent/refused_because': expect.any(String) as string });
  });

  it('ends where no agent returns a reward and nothing else judges', async () => {
    const unjudged = problems.map((problem) => ({ ...problem, metadata: {} }));
    await expect(rlStep(createFakeLearner({ skill: 0.5 }), unjudged, { ...step, agent: ask })).rejects.toThrow(
      'the agent returned no reward, and the problem has no groundTruth to judge by',
    );
  });

  it('takes no settings without an agent', async () => {
    await expect(
      rlStep(createFakeLearner({ skill: 0.5 }), problems, { ...step, agentSettings: { onError: 'zero' } }),
    ).rejects.toThrow('options.agentSettings: cannot be used without options.agent');
  });

  it('ends where no rollout is left, and where the engine broke one', async () => {
    const learner = createFakeLearner();
    await expect(rlStep(learner, problems, { ...step, agent: throws(/./) })).rejects.toThrow(
      'rollout p-0/0 failed: the agent threw: Error: no file',
    );
    const broken: Learner = {
      ...learner,
      policy: async (...call) => ({
        ...(await learner.policy(...call)),
        generate: () => Promise.reject(new PolicyError('the engine is gone', { retryable: false })),
      }),
    };
    await expect(rlStep(broken, problems, { ...step, agent: ask })).rejects.toThrow('failed: the engine is gone');
  });

  it('counts a group as whole in dynamic sampling, but for one of which nothing is left', async () => {
    const sampler = createStepSampler(problems, {
      promptsPerStep: 2,
      seed: 'order',
      order: 'given',
      dynamicSampling: {},
    });
    const reward = ({ id }: { readonly id: string }) => Number(id.at(-1)) % 2;
    const agent = throws(/^p-0\/|^p-1\/2$/);
    const { record, samples } = await rlStep(createFakeLearner(), sampler, { ...step, agent, reward });
    expect(record).toMatchObject({
      'sampling/prompts': 3,
      'sampling/accepted_groups': 2,
      'sampling/rejected_groups/failed': 1,
      'agent/set_apart': 5,
    });
    expect(new Set(samples.map(({ rollout }) => rollout.groupId))).toEqual(new Set(['p-1', 'p-2']));
    await sampler.close();
  });

  it('is measured without them in evaluations, and by the difficulty filter problem by problem', async () => {
    const policy = await createFakeLearner({ skill: 1 }).policy();
    const options = { ...{ tokenizer: characters, samples: 2, sampling: { maxTokens: 100 }, seed: 's' } };
    const agent = throws(/^p-0\/|^p-1\/1$/);
    expect(await evaluateHeldOut(policy, problems, { ...options, agent, step: 0 })).toMatchObject({
      passAt1: 1,
      'agent/set_apart': 3,
    });
    expect(await measureDifficulty(policy, problems, { ...options, agent })).toEqual([
      { id: 'p-0', solvedShare: null },
      { id: 'p-1', solvedShare: 1 },
      { id: 'p-2', solvedShare: 1 },
    ]);
  });
});

describe('a step of agents with a seeded policy', () => {
  /** A conversation of three turns, sub-agents of two turns beside it, and several requests at the end. */
  const busy: AgentFunction = async ({ task, model }) => {
    const textOf = async (prompt: readonly object[]) => {
      const { content } = (await model.doGenerate({ prompt })) as { content: { text: string }[] };
      return content.map(({ text }) => text).join('');
    };
    const first = await textOf([user(task.text)]);
    const chain = async (text: string) => {
      const start = user(`${task.text} ${text}`);
      return await textOf([start, said(await textOf([start])), user('Sure?')]);
    };
    const checks = await Promise.all(['Again.', 'Check.', 'Prove it.'].map(chain));
    const history = [user(task.text), said(first), user(checks.join(' '))];
    await Promise.all([textOf(history), textOf(history), textOf([...history.slice(0, 2), user('And now?')])]);
  };

  /** How the policy answers: after so many turns of the event loop, by chance. */
  function delayed(learner: Learner, seed: string): Learner {
    const random = new Random(seed);
    return {
      ...learner,
      policy: async (...call) => {
        const snapshot = await learner.policy(...call);
        return {
          ...snapshot,
          generate: async (...asked) => {
            await randomTicks(random);
            const answer = await snapshot.generate(...asked);
            await randomTicks(random);
            return answer;
          },
        };
      },
    };
  }

  async function rolloutsOf(learner: Learner, asked: typeof problems, maxConcurrent: number) {
    const { samples } = await rlStep(learner, asked, { ...step, agent: busy, agentSettings: { maxConcurrent } });
    return new Map(samples.map(({ rollout }) => [rollout.id, textHash(stringifyRollout(rollout))]));
  }

  it('gives the same rollouts, whatever runs beside them and however long it takes', async () => {
    const learner = () => createFakeLearner({ skill: 0.5 });
    const alone = await rolloutsOf(learner(), problems, 32);
    expect(new Set(alone.values()).size).toBe(12);
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const asked = seed < 'd' ? problems : problems.toReversed();
      const again = await rolloutsOf(delayed(learner(), seed), asked, 4);
      expect([...alone.keys()].filter((id) => again.get(id) !== alone.get(id))).toEqual([]);
    }
    const one = await rolloutsOf(delayed(learner(), 'g'), problems.slice(1, 2), 3);
    expect([...one.keys()].filter((id) => one.get(id) !== alone.get(id))).toEqual([]);
    expect(one.size).toBe(4);
  });
});
