import { expect, it } from 'vitest';
import { crossEntropyBatch } from '../../../../src/base/index.js';
import { packSequences, type TrainingSequence } from '../../../../src/recipe/index.js';
import { createDecoder, createTfjsLearner } from '../../../../src/tfjs/index.js';
import { useBackend } from '../../tfjs/backends.js';
import { SMALL } from '../../tfjs/shapes.js';
import { all } from './all.js';

const made = (length: number, place: number): TrainingSequence => ({
  tokens: Int32Array.from({ length }, (_, t) => 1 + ((t * 7 + place) % 9)),
  mask: Uint8Array.from({ length }, (_, t) => Number(t > 0 && (t + place) % 3 > 0)),
  place,
});

it('puts sequences behind one another, in order, up to a length', async () => {
  const packs = await all(packSequences([3, 4, 2, 8].map(made), { length: 8 }));
  expect(packs.map(({ offsets }) => [...offsets])).toEqual([[0, 3, 7], [0, 2], [0, 8]]);
  expect(packs.map(({ places }) => [...places])).toEqual([[0, 1], [2], [3]]);
  expect([...packs[0]!.tokens]).toEqual([...made(3, 0).tokens, ...made(4, 1).tokens]);
  expect([...packs[0]!.mask]).toEqual([...made(3, 0).mask, ...made(4, 1).mask]);
  expect(await all(packSequences([], { length: 8 }))).toEqual([]);
});

it('gives the packs of the rest to a stream that starts behind a pack', async () => {
  const sequences = Array.from({ length: 200 }, (_, i) => made(2 + ((i * 37) % 50), i));
  const packs = await all(packSequences(sequences, { length: 64 }));
  for (const at of [0, 1, 17, packs.length - 1]) {
    const rest = sequences.slice(packs[at]!.places.at(-1)! + 1);
    expect(await all(packSequences(rest, { length: 64 }))).toEqual(packs.slice(at + 1));
  }
});

it('refuses a sequence that fits in no pack, by its place, and a length that is none', async () => {
  await expect(all(packSequences([made(3, 0), made(9, 1)], { length: 8 }))).rejects.toThrow('sequence 1: expected at most 8 tokens, got 9');
  await expect(all(packSequences([], { length: 0 }))).rejects.toThrow(RangeError);
});

it('goes into a learner as it is, where no sequence of a pack reads another', async () => {
  await useBackend('cpu');
  const model = createDecoder(SMALL, { seed: 'packs' });
  const learner = createTfjsLearner({ model });
  const sequences = [6, 9, 5].map(made);
  const [pack] = await all(packSequences(sequences, { length: 20 }));
  const batch = (each: { tokens: Int32Array; offsets: Int32Array; mask: Uint8Array }) => crossEntropyBatch({ ...each, weights: each.mask });
  const together = await learner.logprobs(batch(pack!));
  const { loss } = await learner.forwardBackward(batch(pack!), { kind: 'cross-entropy' });
  let alone = 0;
  for (const [i, sequence] of sequences.entries()) {
    const offsets = Int32Array.of(0, sequence.tokens.length);
    const own = await learner.logprobs(batch({ ...sequence, offsets }));
    own.forEach((logprob, t) => {
      expect(together[pack!.offsets[i]! + t]).toBeCloseTo(logprob, 5);
      alone -= logprob;
    });
  }
  expect(loss).toBeCloseTo(alone, 4);
  await learner.close();
  model.dispose();
});
