import { context as contexts, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { beforeEach, describe, expect, it } from 'vitest';
import { PolicyError, SandboxError, type ToolResult } from '../../../../src/base/index.js';
import {
  createConversation,
  runRollouts,
  type Environment,
  type RolloutOptions,
} from '../../../../src/rollout/index.js';
import { createGroupSampler } from '../../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { named, recordSpans, stepOf, within } from '../../recorded-spans.js';
import { callText, okTool, prompt, scriptedTool, tokenizer } from '../conversation.js';
import { answer, base, codeCall, policyWith, tasks, unavailable } from '../failures.js';

/** How often each span was ended, by its id. */
const ends = new Map<string, number>();
const counter: SpanProcessor = {
  onStart(span) {
    const { spanId } = span.spanContext();
    ends.set(spanId, 0);
    const end = span.end.bind(span);
    span.end = (time) => {
      ends.set(spanId, ends.get(spanId)! + 1);
      end(time);
    };
  },
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
const exporter = recordSpans(counter);
beforeEach(() => ends.clear());

/** The spans of a run, each under the one it happened in: `invoke_agent > turn > chat`. */
async function spansOf(options: Partial<RolloutOptions> & Pick<RolloutOptions, 'policy'>, samples = 1) {
  await runRollouts(tasks(samples), { ...base, tracing: {}, ...options }).catch(() => undefined);
  return finished();
}

function finished(): ReadableSpan[] {
  expect([...ends.values()].every((count) => count === 1)).toBe(true);
  return exporter.getFinishedSpans();
}

/** In the order in which they began. */
function pathsOf(spans: readonly ReadableSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const path = (span: ReadableSpan): string => {
    const parent = span.parentSpanContext && byId.get(span.parentSpanContext.spanId);
    return parent === undefined ? span.name : `${path(parent)} > ${span.name}`;
  };
  return [...ends.keys()].map((id) => path(byId.get(id)!));
}

describe('the trace of a rollout', () => {
  it('has a span for every turn, generation and tool call, each in what it is part of', async () => {
    const spans = await spansOf({ policy: policyWith(() => undefined), tools: [okTool()] });
    expect(pathsOf(spans)).toEqual([
      'invoke_agent',
      'invoke_agent > turn',
      'invoke_agent > turn > chat',
      'invoke_agent > turn > execute_tool python',
      'invoke_agent > turn',
      'invoke_agent > turn > chat',
    ]);
    expect(spans.every(({ status }) => status.code === SpanStatusCode.UNSET)).toBe(true);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it('has the names of the conventions: models, tokens, why it ended', async () => {
    const tracing = { agent: 'solver', model: 'qwen', provider: 'vllm' };
    const policy = policyWith(() => undefined);
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [okTool()], tracing });
    const spans = finished();
    if (outcome?.kind !== 'completed') throw new Error('failed');
    const { promptLength, responseMask } = outcome.rollout.tokens!;
    const drawn = responseMask.reduce((sum, bit) => sum + bit, 0);
    const [agent] = named(spans, 'invoke_agent solver');
    expect(agent).toMatchObject({ kind: SpanKind.INTERNAL });
    expect(agent!.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'vllm',
      'gen_ai.agent.name': 'solver',
      'gen_ai.request.model': 'qwen',
      'gen_ai.request.max_tokens': 2000,
      'gen_ai.conversation.id': policy.requests[0]!.sessionId,
      'rstar2.prompt_tokens': promptLength,
      'rstar2.generated_tokens': drawn,
      'gen_ai.response.finish_reasons': ['stop'],
      'rstar2.rollout.id': 'g/0',
      'rstar2.group.id': 'g',
      'rstar2.turns': 2,
    });
    const chats = named(spans, 'chat qwen');
    expect(chats.map(({ kind }) => kind)).toEqual([SpanKind.CLIENT, SpanKind.CLIENT]);
    expect(chats.map(({ attributes }) => attributes['gen_ai.usage.input_tokens'])).toEqual(
      policy.requests.map(({ tokens }) => tokens.length),
    );
    const outputs = chats.map(({ attributes }) => attributes['gen_ai.usage.output_tokens'] as number);
    expect(outputs[0]! + outputs[1]!).toBe(drawn);
    expect(chats[0]!.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.temperature': 1,
      'gen_ai.request.top_p': 1,
      'gen_ai.response.finish_reasons': ['stop'],
    });
    expect(named(spans, 'execute_tool python')[0]!.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.conversation.id': policy.requests[0]!.sessionId,
      'gen_ai.tool.name': 'python',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'g/0/0/0',
    });
  });

  it('has what was said where that is asked for, and nowhere else', async () => {
    const policy = policyWith(() => undefined);
    const quiet = JSON.stringify((await spansOf({ policy, tools: [okTool()] })).map(({ attributes }) => attributes));
    expect(quiet).not.toMatch(/6 \* 7|\b42\b/);
    exporter.reset();
    ends.clear();
    const spans = await spansOf({ policy, tools: [okTool()], tracing: { content: true } });
    const [first, second] = named(spans, 'chat');
    expect(JSON.parse(first!.attributes['gen_ai.input.messages'] as string)).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'What is 6 * 7?' }] },
    ]);
    expect(JSON.parse(first!.attributes['gen_ai.output.messages'] as string)).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: codeCall }], finish_reason: 'stop' },
    ]);
    expect((JSON.parse(second!.attributes['gen_ai.input.messages'] as string) as object[]).slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: '000000000', name: 'python', arguments: { code: 'print(6 * 7)' } }],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: '000000000', response: '42' }] },
    ]);
    const [agent] = named(spans, 'invoke_agent');
    expect(agent!.attributes['gen_ai.input.messages']).toBe(first!.attributes['gen_ai.input.messages']);
    expect(agent!.attributes['gen_ai.output.messages']).toBe(second!.attributes['gen_ai.output.messages']);
    expect(named(spans, 'execute_tool python')[0]!.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"code":"print(6 * 7)"}',
      'gen_ai.tool.call.result': '42',
    });
  });

  it('is none where none was asked for', async () => {
    expect(await spansOf({ policy: policyWith(() => undefined), tracing: undefined })).toEqual([]);
  });

  it("begins in the caller's own span where there is one", async () => {
    const step = stepOf('2');
    within(() => step);
    const spans = await spansOf({ policy: policyWith(() => undefined) }).finally(() => contexts.disable());
    const [agent] = named(spans, 'invoke_agent');
    expect(agent!.spanContext().traceId).toBe(step.traceId);
    expect(agent!.parentSpanContext!.spanId).toBe(step.spanId);
  });

  it('begins in the span of the step that asked for its group', async () => {
    let step = stepOf('2');
    within(() => step);
    const tasks = ['first', 'second'].map((groupId) => ({ groupId, prompt, samples: 1 }));
    const groups = createGroupSampler(tasks, {
      ...{ policy: policyWith(() => undefined), tokenizer, maxTokens: 1000, seed: 1, tracing: {} },
    });
    try {
      await groups.take(1);
      step = stepOf('3');
      await groups.take(1);
    } finally {
      await groups.close();
      contexts.disable();
    }
    const parents = named(finished(), 'invoke_agent').map((agent) => agent.parentSpanContext!.spanId);
    expect(parents).toEqual(['2'.repeat(16), '3'.repeat(16)]);
  });

  it('keeps rollouts apart that run side by side', async () => {
    const tool = scriptedTool(async () => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      return { kind: 'ok', text: '42' };
    });
    const spans = await spansOf({ policy: policyWith(() => undefined), tools: [tool] }, 16);
    const agents = named(spans, 'invoke_agent');
    expect(new Set(agents.map((span) => span.spanContext().traceId)).size).toBe(16);
    for (const agent of agents) {
      const own = spans.filter((span) => span.spanContext().traceId === agent.spanContext().traceId);
      expect(own.map(({ name }) => name).sort()).toEqual([
        'chat',
        'chat',
        'execute_tool python',
        'invoke_agent',
        'turn',
        'turn',
      ]);
      const id = agent.attributes['gen_ai.conversation.id'];
      const rollout = agent.attributes['rstar2.rollout.id'] as string;
      expect(named(own, 'chat').map(({ attributes }) => attributes['gen_ai.conversation.id'])).toEqual([id, id]);
      expect(named(own, 'execute_tool python')[0]!.attributes['gen_ai.tool.call.id']).toBe(`${rollout}/0/0`);
    }
  });
});

