import { describe, expect, it } from 'vitest';
import type { GenerateRequest, Message, Rollout } from '../../../src/base/index.js';
import { runAgents, type AgentFunction, type RunAgentsOptions } from '../../../src/gateway/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { rlStep } from '../../../src/recipe/index.js';
import { characters, createFakeLearner, problemsNamed } from '../recipe/fake-learner.js';
import { callText, completed, okTool, prompt, tokenizer } from '../rollout/conversation.js';

const TOOL = {
  type: 'function',
  name: 'python',
  description: 'Runs Python.',
  inputSchema: { type: 'object' },
} as const;
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text', text }] });
const said = (text: string) => ({ role: 'assistant' as const, content: [{ type: 'text', text }] });

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: string;
}

interface Answer {
  readonly content: readonly Part[];
  readonly finishReason: string;
}

/** Runs an agent once; the policy says what `script` gives for the text that it reads. */
async function runOne(
  script: (context: string, request: GenerateRequest) => string,
  agent: AgentFunction,
  options: Partial<RunAgentsOptions> = {},
) {
  const policy = createScriptedPolicy({ tokenizer, script: ({ context, request }) => script(context, request) });
  const tasks = [{ groupId: 'g', prompt, samples: 1, metadata: { answer: '42' } }];
  const outcomes = await runAgents(tasks, { agent, policy, tokenizer, maxTokens: 2000, seed: 's', ...options });
  return { policy, outcome: outcomes[0]! };
}

const words = ({ tokens }: Pick<Rollout, 'tokens'>) =>
  tokenizer.decode(tokens!.ids.filter((_, i) => tokens!.responseMask[i] === 1));

