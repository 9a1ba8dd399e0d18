import { AsyncLocalStorage } from 'node:async_hooks';
import { context as contexts, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { runAgents, type AgentFunction } from '../../../../src/gateway/index.js';
import type { RolloutEvent } from '../../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { named, recordSpans } from '../../recorded-spans.js';
import { prompt, tokenizer } from '../../rollout/conversation.js';

const exporter = recordSpans();
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text', text }] });
const said = (text: string) => ({ role: 'assistant' as const, content: [{ type: 'text', text }] });

/** Two turns of one conversation, and a sub-agent's beside the second. */
const agent: AgentFunction = async ({ task, model }) => {
  const first = user(task.text);
  await model.doGenerate({ prompt: [first] });
  await Promise.all([
    model.doGenerate({ prompt: [first, said('It is 42.'), user('Sure?')] }),
    model.doGenerate({ prompt: [user('Check it.')] }),
  ]);
};

function run(over: Partial<Parameters<typeof runAgents>[1]> = {}) {
  const policy = createScriptedPolicy({ tokenizer, script: () => 'It is 42.' });
  const tasks = [{ groupId: 'g', prompt, samples: 1 }];
  return runAgents(tasks, { agent, policy, tokenizer, maxTokens: 2000, seed: 's', ...over });
}

describe('the trace of an agent', () => {
  it('has a span of its rollout, and in that one for each turn with its path', async () => {
    const [outcome] = await run({ tracing: { agent: 'solver', model: 'qwen' } });
    if (outcome?.kind !== 'completed') throw new Error('failed');
    const spans = exporter.getFinishedSpans();
    const [rollout] = named(spans, 'invoke_agent solver');
    const turns = named(spans, 'turn');
    const chats = named(spans, 'chat qwen');
    expect(spans).toHaveLength(7);
    expect(turns.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
      turns.map(() => rollout!.spanContext().spanId),
    );
    expect(chats.map(({ parentSpanContext }) => parentSpanContext?.spanId).sort()).toEqual(
      turns.map((turn) => turn.spanContext().spanId).sort(),
    );
    const places = turns.map(({ attributes }) => [attributes['rstar2.turn'], attributes['rstar2.path']] as const);
    expect(places.map(([turn]) => turn).sort()).toEqual([0, 1, 2]);
    const pathOf = new Map(places);
    expect(pathOf.get(1)).toBe(pathOf.get(0));
    expect(pathOf.get(2)).not.toBe(pathOf.get(0));
    const outputs = chats.map(({ attributes }) => attributes['gen_ai.usage.output_tokens'] as number);
    expect(rollout!.attributes).toMatchObject({
      'rstar2.turns': 3,
      'rstar2.paths': 2,
      'rstar2.generated_tokens': outputs.reduce((sum, count) => sum + count, 0),
    });
  });

  it('says that an agent threw', async () => {
    await run({ tracing: {}, agent: () => Promise.reject(new Error('no file')) });
    const [rollout] = named(exporter.getFinishedSpans(), 'invoke_agent');
    expect(rollout!.attributes['error.type']).toBe('agent_error');
    expect(rollout!.status.message).toMatch(/^the agent threw: Error: no file/);
  });

  it("is what the agent's own spans lie in", async () => {
    const active = new AsyncLocalStorage<Context>();
    contexts.setGlobalContextManager({
      active: () => active.getStore() ?? ROOT_CONTEXT,
      with: (context, act, self, ...args) => active.run(context, () => act.apply(self as never, args)),
      bind: (_context, target) => target,
      enable: () => undefined as never,
      disable: () => undefined as never,
    });
    try {
      const own: AgentFunction = async (given) => {
        await agent(given);
        trace.getTracer('own').startSpan('my tool').end();
      };
      await run({ tracing: {}, agent: own });
    } finally {
      contexts.disable();
    }
    const spans = exporter.getFinishedSpans();
    const [rollout] = named(spans, 'invoke_agent');
    expect(named(spans, 'my tool')[0]!.parentSpanContext?.spanId).toBe(rollout!.spanContext().spanId);
  });
});

describe('a sub-agent that its client names', () => {
  const asking: AgentFunction = async ({ task, anthropic }) => {
    const ask = async (content: string, names: Record<string, string> = {}) => {
      const response = await fetch(`${anthropic.baseURL}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': anthropic.apiKey, ...names },
        body: JSON.stringify({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content }] }),
      });
      expect(response.status).toBe(200);
      await response.json();
    };
    await ask('Check it.', { 'x-claude-code-agent-id': 'checker', 'x-claude-code-parent-agent-id': 'main' });
    await ask(task.text);
  };

  it('is named in spans, in events and in the rollout', async () => {
    const events: RolloutEvent[] = [];
    const [outcome] = await run({ agent: asking, tracing: {}, onEvent: (event) => events.push(event) });
    const checker = { id: 'checker', parentId: 'main' };
    if (outcome?.kind !== 'completed') throw new Error('failed');
    expect(outcome.rollout.branches!.map(({ agent: by }) => by)).toEqual([checker]);
    const of = (turn: number) => events.filter((event) => event.turn === turn).map((event) => event.agent);
    expect([new Set(of(0)), new Set(of(1))]).toEqual([new Set([checker]), new Set([undefined])]);
    const turns = named(exporter.getFinishedSpans(), 'turn');
    expect(
      turns.map(({ attributes }) => [attributes['gen_ai.agent.id'], attributes['rstar2.agent.parent_id']]),
    ).toEqual([
      ['checker', 'main'],
      [undefined, undefined],
    ]);
  });
});

describe('the events of an agent', () => {
  it('name the path and the turn of each, in parallel too', async () => {
    const events: RolloutEvent[] = [];
    await run({ onEvent: (event) => events.push(event) });
    const begun = events.flatMap((event) => (event.kind === 'turn' ? [event] : []));
    expect(begun.map(({ turn, rolloutId }) => [turn, rolloutId])).toEqual([0, 1, 2].map((turn) => [turn, 'g/0']));
    expect(begun[1]!.path).toBe(begun[0]!.path);
    expect(begun[2]!.path).not.toBe(begun[0]!.path);
    for (const { turn, path } of begun) {
      const own = events.filter((event) => event.turn === turn);
      expect(own.every((event) => event.path === path)).toBe(true);
      expect(own.flatMap((event) => (event.kind === 'text' ? event.text : [])).join('')).toBe('It is 42.');
    }
  });
});