describe('a failure in the trace', () => {
  const types = (spans: readonly ReadableSpan[]) =>
    Object.fromEntries(spans.map(({ name, attributes }) => [name, attributes['error.type']]));

  it('is on the span that it happened in and on those around it, each ended once', async () => {
    const policy = policyWith(() => {
      throw new PolicyError('connection reset', { retryable: true });
    });
    const spans = await spansOf({ policy });
    expect(types(spans)).toEqual({ chat: 'policy_error', turn: 'policy_error', invoke_agent: 'policy_error' });
    expect(spans.map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => ({ code: SpanStatusCode.ERROR, message: 'connection reset' })),
    );
  });

  it('is an event where it passed: one generation is one span, whatever it took', async () => {
    let failures = 2;
    const policy = policyWith(() => {
      if (failures-- > 0) throw new PolicyError('connection reset', { retryable: true });
    });
    const spans = await spansOf({ policy, tools: [okTool()] });
    const [first, second] = named(spans, 'chat');
    const tries = first!.events.map(({ name, attributes }) => [name, attributes!['error.type']]);
    expect(tries).toEqual([
      ['failed try', 'PolicyError'],
      ['failed try', 'PolicyError'],
    ]);
    expect(second!.events).toEqual([]);
    expect(types(spans)['chat']).toBeUndefined();
  });

  it.each([
    ['answers with an error', () => ({ kind: 'error' as const, text: 'NameError: x' }), 'tool_error', undefined],
    ['is not there', () => unavailable(false), 'sandbox_error', 'sandbox_error'],
    ['has a bug', () => Promise.reject(new TypeError('x')), 'BrokenToolError', 'BrokenToolError'],
  ])('of a tool that %s says so', async (_, answerCall, ofTool, ofRollout) => {
    const spans = await spansOf({ policy: policyWith(() => undefined), tools: [scriptedTool(answerCall)] });
    expect(types(spans)).toMatchObject({ 'execute_tool python': ofTool, invoke_agent: ofRollout });
  });

  it('of a call that no tool takes has no name that the policy made up', async () => {
    const script = [`${callText('made-up', {})}<tool_call>{</tool_call>`, answer];
    const spans = await spansOf({ policy: createScriptedPolicy({ tokenizer, script }), tools: [okTool()] });
    const calls = named(spans, 'execute_tool');
    expect(calls.map(({ attributes }) => attributes['error.type'])).toEqual(['tool_error', 'tool_error']);
    expect(JSON.stringify(calls.map(({ attributes }) => attributes))).not.toContain('made-up');
  });

  it('is the time that a turn ran out of, or the abort of the run', async () => {
    const policy = policyWith(() => undefined);
    const hangs = scriptedTool(() => new Promise<never>(() => undefined));
    const late = await spansOf({ policy, tools: [hangs], turnTimeoutMs: 5 });
    expect(types(late)).toEqual({
      chat: undefined,
      'execute_tool python': 'TimeLimitError',
      turn: 'TimeLimitError',
      invoke_agent: 'tool_error',
    });
    exporter.reset();
    ends.clear();
    const controller = new AbortController();
    const aborting = scriptedTool(() => {
      controller.abort();
      return new Promise<never>(() => undefined);
    });
    const spans = await spansOf({ policy, tools: [aborting], signal: controller.signal }, 4);
    expect(named(spans, 'invoke_agent')).toHaveLength(4);
    expect(types(spans)).toMatchObject({ turn: 'AbortError', invoke_agent: 'AbortError' });
  });
});

