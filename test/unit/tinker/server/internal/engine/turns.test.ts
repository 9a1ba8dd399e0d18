import { afterEach, describe, expect, it, vi } from 'vitest';
import { Turns } from '../../../../../../src/tinker/server/internal/engine/turns.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Makes the clock go forward by work alone. @returns Work of so many milliseconds. */
function stopClock(): (ms: number) => void {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return (ms) => void (nowMs += ms);
}

/** Work that keeps the thread busy for so long. */
function busy(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

/** Turns that write down what they run. */
function noted(work = busy) {
  const turns = new Turns();
  const order: string[] = [];
  const pass = (tenant: string, ms: number, name = tenant) =>
    turns.pass(tenant, () => {
      work(ms);
      order.push(name);
      return Promise.resolve(name);
    });
  return { turns, order, pass };
}

/** Draws so many tokens, one each turn of the event loop, as the sampler does. */
async function draw(tokens: number, onToken: () => void, work: () => void): Promise<void> {
  for (let i = 0; i < tokens; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    work();
    onToken();
  }
}

describe('turns on an engine', () => {
  it('go to the tenant that has had the least time, and within a tenant in the order of the calls', async () => {
    const { order, pass } = noted(stopClock());
    const large = [0, 1, 2, 3].map((i) => pass('large', 10, `large ${i}`));
    const small = [0, 1, 2, 3].map((i) => pass('small', 4, `small ${i}`));
    expect(await Promise.all([...large, ...small])).toHaveLength(8);
    expect(order.slice(0, 5)).toEqual(['large 0', 'small 0', 'small 1', 'small 2', 'large 1']);
    expect(order.filter((name) => name.startsWith('large'))).toEqual(['large 0', 'large 1', 'large 2', 'large 3']);
  });

  it('save no more than one pass up for a tenant that was away', async () => {
    const { order, pass } = noted(stopClock());
    await pass('away', 1);
    await Promise.all([0, 1, 2].map(() => pass('at work', 20)));
    order.length = 0;
    const both = ['at work', 'away'].flatMap((name) => [0, 1, 2, 3].map(() => pass(name, 20)));
    await Promise.all(both);
    expect(order.slice(0, 5).filter((name) => name === 'at work')).toHaveLength(2);
  });

  it('are given on when a pass fails', async () => {
    const { turns, pass } = noted();
    const failed = turns.pass('one', () => Promise.reject(new Error('lost')));
    const next = pass('one', 0);
    await expect(failed).rejects.toThrow('lost');
    expect(await next).toBe('one');
  });

  it('run as many passes at once as the engine takes, and give the next place to the tenant that comes', async () => {
    const turns = new Turns();
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const pass = (tenant: string) =>
      turns.pass(tenant, () => new Promise<void>((resolve) => void (started.push(tenant), ends.push(resolve))), 2);
    const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
    const first = pass('large');
    await soon();
    const others = [pass('large'), pass('large'), pass('large')];
    await soon();
    expect(started).toEqual(['large', 'large']);
    others.push(pass('small'));
    ends[0]!();
    await first;
    await soon();
    expect(started).toEqual(['large', 'large', 'small']);
    while (started.length < 5) {
      ends.forEach((end) => end());
      await soon();
    }
    ends.forEach((end) => end());
    await Promise.all(others);
  });

  it('let samples run after the pass under way, together and before the next pass', async () => {
    const { turns, order, pass } = noted(stopClock());
    const passes = [0, 1, 2].map((i) => pass('large', 60_000, `pass ${i}`));
    await passes[0];
    const samples = ['a', 'b'].map((name) =>
      turns.sample(() =>
        draw(
          5,
          () => order.push(name),
          () => {},
        ),
      ),
    );
    await Promise.all([...passes, ...samples]);
    expect(order.slice(0, 2)).toEqual(['pass 0', 'a']);
    expect(order.slice(1, 11).sort()).toEqual([...'aaaaabbbbb']);
    expect(order.slice(11)).toEqual(['pass 1', 'pass 2']);
  });

  it('share the time between long samples and passes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const work = (ms: number) => void vi.advanceTimersByTime(ms);
    const { turns, order, pass } = noted(work);
    const passes = [0, 1, 2, 3].map((i) => pass('large', 20, `pass ${i}`));
    await passes[0];
    const token = () => order.push('token');
    await Promise.all([...passes, turns.sample(() => draw(60, token, () => work(2)))]);
    const between = order.indexOf('pass 2') - order.indexOf('pass 1') - 1;
    expect(between).toBeGreaterThan(2);
    expect(between).toBeLessThan(20);
    expect(order.at(-1)).toBe('token');
  });
});
