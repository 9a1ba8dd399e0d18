import { describe, expect, it, vi } from 'vitest';
import {
  runAgents,
  type AgentContext,
  type AgentFunction,
  type RunAgentsOptions,
} from '../../../../src/gateway/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { completed, prompt, tokenizer } from '../../rollout/conversation.js';
import { ask, WIRE } from '../wire.js';

async function run(agent: AgentFunction, options: Partial<RunAgentsOptions> & { readonly samples?: number } = {}) {
  const { samples = 1, ...rest } = options;
  const policy = createScriptedPolicy({ tokenizer, script: () => 'It is 42.' });
  const tasks = [{ groupId: 'g', prompt, samples }];
  return await runAgents(tasks, { agent, policy, tokenizer, maxTokens: 2000, seed: 's', ...rest });
}

const hostOf = ({ openai }: Pick<AgentContext, 'openai'>) => new URL(openai.baseURL).host;
const isReachable = (host: string) =>
  fetch(`http://${host}/v1/models`).then(
    () => true,
    () => false,
  );

describe('the addresses of an agent', () => {
  it('lead to the session that its model asks too', async () => {
    const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
    const [outcome] = await run(async ({ model, openai, anthropic, task }) => {
      await model.doGenerate({ prompt: [user(task.text)] });
      const chat = await ask(openai, 'chat/completions', 'By chat');
      expect(WIRE['chat/completions'].textOf(await chat.json())).toBe('It is 42.');
      const beta = { ...anthropic, baseURL: `${anthropic.baseURL}/v1` };
      await (await ask(beta, 'messages', 'By messages', { stream: true })).text();
      return { reward: 1 };
    });
    const { prompt: last, branches = [] } = completed(outcome);
    expect([last, ...branches.map((branch) => branch.prompt)].map(([first]) => first!.content).sort()).toEqual([
      'By chat',
      'By messages',
      'What is 6 * 7?',
    ]);
  });

  it('are of one server for all agents that run, which is gone after the last', async () => {
    const hosts: string[] = [];
    let letGo: () => void = () => {};
    const all = new Promise<void>((resolve) => (letGo = resolve));
    await run(
      async (context) => {
        hosts.push(hostOf(context));
        if (hosts.length === 3) letGo();
        await all;
        await ask(context.openai, 'responses', 'Hi');
      },
      { samples: 3 },
    );
    expect(new Set(hosts).size).toBe(1);
    expect(await isReachable(hosts[0]!)).toBe(false);
  });

  it('end with the rollout, while other agents run on', async () => {
    let first: AgentContext['openai'] | undefined;
    await run(
      async (context) => {
        await ask(context.openai, 'responses', 'Hi');
        if (first === undefined) first = context.openai;
        else await vi.waitFor(async () => expect((await ask(first!, 'responses', 'Again')).status).toBe(401));
      },
      { samples: 2 },
    );
    expect(first).toBeDefined();
  });

  it('open no sessions for others', async () => {
    await run(async (context) => {
      const json = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"groupId":"g","reward":1}',
      };
      for (const path of ['/sessions', '/sessions/g%2F0/end', '/healthz'])
        expect((await fetch(`http://${hostOf(context)}${path}`, json)).status).toBe(404);
      await ask(context.openai, 'responses', 'Hi');
    });
  });

  it('reach other models by the names that the settings give', async () => {
    const [failed] = await run(
      async ({ openai }) => {
        const judged = await ask(openai, 'chat/completions', 'Hi', { model: 'judge' });
        expect(judged.status).toBe(503);
        await ask(openai, 'chat/completions', 'Hi', { model: 'any' });
      },
      { models: { judge: { baseUrl: 'http://127.0.0.1:1' } } },
    );
    // Its reward may depend on the judge.
    const message = expect.stringMatching(/^model judge: .*cannot be reached/) as string;
    expect(failed).toMatchObject({ kind: 'failed', cause: { source: 'environment', message } });
  });

  it('are not made for an agent that does not read them', async () => {
    const [outcome] = await run(async ({ model }) => {
      await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] });
    });
    expect(completed(outcome).turns).toHaveLength(1);
  });
});
