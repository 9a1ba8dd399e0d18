import { describe, expect, it } from 'vitest';
import { Batcher } from '../../../../../src/sandbox/code-judge/internal/batcher.js';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function recorded(options: { batchSize?: number; lingerMs?: number; senders?: number; delayMs?: number } = {}) {
  const batches: number[][] = [];
  let most = 0;
  let sending = 0;
  const batcher = new Batcher<number, number>({
    batchSize: 4,
    lingerMs: 5,
    senders: 2,
    ...options,
    send: async (batch) => {
      batches.push([...batch]);
      most = Math.max(most, ++sending);
      await pause(options.delayMs ?? 1);
      sending--;
      if (batch.includes(-1)) throw new Error('refused');
      return batch.map((value) => value * 10);
    },
  });
  return { batcher, batches, most: () => most };
}

describe('Batcher', () => {
  it('sends a batch at once when it is full, and a smaller one after a short wait', async () => {
    // Longer than a busy machine takes to add five.
    const { batcher, batches } = recorded({ lingerMs: 500 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((value) => batcher.add(value)));
    expect(answers).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([[1, 2, 3, 4], [5]]);
  });

  it('fills the next batch while all senders are busy', async () => {
    const { batcher, batches, most } = recorded({ delayMs: 20, lingerMs: 0 });
    const values = Array.from({ length: 16 }, (_, i) => i);
    await Promise.all(
      values.map(async (value) => {
        await pause(value);
        return batcher.add(value);
      }),
    );
    expect(most()).toBe(2);
    expect(batches.flat().sort((a, b) => a - b)).toEqual(values);
    expect(Math.max(...batches.map((batch) => batch.length))).toBeGreaterThan(1);
  });

  it('lets the first of each batch wait for others, also when one has just been sent', async () => {
    const { batcher, batches } = recorded({ lingerMs: 500, delayMs: 1 });
    const first = [1, 2, 3, 4, 5].map((value) => batcher.add(value));
    await Promise.all(first);
    const second = [6, 7].map((value) => batcher.add(value));
    await pause(1);
    second.push(batcher.add(8));
    await Promise.all(second);
    expect(batches).toEqual([[1, 2, 3, 4], [5], [6, 7, 8]]);
  });

  it('rejects every call of a batch that fails, and no other', async () => {
    const { batcher } = recorded({ batchSize: 2 });
    const settled = await Promise.allSettled([1, -1, 3, 4].map((value) => batcher.add(value)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('leaves out what was aborted before it was sent', async () => {
    const { batcher, batches } = recorded({ lingerMs: 500 });
    const abort = new AbortController();
    const gone = batcher.add(1, abort.signal);
    const kept = batcher.add(2);
    abort.abort(new Error('enough'));
    await expect(gone).rejects.toThrow('enough');
    await expect(kept).resolves.toBe(20);
    expect(batches).toEqual([[2]]);
  });

  it('rejects what it has not sent when it is closed', async () => {
    const { batcher } = recorded({ lingerMs: 1000 });
    const waiting = batcher.add(1);
    batcher.close(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
  });

  it('leaves nothing pending when it is closed, nor afterwards', async () => {
    const { batcher } = recorded({ lingerMs: 50 });
    const waiting = batcher.add(1);
    batcher.close(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(batcher.add(2)).rejects.toThrow('closed');
  });
});
