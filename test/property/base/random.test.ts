import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/index.js';

const seed = fc.oneof(fc.string(), fc.integer());

describe('Random', () => {
  it('draws numbers in [0, 1) and integers below the bound from any seed', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (name, bound) => {
        const random = new Random(name);
        const value = random.next();
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
        const integer = random.integer(bound);
        expect(Number.isSafeInteger(integer) && integer >= 0 && integer < bound).toBe(true);
      }),
    );
  });

  it('goes on from its state wherever that was taken', () => {
    fc.assert(
      fc.property(seed, fc.nat({ max: 600 }), (name, used) => {
        const random = new Random(name);
        for (let i = 0; i < used; i++) random.next();
        const restored = Random.restore(JSON.parse(JSON.stringify(random.state())) as ReturnType<Random['state']>);
        for (let i = 0; i < 20; i++) expect(restored.next()).toBe(random.next());
      }),
    );
  });

  it('shuffles to the same members', () => {
    fc.assert(
      fc.property(seed, fc.array(fc.integer()), (name, items) => {
        const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
        expect(ascending(new Random(name).shuffle(items))).toEqual(ascending(items));
      }),
    );
  });

  it('forks streams of different names apart, and of the same name alike', () => {
    fc.assert(
      fc.property(seed, fc.string(), fc.string(), (name, one, other) => {
        const draws = (random: Random) => Array.from({ length: 4 }, () => random.next());
        const same = one === other;
        expect(draws(new Random(name).fork(one)).join() === draws(new Random(name).fork(other)).join()).toBe(same);
      }),
    );
  });
});
