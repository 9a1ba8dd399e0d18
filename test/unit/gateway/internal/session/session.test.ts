import { afterEach, describe, expect, it, vi } from 'vitest';
import { PolicyError } from '../../../../../src/base/index.js';
import { busyRefusal } from '../../../../../src/gateway/internal/refusal.js';
import type { ModelRequest } from '../../../../../src/gateway/model-request.js';
import { completed } from '../../../rollout/conversation.js';
import { handSession, request, said, sessionOver, settle, take, TOOL, user, waitingPolicy } from './hand-session.js';

describe('the limits of a session', () => {
  it('end it at its last turn', async () => {
    const { session } = handSession(() => 'Yes.', { maxTurns: 1 });
    await take(session, request([user('Hi')]));
    expect(session.limit).toBeUndefined();
    await expect(take(session, request([user('Ho')]))).rejects.toMatchObject({ code: 'session-over' });
    expect(completed(await session.close()).finishReason).toBe('max-turns');
  });

  it('end it at its last token, in the middle of a turn', async () => {
    const { session, requests } = handSession(() => 'Yes.', { maxGeneratedTokens: 7 });
    await take(session, request([user('Hi')]));
    expect((await take(session, request([user('Ho')]))).finish).toBe('length');
    expect(requests[1]!.sampling.maxTokens).toBe(2);
    await expect(take(session, request([user('Ha')]))).rejects.toMatchObject({ code: 'session-over' });
    expect(completed(await session.close()).finishReason).toBe('length');
  });

  it('end it at a path that is too long, unless its client shortens it', async () => {
    const { session } = handSession(() => 'Yes.', { maxTokens: 100 });
    await take(session, request([user('Hi')]));
    const long = request([user('Hi'), said('Yes.'), user('Long. '.repeat(30))]);
    await expect(take(session, long)).rejects.toMatchObject({ code: 'context-overflow' });
    expect(session.limit).toBe('length');
    await take(session, request([user('Hi'), said('Yes.'), user('Short.')]));
    expect(completed(await session.close()).finishReason).toBe('stop');
  });

  it('end it in time, with the draws under way', async () => {
    vi.useFakeTimers();
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy, { timeLimitMs: 60_000 });
    const first = session.ask(request([user('Hi')]));
    await vi.advanceTimersByTimeAsync(1);
    turns[0]!.end('Yes.');
    (await first).delivered();
    const second = session.ask(request([user('Ho')]));
    const refused = expect(second).rejects.toMatchObject({
      code: 'session-over',
      message: expect.stringContaining('60 seconds') as string,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
    await expect(take(session, request([user('Ha')]))).rejects.toMatchObject({ code: 'session-over' });
    vi.useRealTimers();
    expect(completed(await session.close())).toMatchObject({ finishReason: 'time-limit', turns: [{ text: 'Yes.' }] });
  });

  afterEach(() => vi.useRealTimers());
});

describe('a tool result that comes with a request which a limit refuses', () => {
  const call = '<tool_call>\n{"name": "python", "arguments": {}}\n</tool_call>';
  const tools = [TOOL];

  it.each([
    ['maxTurns', { maxTurns: 1 }, 'session-over', '{"error": "no"}'],
    ['maxTokens', { maxTokens: 80 }, 'context-overflow', `{"error": "${'no '.repeat(40)}"}`],
  ])('of %s is in the rollout and its account', async (_name, plan, code, content) => {
    const { session } = handSession(() => call, plan);
    const { calls } = await take(session, request([user('Hi')], { tools }));
    const result = { role: 'tool', callId: calls[0]!.id, content } as const;
    const next = request([user('Hi'), said('', { calls }), result], { tools });
    await expect(take(session, next)).rejects.toMatchObject({ code });
    expect(session.account().drawn).toMatchObject([{ calls: [{ name: 'python', isError: true }] }]);
    const [turn] = completed(await session.close()).turns;
    expect(turn!.toolCalls[0]!.response).toEqual({ text: content, isError: true, errorEvidence: 'text' });
  });
});

describe('the tokens that are counted', () => {
  it('are those of the request as normalize changes it', async () => {
    const normalize = (asked: ModelRequest) => ({ ...asked, messages: [user('Hi')] });
    const { session } = handSession(() => 'Yes.', {}, { normalize });
    const counted = session.count(request([user('Hi'), user('It is 12:00.')]));
    expect(counted).toBe((await take(session, request([user('Hi')]))).usage.promptTokens);
  });
});

describe('requests that something else broke than the model', () => {
  it('make the rollout fail where the policy has a bug, although the agent goes on', async () => {
    const { session } = handSession((_, __, drawn) => {
      if (drawn === 1) throw new TypeError('fetch failed');
      return 'Yes.';
    });
    await take(session, request([user('Hi')]));
    await expect(take(session, request([user('Ho')]))).rejects.toThrow('fetch failed');
    await take(session, request([user('Ha')]));
    expect(await session.close({ reward: 1 })).toMatchObject({
      kind: 'failed',
      cause: { message: expect.stringContaining('fetch failed') as string },
    });
  });

  it('take no turn of the limit where the engine failed', async () => {
    const { session } = handSession(
      (_, __, drawn) => {
        if (drawn < 2) throw new PolicyError('down', { retryable: false });
        return 'Yes.';
      },
      { maxTurns: 1 },
    );
    for (let i = 0; i < 2; i++)
      await expect(take(session, request([user('Hi')]))).rejects.toMatchObject({ code: 'unavailable' });
    await take(session, request([user('Hi')]));
    await expect(take(session, request([user('Ho')]))).rejects.toMatchObject({ code: 'session-over' });
    expect(completed(await session.close()).finishReason).toBe('max-turns');
  });
});

describe('a call that failed', () => {
  const call = '<tool_call>\n{"name": "python", "arguments": {}}\n</tool_call>';
  const tools = [TOOL];
  const failure = 'Traceback (most recent call last):\n  boom\nValueError: x';
  const history = (
    answer: { readonly content: string; readonly calls: readonly { readonly id: string }[] },
    text: string,
  ) => [
    user('Hi'),
    said(answer.content, { calls: answer.calls }),
    { role: 'tool', callId: answer.calls[0]!.id, content: text } as const,
  ];
  const isError = async (session: ReturnType<typeof sessionOver>) => {
    const rollout = completed(await session.close());
    const paths = [rollout, ...(rollout.branches ?? [])];
    return paths.flatMap(({ turns }) =>
      turns.flatMap(({ toolCalls }) => toolCalls.map(({ response }) => response.isError)),
    );
  };

  it('has failed where no turn is drawn for the request that says so: its client left, or the session ended', async () => {
    for (const how of ['left', 'ended'] as const) {
      const { policy, turns } = waitingPolicy();
      const session = sessionOver(policy);
      const first = session.ask(request([user('Hi')], { tools }));
      await settle();
      turns[0]!.end(call);
      const { answer, delivered } = await first;
      delivered();
      const client = new AbortController();
      const second = session.ask(request(history(answer, failure), { tools }), { signal: client.signal });
      const settled = expect(second).rejects.toThrow();
      await settle();
      if (how === 'left') client.abort(new Error('gone'));
      const failed = isError(session);
      await settled;
      expect(await failed).toEqual([true]);
    }
  });

  it('has failed although its client clears the result from its history later', async () => {
    const { session } = handSession((_, __, drawn) => (drawn === 0 ? call : `Answer ${drawn}.`));
    const answer = await take(session, request([user('Hi')], { tools }));
    await take(session, request(history(answer, failure), { tools }));
    await take(session, request([...history(answer, '[cleared]'), user('Go on.')], { tools }));
    expect(await isError(session)).toEqual([true]);
  });
});

describe('a request that was refused before it was read', () => {
  it('is a draw of its own when its client repeats it, beside an equal one under way', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const first = session.ask(request([user('Hi')]));
    await settle();
    session.refusals.noteUnread(busyRefusal(1));
    const repeated = session.ask(request([user('Hi')], { retry: { count: 1 } }));
    await settle();
    expect(turns).toHaveLength(2);
    for (const turn of turns) turn.end('Yes.');
    await Promise.all([first, repeated]);
    expect(session.account()).toMatchObject({ turns: 2, retries: 0, refused: 1 });
    await session.close();
  });
});

