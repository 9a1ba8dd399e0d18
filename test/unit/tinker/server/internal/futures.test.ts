import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../../../../src/io/index.js';
import { jsonAnswer } from '../../../../../src/tinker/server/internal/answer.js';
import { Futures } from '../../../../../src/tinker/server/internal/futures.js';

const LIMITS = { maxFutures: 100, futureTtlMs: 3_600_000, sessionTtlMs: 300_000, maxPendingBytes: 1 };
const category = () => 'server' as const;
const never = new AbortController().signal;

/** Futures that have so many bytes, and what makes one that is over, or never is. */
function kept(maxBytes: number, limits = LIMITS) {
  const budget = new ByteBudget({ maxBytes, status: 429 });
  const futures = new Futures(limits, budget);
  const done = async (bytes: number) => {
    const id = futures.add(bytes, () => Promise.resolve(jsonAnswer({})), category);
    await futures.outcome(id, 1000, never);
    return id;
  };
  const begin = (bytes: number) => futures.add(bytes, () => new Promise(() => {}), category);
  return { budget, futures, done, begin };
}

describe('what requests come to', () => {
  it('takes what the request does until it is over, and then what the answer does', async () => {
    const { budget, futures } = kept(1_000_000);
    let finish!: () => void;
    const work = new Promise<void>((resolve) => (finish = resolve)).then(() => jsonAnswer({ text: 'x'.repeat(500) }));
    const id = futures.add(800_000, () => work, category);
    expect(budget.reserved).toBeGreaterThan(800_000);
    finish();
    await futures.outcome(id, 1000, never);
    expect(budget.reserved).toBeGreaterThan(1000);
    expect(budget.reserved).toBeLessThan(4000);
    futures.sweep(Date.now() + 4_000_000);
    expect([budget.reserved, futures.has(id)]).toEqual([0, false]);
  });

  it('makes room for others once it was given out, the oldest first', async () => {
    const { futures, done, begin } = kept(10_000);
    const ids = [await done(100), await done(100), await done(100)];
    for (const id of ids) futures.wasGiven(id);
    begin(6500);
    expect(ids.map((id) => futures.has(id))).toEqual([false, true, true]);
    await expect(futures.outcome(ids[0]!, 0, never)).rejects.toMatchObject({ status: 410 });
  });

  it('stays where nobody has it yet: others are refused for now', async () => {
    const { futures, done, begin } = kept(10_000);
    const id = await done(100);
    expect(() => begin(8500)).toThrow(expect.objectContaining({ status: 429 }) as Error);
    expect(futures.has(id)).toBe(true);
    futures.wasGiven(id);
    expect(futures.has(begin(8500))).toBe(true);
  });

  it('makes room as well when nobody has asked for it in the time of a session', async () => {
    const { futures, done, begin } = kept(10_000, { ...LIMITS, sessionTtlMs: -1 });
    const id = await done(100);
    begin(8500);
    expect(futures.has(id)).toBe(false);
  });

  it('is refused for good where it is larger than all the room there is', () => {
    const { begin } = kept(10_000);
    expect(() => begin(10_000)).toThrow(expect.objectContaining({ status: 413 }) as Error);
  });

  it('is counted too: so many, and no more where none can go', async () => {
    const { futures, done, begin } = kept(1_000_000, { ...LIMITS, maxFutures: 2 });
    const [first] = [await done(1), await done(1)];
    expect(() => begin(1)).toThrow(expect.objectContaining({ status: 429 }) as Error);
    futures.wasGiven(first);
    begin(1);
    expect(futures.has(first)).toBe(false);
  });

  it('takes nothing where its work does not begin', () => {
    const { budget, futures } = kept(10_000);
    const refuse = () => {
      throw new RangeError('no more models');
    };
    expect(() => futures.add(8500, refuse, category)).toThrow('no more models');
    expect(budget.reserved).toBe(0);
  });
});
