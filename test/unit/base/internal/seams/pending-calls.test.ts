import { describe, expect, it } from 'vitest';
import { callInOrder } from '../../../../../src/base/internal/index.js';

const turn = (count: number) =>
  Array.from({ length: count }).reduce<Promise<void>>((before) => before.then(() => undefined), Promise.resolve());

describe('callInOrder', () => {
  it.each([1, 2, 3])('makes the calls in order, at most %i at once, and gives the results in order', async (limit) => {
    const made: number[] = [];
    let [pending, most] = [0, 0];
    const results = await callInOrder([5, 1, 4, 2, 3], limit, async (item) => {
      made.push(item);
      most = Math.max(most, ++pending);
      await turn(10 * item);
      pending--;
      return -item;
    });
    expect([made, results, most]).toEqual([[5, 1, 4, 2, 3], [-5, -1, -4, -2, -3], limit]);
  });

  it('makes no call after a failure, waits for those that are pending, and rejects with the first', async () => {
    const made: number[] = [];
    let done = 0;
    const calls = callInOrder([0, 1, 2, 3, 4], 3, async (item) => {
      made.push(item);
      await turn(item === 0 ? 50 : 5);
      done++;
      if (item < 2) throw new Error(`call ${item}`);
    });
    await expect(calls).rejects.toThrow('call 0');
    expect([made, done]).toEqual([[0, 1, 2], 3]);
  });

  it('calls nothing for no items', async () => {
    expect(await callInOrder([], 2, () => Promise.reject(new Error()))).toEqual([]);
  });
});
