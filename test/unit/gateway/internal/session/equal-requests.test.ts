import { afterEach, describe, expect, it, vi } from 'vitest';
import { maskedCount } from '../../../../../src/base/internal/index.js';
import { completed } from '../../../rollout/conversation.js';
import {
  collecting,
  handSession,
  request,
  said,
  sessionOver,
  settle,
  take,
  user,
  waitingPolicy,
} from './hand-session.js';

const hi = (retry: object = { count: 0 }) => request([user('Hi')], { retry: { count: 0, ...retry } });

describe('a request that is sent again', () => {
  it('gets the answer that its client did not get whole, streamed too', async () => {
    const { session, requests } = handSession(() => 'Yes.');
    const { answer } = await session.ask(hi());
    const listener = collecting();
    const again = await session.ask(hi({ count: 1 }), { listener });
    expect([again.answer, listener.ids, listener.text]).toEqual([answer, [answer.id], 'Yes.']);
    again.delivered();
    expect((await take(session, hi({ count: 1 }))).id).not.toBe(answer.id);
    expect(requests).toHaveLength(2);
    expect(session.account()).toMatchObject({ retries: 1, turns: 2 });
  });

  it('is a draw of its own where it is not said to be sent again, and where its key is another', async () => {
    const { session } = handSession(() => 'Yes.');
    const ids = new Set<string>();
    for (const retry of [{ key: 'a' }, { key: 'b' }, {}, {}]) ids.add((await session.ask(hi(retry))).answer.id);
    expect(ids.size).toBe(4);
    expect(ids).toContain((await session.ask(hi({ key: 'b' }))).answer.id);
    expect(session.account()).toMatchObject({ turns: 4, retries: 1 });
  });

  it('joins the draw under way: what was sent before, and what comes', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const [first, second] = [collecting(), collecting()];
    const asked = [session.ask(hi(), { listener: first })];
    await settle();
    turns[0]!.say('Good ');
    turns[0]!.say('mor');
    asked.push(session.ask(hi({ count: 1 }), { listener: second }));
    turns[0]!.say('ning.');
    turns[0]!.end('Good morning.');
    const answers = await Promise.all(asked);
    expect(answers.map(({ answer }) => answer.content)).toEqual(['Good morning.', 'Good morning.']);
    expect([first.text, second.text, second.ids]).toEqual(['Good morning.', 'Good morning.', first.ids]);
    expect(turns).toHaveLength(1);
  });

  it('keeps the draw that it joined, when the client that asked first leaves', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const left = new AbortController();
    const asked = session.ask(hi(), { signal: left.signal });
    const again = session.ask(hi({ count: 1 }));
    left.abort(new Error('timed out'));
    await expect(asked).rejects.toThrow('timed out');
    turns[0]!.end('Yes.');
    expect((await again).answer.content).toBe('Yes.');
  });

  it('goes on with the draw that its client left, which others that leave for good end', async () => {
    vi.useFakeTimers();
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const [left, gone] = [new AbortController(), new AbortController()];
    const asked = session.ask(hi({ isCounted: true }), { signal: left.signal });
    left.abort(new Error('timed out'));
    await expect(asked).rejects.toThrow('timed out');
    await vi.advanceTimersByTimeAsync(500);
    expect(turns[0]!.signal!.aborted).toBe(false);
    const again = session.ask(hi({ count: 1, isCounted: true }), { signal: gone.signal });
    await vi.advanceTimersByTimeAsync(5000);
    turns[0]!.end('Yes.');
    const { answer, delivered } = await again;
    delivered();
    expect([answer.content, turns.length]).toEqual(['Yes.', 1]);

    const other = session.ask(request([user('Ho')], { retry: { count: 0, isCounted: true } }), { signal: gone.signal });
    gone.abort(new Error('bye'));
    await expect(other).rejects.toThrow('bye');
    await vi.advanceTimersByTimeAsync(5000);
    expect(turns[1]!.signal!.aborted).toBe(true);
  });

  it('gets the answer of its own among equal requests that were left', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const left = new AbortController();
    const asked = [0, 1].map(() => session.ask(hi({ isCounted: true }), { signal: left.signal }));
    const kept = session.ask(hi({ isCounted: true }));
    left.abort(new Error('timed out'));
    await Promise.allSettled(asked);
    const again = [0, 1].map(() => session.ask(hi({ count: 1, isCounted: true })));
    await settle();
    turns.forEach(({ end }, i) => end(`Turn ${i}.`));
    const contents = await Promise.all([...again, kept].map(async (each) => (await each).answer.content));
    expect(contents).toEqual(['Turn 1.', 'Turn 0.', 'Turn 2.']);
  });

  it('gets the last of those that were left: the others did not come back', async () => {
    const { session } = handSession((_, __, drawn) => `Turn ${drawn}.`);
    for (const reason of ['a', 'b']) {
      const left = new AbortController();
      await session.ask(hi(), { signal: left.signal });
      left.abort(new Error(reason));
    }
    expect((await take(session, hi({ count: 1 }))).content).toBe('Turn 1.');
  });

  it('is a draw of its own where it had been refused', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy, {}, { maxConcurrent: 2 });
    const asked = [session.ask(hi()), session.ask(request([user('Ho')]))];
    await expect(session.ask(hi())).rejects.toMatchObject({ code: 'busy', details: { retryAfterSeconds: 1 } });
    await settle();
    turns[1]!.end('No.');
    await asked[1];
    const again = session.ask(hi({ count: 1 }));
    await settle();
    expect(turns).toHaveLength(3);
    turns[0]!.end('A');
    turns[2]!.end('B');
    expect([(await asked[0]!).answer.content, (await again).answer.content]).toEqual(['A', 'B']);
  });

  afterEach(() => vi.useRealTimers());
});

