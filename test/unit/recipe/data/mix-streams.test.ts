import { expect, it } from 'vitest';
import { mixStreams } from '../../../../src/recipe/index.js';
import { MIXES } from '../../../../src/recipe/data/mix-streams.js';
import { all } from './all.js';

const streams = {
  tools: Array.from({ length: 1_650 }, (_, i) => `tools ${i}`),
  instructions: Array.from({ length: 300 }, (_, i) => `instructions ${i}`),
  chat: Array.from({ length: 270 }, (_, i) => `chat ${i}`),
};
const options = { weights: 'paper', seed: 7 } as const;
const share = (items: readonly string[], name: string) => items.filter((item) => item.startsWith(name)).length / items.length;

it('draws by the weights, each stream in its order, and gives all there is', async () => {
  const mixed = await all(mixStreams(streams, options));
  expect(mixed.toSorted()).toEqual(Object.values(streams).flat().toSorted());
  for (const [name, items] of Object.entries(streams)) expect(mixed.filter((item) => item.startsWith(name))).toEqual(items);
  const weights = Object.values(MIXES.paper).reduce((sum, weight) => sum + weight, 0);
  for (const [name, weight] of Object.entries(MIXES.paper)) expect(Math.abs(share(mixed.slice(0, 1_500), name) - weight / weights)).toBeLessThan(0.03);
});

it('goes on by the weights of the others where a stream has ended', async () => {
  const mixed = await all(mixStreams({ a: Array<string>(10).fill('a'), b: Array<string>(900).fill('b'), c: Array<string>(300).fill('c') }, { weights: { a: 1, b: 3, c: 1 }, seed: 1 }));
  expect(mixed).toHaveLength(1_210);
  expect(Math.abs(share(mixed.slice(100, 900), 'b') - 0.75)).toBeLessThan(0.05);
});

it('is the same for one seed, from any item on, and another for another', async () => {
  const mixed = await all(mixStreams(streams, options));
  for (const start of [0, 1, 1_111, 2_219, 2_220]) expect(await all(mixStreams(streams, { ...options, start }))).toEqual(mixed.slice(start));
  expect(await all(mixStreams(streams, { ...options, seed: 8 }))).not.toEqual(mixed);
});

it('closes the streams that it has not come to the end of', async () => {
  let closed = 0;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield await Promise.resolve(1);
    } finally {
      closed++;
    }
  }
  let drawn = 0;
  for await (const item of mixStreams({ a: endless(), b: [1], c: endless() }, { weights: { a: 1, b: 1, c: 1 }, seed: 'x' }))
    if ((drawn += item) === 50) break;
  expect(closed).toBe(2);
});

it('checks its options', async () => {
  await expect(all(mixStreams({ a: [] }, { weights: { a: 0 }, seed: 1 }))).rejects.toThrow(RangeError);
  await expect(all(mixStreams({ a: [], b: [] }, options))).rejects.toThrow('streams: expected chat, instructions, tools as in options.weights, got a, b');
  await expect(all(mixStreams({ a: [] }, { weights: 'release' as 'paper', seed: 1 }))).rejects.toThrow(/options\.weights/);
});
