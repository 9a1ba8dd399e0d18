import * as fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { Arc4 } from '../../../../src/base/internal/arc4.js';

const seeds = [
  '',
  '0',
  'step-12',
  'rollout/7',
  '早',
  '\u0000\uffff',
  'a'.repeat(255),
  'b'.repeat(256),
  'c'.repeat(1000),
];

describe('Arc4', () => {
  it.each(seeds)('gives the stream of seedrandom to the digit: %j', (seed) => {
    const [ours, theirs] = [Arc4.fromSeed(seed), seedrandom(seed, { state: true })];
    for (let i = 0; i < 5000; i++) expect(ours.double()).toBe(theirs.double());
    expect(ours.state()).toEqual(theirs.state());
  });

  it('gives the stream of seedrandom for any seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (seed) => {
        const [ours, theirs] = [Arc4.fromSeed(seed), seedrandom(seed)];
        for (let i = 0; i < 20; i++) expect(ours.double()).toBe(theirs.double());
      }),
    );
  });

  it('goes on where a state was taken, and leaves the state alone', () => {
    const first = Arc4.fromSeed('a');
    first.double();
    const state = first.state();
    const before = JSON.stringify(state);
    const second = Arc4.fromState(state);
    for (let i = 0; i < 300; i++) expect(second.double()).toBe(first.double());
    expect(JSON.stringify(state)).toBe(before);
  });
});