describe('a client that goes away', () => {
  it('ends the generation, of which nothing is trained on', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const left = new AbortController();
    const asked = session.ask(hi(), { signal: left.signal, listener: collecting() });
    await settle();
    turns[0]!.say('Good mor');
    left.abort(new Error('bye'));
    await expect(asked).rejects.toThrow('bye');
    expect(turns[0]!.signal!.aborted).toBe(true);
    const next = session.ask(hi());
    await settle();
    expect(turns[1]!.request.sampling.seed).not.toBe(turns[0]!.request.sampling.seed);
    turns[1]!.end('Yes.');
    (await next).delivered();
    const { abandoned, drawn } = session.account();
    expect(abandoned).toBe(1);
    expect(drawn.at(-1)).toMatchObject({ state: 'left', text: 'Good mor', completionTokens: 8 });
    const rollout = completed(await session.close());
    expect(rollout.turns.map(({ text }) => text)).toEqual(['Yes.']);
    expect(rollout.branches).toBeUndefined();
  });

  it('before it had the whole answer: the turn is in no path, unless a request goes on from it', async () => {
    const { session } = handSession((_, __, drawn) => `Answer ${drawn}.`);
    for (const content of ['Hi', 'Ho']) {
      const left = new AbortController();
      await session.ask(request([user(content)]), { signal: left.signal });
      left.abort();
    }
    await take(session, request([user('Ho'), said('Answer 1.'), user('Go on.')]));
    expect(session.account()).toMatchObject({ abandoned: 2, turns: 3 });
    const rollout = completed(await session.close());
    expect(rollout.turns.map(({ text }) => text)).toEqual(['Answer 1.', 'Answer 2.']);
    expect(rollout.branches).toBeUndefined();
    expect(maskedCount(rollout.tokens!.responseMask)).toBe(2 * 'Answer 1.'.length + 2);
  });

  it('before it had any answer: the rollout failed', async () => {
    const { session } = handSession(() => 'Yes.');
    const left = new AbortController();
    await session.ask(hi(), { signal: left.signal });
    left.abort();
    expect(await session.close()).toMatchObject({
      kind: 'failed',
      cause: { source: 'agent', message: 'the agent disconnected before it received any answer' },
    });
  });
});

describe('a call that the infrastructure broke', () => {
  it('sets the rollout apart, unless an equal request is answered: with the draw that it would have had', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const listener = collecting();
    const asked = session.ask(hi(), { listener });
    await settle();
    turns[0]!.say('Good');
    turns[0]!.break('the engine is down');
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    expect(session.account().failure).toMatchObject({ source: 'policy' });
    const again = session.ask(hi({ count: 1 }), { listener: collecting() });
    await settle();
    expect(turns[1]!.request.sampling.seed).toBe(turns[0]!.request.sampling.seed);
    expect(session.account().failure).toBeDefined();
    turns[1]!.end('Yes.');
    (await again).delivered();
    expect(session.account().failure).toBeUndefined();
    expect((await session.close()).kind).toBe('completed');
  });

  it('is made up for by one equal request, not by two', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const asked = session.ask(hi());
    await settle();
    turns[0]!.break('the engine is down');
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    const again = [0, 1].map(() => session.ask(hi()));
    await settle();
    expect(turns[2]!.request.sampling.seed).not.toBe(turns[1]!.request.sampling.seed);
    turns[1]!.break('the engine is down again');
    turns[2]!.end('Yes.');
    await Promise.allSettled(again);
    expect(session.account().failure).toMatchObject({ message: 'the engine is down again' });
  });

  it('is not made up for by equal requests that were under way beside it', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const asked = [0, 1].map(() => session.ask(hi()));
    await settle();
    turns[1]!.break('the engine is down');
    await expect(asked[1]).rejects.toMatchObject({ code: 'unavailable' });
    turns[0]!.end('Yes.');
    (await asked[0]!).delivered();
    expect(await session.close()).toMatchObject({
      kind: 'failed',
      cause: { message: expect.stringContaining('down') as string },
    });
  });

  it('is not made up for by one whose client left', async () => {
    const { policy, turns } = waitingPolicy();
    const session = sessionOver(policy);
    const asked = session.ask(hi());
    await settle();
    turns[0]!.break('the engine is down');
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    const left = new AbortController();
    const again = session.ask(hi(), { signal: left.signal });
    left.abort(new Error('bye'));
    await expect(again).rejects.toThrow('bye');
    expect((await session.close()).kind).toBe('failed');
  });

  it('and whose client had left is no failure', async () => {
    const { policy } = waitingPolicy();
    const session = sessionOver(policy);
    const left = new AbortController();
    const asked = session.ask(hi(), { signal: left.signal });
    left.abort(new Error('bye'));
    await expect(asked).rejects.toThrow('bye');
    expect(session.account().failure).toBeUndefined();
  });
});