describe('turns that are not trained on', () => {
  it('are drawn, and are in no path and no limit of the rollout', async () => {
    const { session, requests } = handSession((_, __, drawn) => `Answer ${drawn}.`, { maxTurns: 2 });
    const title = await take(session, request([user('Hi')]), { isTrained: false });
    const next = [user('Hi'), said(title.content), user('Go on.')];
    expect((await take(session, request(next), { isTrained: false })).usage.cachedTokens).toBeGreaterThan(0);
    expect((await take(session, request(next))).usage.cachedTokens).toBe(0);
    const more = [...next, said('Answer 1.'), user('Again.')];
    await expect(take(session, request(more), { isTrained: false })).rejects.toThrow('2 untrained turns');
    expect(session.limit).toBeUndefined();
    expect(requests[0]!.sampling.seed).not.toBe(requests[2]!.sampling.seed);
    expect(session.account()).toMatchObject({ turns: 1, untrained: 2 });
    expect(session.account().drawn.map(({ isTrained }) => isTrained)).toEqual([false, false, true]);
    const rollout = completed(await session.close());
    expect([rollout.turns.map(({ text }) => text), rollout.branches]).toEqual([['Answer 2.'], undefined]);
  });
});

describe('a call that does not parse', () => {
  const broken = '<tool_call>\n{"name": "python", "arguments": {"code": 1\n</tool_call>';
  const tools = [TOOL];
  const ask = async () => {
    const made = handSession((_, __, drawn) => (drawn === 0 ? broken : 'Sorry.'));
    const answer = await take(made.session, request([user('Hi')], { tools }));
    return { ...made, answer, call: answer.calls[0]! };
  };

  it('goes out as it is, and what its client says of it is read', async () => {
    const { session, answer, call } = await ask();
    expect(call).toMatchObject({ name: 'python', arguments: expect.stringContaining('{"code": 1') as string });
    const result = { role: 'tool', callId: call.id, content: 'no JSON', isError: false } as const;
    const next = await take(session, request([user('Hi'), said('', { calls: answer.calls }), result], { tools }));
    expect(next.usage.cachedTokens).toBeGreaterThan(0);
    const [turn] = completed(await session.close()).turns;
    expect(turn!.toolCalls).toMatchObject([{ name: '', response: { text: 'no JSON', isError: true } }]);
  });

  it('comes back without arguments from clients that must have an object, and the model reads what was wrong', async () => {
    const { session, answer, call, requests } = await ask();
    const calls = [{ ...call, arguments: '{}' }];
    const result = { role: 'tool', callId: call.id, content: 'code: required' } as const;
    const next = await take(session, request([user('Hi'), said(answer.content, { calls }), result], { tools }));
    expect(next.usage.cachedTokens).toBeGreaterThan(0);
    const read = requests[1]!.conversation!.messages.at(-1)!;
    expect(read.content).toMatch(/JSON.*\ncode: required$/s);
    const { toolCalls } = completed(await session.close()).turns[0]!;
    expect(toolCalls[0]!.response).toEqual({ text: read.content, isError: true });
  });

  it('is an edit with other arguments', async () => {
    const { session, call } = await ask();
    const calls = [{ ...call, arguments: '{"code": 1}' }];
    const result = { role: 'tool', callId: call.id, content: '1' } as const;
    const next = await take(session, request([user('Hi'), said('', { calls }), result], { tools }));
    expect(next.usage.cachedTokens).toBe(0);
  });
});