describe('the trace of an environment', () => {
  const environmentSpans = async (respond: Environment['respond'], tracing = {}) => {
    const policy = createScriptedPolicy({ tokenizer, script: ['5', '7'] });
    return spansOf({ policy, tracing, environment: { respond } });
  };

  it('has a span for each answer, in its turn, with its kind and the reward; its words where they are asked for', async () => {
    const respond: Environment['respond'] = ({ text }) =>
      Promise.resolve(text === '7' ? { kind: 'end', reward: 1 } : { kind: 'message', text: 'higher' });
    const spans = await environmentSpans(respond);
    expect(pathsOf(spans).filter((path) => path.endsWith('environment'))).toEqual([
      'invoke_agent > turn > environment',
      'invoke_agent > turn > environment',
    ]);
    expect(named(spans, 'environment').map(({ attributes }) => attributes)).toEqual([
      { 'rstar2.environment.response': 'message' },
      { 'rstar2.environment.response': 'end', 'rstar2.reward': 1 },
    ]);
    exporter.reset();
    ends.clear();
    const [first] = named(await environmentSpans(respond, { content: true }), 'environment');
    expect(first!.attributes).toMatchObject({ 'rstar2.environment.text': 'higher' });
  });

  it('says on one span, whatever it took, that it failed for good', async () => {
    const asked = { times: 0 };
    const spans = await environmentSpans(() => {
      asked.times += 1;
      throw new SandboxError('the game is gone', { retryable: true });
    });
    expect(asked.times).toBeGreaterThan(1);
    const [span, ...others] = named(spans, 'environment');
    expect([span!.attributes, span!.status, others]).toEqual([
      { 'error.type': 'environment_error' },
      { code: SpanStatusCode.ERROR, message: 'the game is gone' },
      [],
    ]);
    expect(named(spans, 'invoke_agent')[0]!.attributes['error.type']).toBe('environment_error');
  });
});