describe('runAgents', () => {
  it('keeps the rollout of an agent that throws on an answer that a token limit cut', async () => {
    const run = (maxOutputTokens: number) =>
      runOne(
        () => 'far too long an answer',
        async ({ task, model }) => {
          await model.doGenerate({ prompt: [user(task.text)], maxOutputTokens });
          throw new Error('the answer is not whole');
        },
      );
    const cut = completed((await run(5)).outcome);
    expect(cut).toMatchObject({ finishReason: 'length', agentError: expect.stringContaining('not whole') as string });
    expect(cut.reward).toBeUndefined();
    expect((await run(500)).outcome.kind).toBe('failed');
  });

  it('gives the agent its task, and records the answer that it got', async () => {
    const { outcome } = await runOne(
      () => 'It is 42.',
      async ({ task, model }) => {
        expect(task).toMatchObject({ id: 'g', rolloutId: 'g/0', text: 'What is 6 * 7?', metadata: { answer: '42' } });
        const answer = (await model.doGenerate({ prompt: [user(task.text)], temperature: 0.2 })) as Answer;
        const { content, finishReason } = answer;
        expect(content).toEqual([{ type: 'text', text: 'It is 42.' }]);
        expect(finishReason).toBe('stop');
        return { reward: 0.5 };
      },
    );
    const rollout = completed(outcome);
    expect(rollout).toMatchObject({
      id: 'g/0',
      reward: 0.5,
      finishReason: 'stop',
      turns: [{ text: 'It is 42.', toolCalls: [] }],
    });
    expect(words(rollout)).toBe('It is 42.<|im_end|>');
    expect(rollout.branches).toBeUndefined();
  });

  it('goes on from a call with the tokens as they were sampled, and records the result of the call', async () => {
    // Not as a template would write it: JSON with other white space.
    const call = '<tool_call>{"name":"python",  "arguments": {"code":"print(6*7)"}}</tool_call>';
    const { outcome, policy } = await runOne(
      (context) => (context.includes('tool_response') ? 'It is 42.' : `Let me see.\n${call}`),
      async ({ task, model }) => {
        const first = (await model.doGenerate({ prompt: [user(task.text)], tools: [TOOL] })) as {
          content: Part[];
          finishReason: string;
        };
        expect(first.finishReason).toBe('tool-calls');
        const made = first.content.find(({ type }) => type === 'tool-call')!;
        expect(made).toMatchObject({ toolName: 'python', input: '{"code":"print(6*7)"}' });
        const history = [
          user(task.text),
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Let me see.' },
              { ...made, input: JSON.parse(made.input!) as object },
            ],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: made.toolCallId,
                output: { type: 'error-text', value: 'no such name' },
              },
            ],
          },
        ];
        await model.doGenerate({ prompt: history, tools: [TOOL] });
      },
    );
    const rollout = completed(outcome);
    expect(rollout.branches).toBeUndefined();
    expect(rollout.turns).toMatchObject([
      {
        text: `Let me see.\n${call}`,
        toolCalls: [{ name: 'python', response: { text: 'no such name', isError: true } }],
      },
      { text: 'It is 42.' },
    ]);
    expect(words(rollout)).toBe(`Let me see.\n${call}<|im_end|>It is 42.<|im_end|>`);
    // The second request begins with the first one and its turn, token by token.
    const [first, second] = policy.requests;
    expect([...second!.tokens.subarray(0, first!.tokens.length)]).toEqual([...first!.tokens]);
    expect([...rollout.tokens!.ids.subarray(0, second!.tokens.length)]).toEqual([...second!.tokens]);
    expect(second!.sessionId).toBe(first!.sessionId);
  });

  it('begins a branch where a conversation differs, with what they share counted once', async () => {
    const { outcome } = await runOne(
      (context) => (context.includes('Shorter') ? '42' : context.includes('Longer') ? 'It is forty-two.' : 'It is 42.'),
      async ({ task, model }) => {
        await model.doGenerate({ prompt: [user(task.text)] });
        await model.doGenerate({ prompt: [user(task.text), said('It is 42.'), user('Longer')] });
        await model.doGenerate({ prompt: [user(task.text), said('It is 42.'), user('Shorter')] });
      },
    );
    const rollout = completed(outcome);
    expect(rollout.turns.map(({ text, reply }) => [text, reply])).toEqual([
      ['It is 42.', 'Shorter'],
      ['42', undefined],
    ]);
    expect(words(rollout)).toBe('It is 42.<|im_end|>42<|im_end|>');
    expect(rollout.branches).toHaveLength(1);
    expect(rollout.branches![0]!.turns.map(({ text }) => text)).toEqual(['It is forty-two.']);
    expect(words(rollout.branches![0]!)).toBe('It is forty-two.<|im_end|>');
    expect(tokenizer.decode(rollout.branches![0]!.tokens!.ids)).toContain('It is 42.<|im_end|>');
  });

  it('begins at the end of the last turn that was delivered where a message of the assistant was edited', async () => {
    const { outcome, policy } = await runOne(
      (context) => (context.includes('Why?') ? 'Because.' : 'It is 42.'),
      async ({ task, model }) => {
        await model.doGenerate({ prompt: [user(task.text)] });
        await model.doGenerate({ prompt: [user(task.text), said('It is 43.'), user('Why?')] });
      },
    );
    const rollout = completed(outcome);
    expect(rollout.turns.map(({ text }) => text)).toEqual(['Because.']);
    expect(tokenizer.decode(policy.requests[1]!.tokens)).toContain('It is 43.<|im_end|>');
    expect(words(rollout)).toBe('Because.<|im_end|>');
    expect(rollout.branches!.map((branch) => words(branch))).toEqual(['It is 42.<|im_end|>']);
  });

  it('draws equal requests anew, each from a seed of its own', async () => {
    const { policy } = await runOne(
      () => 'It is 42.',
      async ({ task, model }) => {
        await Promise.all([1, 2, 3].map(() => model.doGenerate({ prompt: [user(task.text)] })));
      },
    );
    expect(new Set(policy.requests.map(({ sampling }) => sampling.seed)).size).toBe(3);
  });

  it('streams what is drawn, and holds back what may be a call', async () => {
    const { outcome } = await runOne(
      () => `I < you. ${callText('python', { code: '1' })}`,
      async ({ task, model }) => {
        const { stream } = (await model.doStream({ prompt: [user(task.text)], tools: [TOOL] })) as {
          stream: ReadableStream<Part & { delta?: string }>;
        };
        const parts: (Part & { delta?: string })[] = [];
        for await (const part of stream) parts.push(part);
        const text = parts.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta);
        expect(text.length).toBeGreaterThan(3);
        expect(text.join('')).toBe('I < you.');
        expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({
          toolName: 'python',
          input: '{"code":"1"}',
        });
        expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' });
      },
    );
    expect(completed(outcome).turns[0]!.toolCalls).toHaveLength(1);
  });

  it('sets apart a rollout whose agent throws, with its stack; or gives it 0', async () => {
    const agent: AgentFunction = async ({ task, model }) => {
      await model.doGenerate({ prompt: [user(task.text)] });
      throw new Error('no file');
    };
    const { outcome } = await runOne(() => 'It is 42.', agent);
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: { source: 'agent', message: expect.stringMatching(/no file\n\s+at /) as string },
    });
    const zero = await runOne(() => 'It is 42.', agent, { onError: 'zero' });
    expect(completed(zero.outcome)).toMatchObject({
      reward: 0,
      agentError: expect.stringMatching(/^Error: no file\n\s+at /) as string,
      turns: [{ text: 'It is 42.' }],
    });
  });

  it('names what an agent threw that had asked the model nothing, whatever becomes of its rollout', async () => {
    const agent: AgentFunction = () => Promise.reject(new Error('no file'));
    for (const onError of ['zero', 'set-apart'] as const) {
      const { outcome } = await runOne(() => 'It is 42.', agent, { onError });
      const message = expect.stringMatching(/^the agent threw: Error: no file\n\s+at /) as string;
      expect(outcome).toMatchObject({ kind: 'failed', cause: { source: 'agent', message } });
    }
  });

  it.each(['zero', 'set-apart'] as const)(
    'throws for what is no result of an agent, where errors of agents are %s',
    async (onError) => {
      const results: readonly (readonly [unknown, string])[] = [
        ['1', '"1"'],
        [[1], '1'],
        [{ reward: '1' }, 'a reward of "1"'],
        [{ score: 1 }, 'the member "score"'],
      ];
      for (const [result, got] of results) {
        const agent: AgentFunction = async ({ task, model }) => {
          await model.doGenerate({ prompt: [user(task.text)] });
          return result as never;
        };
        const expected = 'expected nothing or { reward }, where reward is a finite number';
        await expect(runOne(() => 'It is 42.', agent, { onError })).rejects.toThrow(
          new TypeError(`the agent's result in rollout "g/0": ${expected}, got ${got}`),
        );
      }
    },
  );

  it('takes a reward that is not finite for an error of its rollout alone: it may be computed from what a model wrote', async () => {
    for (const reward of [NaN, Infinity]) {
      const agent: AgentFunction = async ({ task, model }) => {
        await model.doGenerate({ prompt: [user(task.text)] });
        return { reward };
      };
      const message = expect.stringContaining(`the reward: expected a finite number, got ${reward}`) as string;
      const { outcome } = await runOne(() => 'It is 42.', agent, { onError: 'set-apart' });
      expect(outcome).toMatchObject({ kind: 'failed', cause: { source: 'agent', message } });
      const { outcome: zero } = await runOne(() => 'It is 42.', agent, { onError: 'zero' });
      expect(zero).toMatchObject({ kind: 'completed', rollout: { reward: 0, agentError: message } });
    }
  });

  it('ends an agent that hangs at its time limit, with its signal aborted', async () => {
    let signal: AbortSignal | undefined;
    const agent: AgentFunction = async (context) => {
      ({ signal } = context);
      await context.model.doGenerate({ prompt: [user(context.task.text)] });
      await new Promise(() => undefined);
    };
    const { outcome } = await runOne(() => 'It is 42.', agent, { timeLimitMs: 100 });
    expect(outcome).toMatchObject({ kind: 'completed', rollout: { finishReason: 'time-limit' } });
    expect(signal!.aborted).toBe(true);
  });

  it('keeps why requests were refused for good', async () => {
    const agent: AgentFunction = async ({ task, model }) => {
      await model.doGenerate({ prompt: [user(task.text)] });
      const asked = { prompt: [user(task.text)], responseFormat: { type: 'json', schema: { type: 'object' } } };
      await expect(model.doGenerate(asked)).rejects.toThrow();
    };
    const { outcome } = await runOne(() => 'It is 42.', agent);
    expect(outcome).toMatchObject({ kind: 'completed', rollout: { refusedRequests: [expect.any(String)] } });
  });

  it('throws for a prompt with the result of a tool, and runs no agent', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['42'] });
    const withResult: Message[] = [...prompt, { role: 'tool', content: '42' }];
    const tasks = [{ groupId: 'g', prompt: withResult, samples: 1 }];
    let runs = 0;
    const agent: AgentFunction = () => Promise.resolve(void runs++);
    const options = { agent, policy, tokenizer, maxTokens: 100, seed: 's', onError: 'zero' } as const;
    await expect(runAgents(tasks, options)).rejects.toThrow(RangeError);
    expect(runs).toBe(0);
  });

  it('sets a rollout apart where a tool of the agent finds its service down', async () => {
    const { outcome } = await runOne(
      () => 'It is 42.',
      async ({ task, model, setApart }) => {
        await model.doGenerate({ prompt: [user(task.text)] });
        setApart('the sandbox is down');
        return { reward: 1 };
      },
    );
    expect(outcome).toMatchObject({ kind: 'failed', cause: { source: 'tool', message: 'the sandbox is down' } });
  });

  it('ends a rollout at its limit of turns, whatever the agent makes of the refusal', async () => {
    const { outcome } = await runOne(
      () => 'Again.',
      async ({ task, model }) => {
        const history: object[] = [user(task.text)];
        for (;;) {
          await model.doGenerate({ prompt: history });
          history.push(said('Again.'), user('More.'));
        }
      },
      { maxTurns: 3 },
    );
    const rollout = completed(outcome);
    expect(rollout.finishReason).toBe('max-turns');
    expect(rollout.turns).toHaveLength(3);
  });

  it('bounds every path by the first prompt and maxTokens, new prompts that carry a history too', async () => {
    const { outcome, policy } = await runOne(
      () => 'Again.',
      async ({ model }) => {
        for (let turns = 1; ; turns++) {
          const history = Array.from({ length: turns }, () => 'Something was said before this. ').join('');
          await model.doGenerate({ prompt: [user(history)] });
        }
      },
      { maxTokens: 100, maxTurns: 100 },
    );
    expect(completed(outcome).finishReason).toBe('length');
    const most = policy.requests[0]!.tokens.length + 100;
    expect(policy.requests.every(({ tokens, sampling }) => tokens.length + sampling.maxTokens <= most)).toBe(true);
  });

  it('fails a rollout in which nothing was asked', async () => {
    const { outcome } = await runOne(
      () => '',
      () => Promise.resolve(),
    );
    expect(outcome).toMatchObject({ kind: 'failed', cause: { message: 'the agent sent no request to the model' } });
  });

  it('refuses what the policy cannot do, by name', async () => {
    await runOne(
      () => 'It is 42.',
      async ({ task, model }) => {
        const prompt = [user(task.text)];
        await expect(model.doGenerate({ prompt, stopSequences: ['x'] })).rejects.toThrow(
          'stop texts: this policy does not support it',
        );
        await expect(model.doGenerate({ prompt: [...prompt, said('It')] })).rejects.toThrow(
          'messages: expected the last message from the user or a tool',
        );
      },
    );
  });
});

