import { describe, expect, it } from 'vitest';
import { FairQueue, QueueTimeout } from '../../../../src/sandbox/internal/fair-queue.js';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('FairQueue', () => {
  it('runs no more than its limit at once, in the order work came', async () => {
    const queue = new FairQueue(2);
    const started: number[] = [];
    let most = 0;
    await Promise.all(
      [0, 1, 2, 3, 4].map((i) =>
        queue.run(async () => {
          started.push(i);
          most = Math.max(most, queue.running);
          await tick();
        }),
      ),
    );
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('lets those who wait take turns, however much one of them has', async () => {
    const queue = new FairQueue(1);
    const order: string[] = [];
    const work = (key: string) => queue.run(async () => void (order.push(key), await tick()), { key });
    await Promise.all([...'aaaaaa'].map(work).concat([...'bb'].map(work), [...'c'].map(work)));
    expect(order.join('')).toBe('aabcabaaa');
  });

  it('rejects what waits too long, and runs the rest', async () => {
    const queue = new FairQueue(1);
    let release!: () => void;
    const first = queue.run(() => new Promise<void>((resolve) => (release = resolve)));
    const late = queue.run(() => Promise.resolve('late'), { startWithinMs: 5 });
    const patient = queue.run(() => Promise.resolve('patient'));
    await expect(late).rejects.toThrow(QueueTimeout);
    expect(queue.waiting).toBe(1);
    release();
    await first;
    await expect(patient).resolves.toBe('patient');
  });

  it('rejects with the reason when it is aborted before its turn', async () => {
    const queue = new FairQueue(1);
    let release!: () => void;
    const first = queue.run(() => new Promise<void>((resolve) => (release = resolve)));
    const abort = new AbortController();
    const second = queue.run(() => Promise.resolve(), { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    release();
    await first;
    await expect(queue.run(() => Promise.resolve(1))).resolves.toBe(1);
  });

  it('passes on what the work rejects with', async () => {
    await expect(new FairQueue(1).run(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  });

  it('rejects what waits when it is closed, and lets what runs end', async () => {
    const queue = new FairQueue(1);
    const first = queue.run(async () => (await tick(), 'ended'));
    const second = queue.run(() => Promise.resolve());
    queue.close(new Error('closed'));
    await expect(second).rejects.toThrow('closed');
    await expect(first).resolves.toBe('ended');
    await expect(queue.run(() => Promise.resolve())).rejects.toThrow('closed');
  });

  it('holds fifty thousand', async () => {
    const queue = new FairQueue(8);
    let sum = 0;
    await Promise.all(
      Array.from({ length: 50_000 }, (_, i) => queue.run(() => Promise.resolve(void (sum += i)), { key: `${i % 7}` })),
    );
    expect(sum).toBe((50_000 * 49_999) / 2);
  });
});