describe('the trace of a group that is over-provisioned', () => {
  it('has an ended span for what was cut, that says so', async () => {
    const tool = scriptedTool(
      () => new Promise<ToolResult>((resolve) => setTimeout(() => resolve({ kind: 'ok', text: '42' }), 20)),
    );
    let first = true;
    const policy = policyWith(() => undefined);
    const quick = scriptedTool((args, context) => {
      const isFirst = first;
      first = false;
      return isFirst ? { kind: 'ok', text: '42' } : tool.execute(args, context);
    });
    const [task] = tasks(1);
    const options = { ...base, policy, tools: [quick], tracing: {} };
    const outcomes = await runRollouts([{ ...task!, overProvision: 1 }], options);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['completed', 'failed']);
    const agents = named(finished(), 'invoke_agent');
    expect(agents.map(({ attributes }) => attributes['error.type']).sort()).toEqual(['cancelled', undefined]);
  });
});

describe('the trace of a conversation', () => {
  it('has an agent span for each reply', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['hello', 'bye'] });
    const conversation = createConversation({
      policy,
      tokenizer,
      maxTokens: 100,
      seed: 1,
      tracing: { agent: 'guide' },
    });
    await conversation.send('hi');
    await conversation.send('so long');
    await conversation.close();
    const agents = named(finished(), 'invoke_agent guide');
    expect(agents.map(({ attributes }) => attributes['rstar2.turns'])).toEqual([1, 1]);
    expect(agents.map(({ attributes }) => attributes['gen_ai.response.finish_reasons'])).toEqual([['stop'], ['stop']]);
    expect(new Set(agents.map(({ attributes }) => attributes['gen_ai.conversation.id'])).size).toBe(1);
  });

  it('has in each span what that reply is to', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['hello', 'bye'] });
    const tracing = { content: true };
    const conversation = createConversation({ policy, tokenizer, maxTokens: 100, seed: 1, tracing });
    await conversation.send('hi');
    await conversation.send('so long');
    await conversation.close();
    const said = named(finished(), 'invoke_agent').map(({ attributes }) =>
      ['gen_ai.input.messages', 'gen_ai.output.messages'].map(
        (name) => (JSON.parse(attributes[name] as string) as { parts: { content: string }[] }[])[0]!.parts[0]!.content,
      ),
    );
    expect(said).toEqual([
      ['hi', 'hello'],
      ['so long', 'bye'],
    ]);
  });
});
