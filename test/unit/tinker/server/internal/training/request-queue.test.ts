import { afterEach, describe, expect, it, vi } from 'vitest';
import { ByteBudget } from '../../../../../../src/io/index.js';
import { jsonAnswer } from '../../../../../../src/tinker/server/internal/answer.js';
import { Futures } from '../../../../../../src/tinker/server/internal/futures.js';
import { RequestQueue } from '../../../../../../src/tinker/server/internal/training/request-queue.js';

const never = new AbortController().signal;

function queue(maxBytes = 1_000_000, maxQueued = 100) {
  const budget = new ByteBudget({ maxBytes, status: 429 });
  const limits = { maxFutures: 100, futureTtlMs: 3_600_000, sessionTtlMs: 300_000, maxPendingBytes: maxBytes };
  const futures = new Futures(limits, budget);
  const requests = new RequestQueue(futures, { maxQueued, sequenceWaitMs: 60_000, maxFutures: 100 });
  const submit = (sequenceId: number, bytes = 0, work = () => Promise.resolve(jsonAnswer({ done: sequenceId }))) =>
    requests.submit({ sequenceId, fingerprint: String(sequenceId), bytes }, work);
  const outcome = (id: string) => futures.outcome(id, 1_000_000, never);
  return { budget, futures, requests, submit, outcome };
}

describe('the request queue of a model', () => {
  afterEach(() => void vi.useRealTimers());

  it('leave most of the memory to those that the others wait for', async () => {
    const { submit, outcome } = queue(100_000);
    const early = submit(3, 10_000);
    submit(2, 10_000);
    expect(() => submit(4, 20_000)).toThrow(expect.objectContaining({ status: 429 }) as Error);
    submit(1, 60_000);
    expect(await outcome(early)).toMatchObject({ kind: 'done' });
    expect(await outcome(submit(4, 20_000))).toMatchObject({ kind: 'done' });
  });

  it('take the request that all others wait for, however many those are', async () => {
    const { submit, outcome } = queue(1_000_000, 3);
    const last = [2, 3, 4].map((id) => submit(id)).at(-1)!;
    expect(() => submit(5)).toThrow(expect.objectContaining({ status: 429 }) as Error);
    submit(1);
    expect(await outcome(last)).toMatchObject({ kind: 'done' });
    const held = Array.from({ length: 3 }, (_, i) => submit(5 + i, 0, () => new Promise(() => undefined)));
    expect(held).toHaveLength(3);
    expect(() => submit(8)).toThrow(expect.objectContaining({ status: 429 }) as Error);
  });

  it('hold no place for an id that is further ahead than there can be requests', async () => {
    const { futures, requests, submit, outcome } = queue();
    const ahead = 'seq_id: expected at most 101 (request 1 is the next), got';
    expect(() => submit(Number.MAX_SAFE_INTEGER)).toThrow(`${ahead} ${Number.MAX_SAFE_INTEGER}`);
    expect(() => submit(102)).toThrow(`${ahead} 102`);
    // One that is refused as it comes lets no other request run.
    requests.refuse(Number.MAX_SAFE_INTEGER, new Error('refused'));
    expect(futures.early.bytes).toBe(0);
    const last = submit(101);
    expect(await outcome(submit(1))).toMatchObject({ kind: 'done' });
    expect(futures.has(last)).toBe(true);
    expect(() => submit(103)).toThrow('expected at most 102 (request 2 is the next), got 103');
  });

  it('wait for what is missing only while there is nothing else to do', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { submit, outcome } = queue();
    let finish!: () => void;
    const working = new Promise<void>((resolve) => (finish = resolve));
    const first = submit(1, 0, () => working.then(() => jsonAnswer({})));
    const third = submit(3);
    await vi.advanceTimersByTimeAsync(600_000);
    finish();
    await outcome(first);
    submit(2);
    expect(await outcome(third)).toMatchObject({ kind: 'done' });
    const fifth = submit(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome(fifth)).toMatchObject({ kind: 'failed', category: 'user' });
    expect(() => submit(4)).toThrow(expect.objectContaining({ status: 410 }) as Error);
    expect(await outcome(submit(6))).toMatchObject({ kind: 'done' });
  });

  it('forget requests when what they came to is not kept any more, and do none of them twice', async () => {
    const { futures, requests, submit, outcome } = queue();
    await outcome(submit(1));
    futures.sweep(Date.now() + 4_000_000);
    requests.sweep();
    expect(() => submit(1)).toThrow(expect.objectContaining({ status: 410 }) as Error);
  });

  it('give back what waiting requests took when the model is given up', async () => {
    const { budget, requests, submit, outcome } = queue();
    const waiting = submit(2, 100_000);
    requests.close(new RangeError('it was unloaded'));
    await outcome(waiting);
    expect(budget.reserved).toBeLessThan(2000);
  });

  it('ask whoever was refused to come again while the queue has no room to note it', async () => {
    const { requests, submit, outcome } = queue(1_000_000, 1);
    const first = submit(1);
    const refuse = () => requests.refuse(2, new RangeError('no such loss'));
    expect(refuse).toThrow(expect.objectContaining({ status: 429 }) as Error);
    await outcome(first);
    refuse();
    expect(() => submit(2)).toThrow(expect.objectContaining({ status: 409 }) as Error);
  });
});