describe('the account of a session', () => {
  it('names sub-agents and the turns that theirs go on from, and the rollout their branches', async () => {
    const { session } = handSession((_, __, drawn) => `Answer ${drawn}.`);
    await take(session, request([user('Help.')], { agent: { id: 'b', parentId: 'a' } }));
    const first = await take(session, request([user('Hi')]));
    await take(session, request([user('Hi'), said('Answer 1.'), user('Go on.')]));
    const { drawn } = session.account();
    expect(drawn.map(({ agent, parent, state }) => [agent?.id, parent, state])).toEqual([
      ['b', undefined, 'delivered'],
      [undefined, undefined, 'delivered'],
      [undefined, first.id, 'delivered'],
    ]);
    const { branches } = completed(await session.close());
    expect(branches).toMatchObject([{ agent: { id: 'b', parentId: 'a' }, turns: [{ text: 'Answer 0.' }] }]);
  });

  it('warns where histories are not recognised', async () => {
    const { session } = handSession(() => 'Yes.');
    for (let i = 0; i < 4; i++) {
      const system = { role: 'system', content: `It is ${i} o'clock.` } as const;
      await take(session, request([system, user('Hi'), ...(i === 0 ? [] : [said('Yes.'), user('Go on.')])]));
    }
    expect(session.account().warnings).toEqual([expect.stringMatching(/^3 of 4 requests .* normalize/) as string]);
  });

  it('says nothing of draws under way, and that they are over once the session is', async () => {
    const { policy } = waitingPolicy();
    const session = sessionOver(policy);
    const asked = session.ask(request([user('Hi')]));
    await settle();
    expect(session.account()).toMatchObject({ turns: 1, drawn: [], warnings: [] });
    const refused = expect(asked).rejects.toMatchObject({ code: 'session-over' });
    await session.close();
    await refused;
  });
});