describe('training with an agent', () => {
  const agent: AgentFunction = async ({ task, model }) => {
    await model.doGenerate({ prompt: [user(task.text)] });
  };
  const problems = problemsNamed('p', 2);

  it('takes the agent in the place of the loop, in a step of RL and in an evaluation', async () => {
    let asked = 0;
    const counting: AgentFunction = async (context) => {
      asked++;
      await agent(context);
      return context.task.rolloutId.endsWith('/0') ? { reward: 1 } : undefined;
    };
    const { samples } = await rlStep(createFakeLearner({ skill: 0.5 }), problems, {
      ...{
        step: 0,
        seed: 's',
        tokenizer: characters,
        groupSize: 2,
        sampling: { maxTokens: 40 },
        maxTokensPerPass: 1000,
      },
      ...{ agent: counting, reward: () => 0 },
    });
    expect(asked).toBe(8);
    expect(samples.map(({ rollout }) => rollout.reward)).toEqual([1, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('refuses tools and environments beside it, before any work', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['42'] });
    const tasks = [{ groupId: 'g', prompt, samples: 1 }];
    const options = { agent, policy, tokenizer, maxTokens: 100, seed: 's', tools: [okTool()] };
    await expect(runAgents(tasks, options)).rejects.toThrow('options.tools: cannot be used with options.makeOutcome');
    await expect(runAgents(tasks, { ...options, agent: 5 as never })).rejects.toThrow(
      'options.agent: expected a function',
    );
    await expect(runAgents(tasks, { ...options, tools: undefined, maxConcurrent: 0 } as never)).rejects.toThrow(
      'options.maxConcurrent: ',
    );
    expect(policy.requests).toEqual([]);
  });
});
