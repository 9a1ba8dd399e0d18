import { describe, expect, it } from 'vitest';
import { Random, toRandom } from '../../../src/base/index.js';
import { integerSeed } from '../../../src/base/internal/index.js';

const draws = (random: Random, count = 5) => Array.from({ length: count }, () => random.next());

describe('Random', () => {
  it.each([{}, null, undefined, [1]])('refuses the seed %j', (seed) => {
    expect(() => new Random(seed as never)).toThrow(TypeError);
    expect(() => new Random(seed as never)).toThrow('seed: expected a string or a number, got');
  });

  it('gives the same stream for the same seed, and another for another', () => {
    expect(draws(new Random('a'))).toEqual(draws(new Random('a')));
    expect(draws(new Random('a'))).not.toEqual(draws(new Random('b')));
    expect(draws(new Random(7))).toEqual(draws(new Random('7')));
  });

  it('gives the same stream on every machine', () => {
    expect(draws(new Random('rstar2'), 3)).toEqual([0.9812896551868618, 0.43602479661770893, 0.29824069356775595]);
  });

  it('accepts an empty seed, which is as fixed as any other', () => {
    expect(draws(new Random(''))).toEqual(draws(new Random('')));
  });

  it('names sub-streams, however much the parent was used', () => {
    const fresh = new Random('a').fork('rollout/7');
    const parent = new Random('a');
    draws(parent, 100);
    expect(draws(parent.fork('rollout/7'))).toEqual(draws(fresh));
    expect(draws(new Random('a').fork(1))).not.toEqual(draws(new Random('a').fork(2)));
  });

  it('is not advanced by a fork', () => {
    const [forked, plain] = [new Random('a'), new Random('a')];
    forked.fork('b').next();
    expect(draws(forked)).toEqual(draws(plain));
  });

  it('goes on exactly where its state was taken, through JSON', () => {
    const random = new Random('a');
    draws(random, 17);
    const state = JSON.parse(JSON.stringify(random.state())) as ReturnType<Random['state']>;
    const restored = Random.restore(state);
    expect(draws(restored, 1000)).toEqual(draws(random, 1000));
    expect(draws(restored.fork('c'))).toEqual(draws(random.fork('c')));
  });

  it('does not share its state with what it gave away', () => {
    const random = new Random('a');
    const state = random.state();
    const restored = Random.restore(state);
    const before = JSON.stringify(state);
    draws(random, 300);
    draws(restored, 300);
    expect(JSON.stringify(state)).toBe(before);
    expect(draws(Random.restore(state))).toEqual(draws(new Random('a')));
  });

  it('draws integers below a bound, each about as often', () => {
    const random = new Random('integers');
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 60_000; i++) counts[random.integer(6)]!++;
    // Five standard deviations of a binomial with n = 60 000, p = 1/6: 457.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(457);
    expect(random.integer(1)).toBe(0);
  });

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])('refuses %d as a bound', (bound) => {
    expect(() => new Random('a').integer(bound)).toThrow(
      new RangeError(`bound: expected a positive integer, got ${bound}`),
    );
  });

  it('picks members of a list, and refuses an empty one', () => {
    const random = new Random('a');
    const picked = new Set(Array.from({ length: 100 }, () => random.pick(['x', 'y', 'z'])));
    expect([...picked].sort()).toEqual(['x', 'y', 'z']);
    expect(() => random.pick([])).toThrow(new RangeError('items: expected at least one, got an empty list'));
  });

  it('shuffles a copy, every order about as often', () => {
    const random = new Random('orders');
    const items = Object.freeze(['a', 'b', 'c']);
    const counts = new Map<string, number>();
    for (let i = 0; i < 60_000; i++) {
      const order = random.shuffle(items).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(457);
    expect(items).toEqual(['a', 'b', 'c']);
  });

  it('draws from the standard normal distribution', () => {
    const random = new Random('normal');
    const values = Array.from({ length: 100_000 }, () => random.normal());
    const average = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + value ** 2, 0) / values.length;
    const within = values.filter((value) => Math.abs(value) < 1).length / values.length;
    // Five standard errors each: 1/√n, √2/√n, √(p(1 − p))/√n.
    expect(Math.abs(average)).toBeLessThan(0.016);
    expect(Math.abs(variance - 1)).toBeLessThan(0.023);
    expect(Math.abs(within - 0.6827)).toBeLessThan(0.0075);
    expect(values.every(Number.isFinite)).toBe(true);
  });
});

describe('toRandom', () => {
  it('takes a stream as it is and makes one of a seed', () => {
    const random = new Random('a');
    expect(toRandom(random)).toBe(random);
    expect(draws(toRandom('a'))).toEqual(draws(new Random('a')));
  });
});

it('keeps a number that fits, and makes one of a name or of a number that does not', () => {
  expect(integerSeed(7)).toBe(7);
  expect(integerSeed('step-1')).toBe(integerSeed('step-1'));
  expect(integerSeed('step-1')).not.toBe(integerSeed('step-2'));
  for (const seed of ['step-1', 2 ** 40, 0.5]) {
    const made = integerSeed(seed, 2 ** 31);
    expect(Number.isSafeInteger(made) && made >= 0 && made < 2 ** 31).toBe(true);
  }
});
