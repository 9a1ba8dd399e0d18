import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEpochSampler } from '../../../../src/recipe/index.js';

describe('batches of epochs', () => {
  it('take every item once an epoch, in an order of its own, and any step by itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        fc.string(),
        (count, batchSize, seed) => {
          const items = Array.from({ length: count }, (_, i) => i);
          const options = { batchSize, seed };
          const steps = Math.ceil((3 * count) / batchSize);
          const sampler = createEpochSampler(items, options);
          const all = Array.from({ length: steps }, (_, i) => sampler.batch(i + 1)).flat();
          for (let epoch = 0; epoch < 3; epoch++)
            expect(all.slice(epoch * count, (epoch + 1) * count).sort((a, b) => a - b)).toEqual(items);
          const last = createEpochSampler(items, options).batch(steps);
          expect(last).toEqual(all.slice(-batchSize));
          expect(sampler.batch(1)).toEqual(all.slice(0, batchSize));
        },
      ),
    );
  });

  it('stand as they were given where that is asked for', () => {
    const sampler = createEpochSampler(['a', 'b', 'c'], { batchSize: 2, seed: 's', order: 'given' });
    expect([sampler.batch(1), sampler.batch(2)]).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ]);
  });

  it.each([0, -1, 1.5, NaN, undefined, '1'])('are refused for step %s', (step) => {
    const sampler = createEpochSampler(['a', 'b'], { batchSize: 2, seed: 1 });
    expect(() => sampler.batch(step as number)).toThrow(`step: expected a positive integer, got ${step}`);
  });

  it('are refused without items or a size', () => {
    expect(() => createEpochSampler([], { batchSize: 1, seed: 1 })).toThrow('items: expected at least one, got none');
    expect(() => createEpochSampler([1], { batchSize: 0.5, seed: 1 })).toThrow(
      'options.batchSize: expected a positive',
    );
  });
});
