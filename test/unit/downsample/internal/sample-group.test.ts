import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/index.js';
import {
  drawUniform,
  drawWeighted,
  floorQuotas,
  takeLowest,
} from '../../../../src/downsample/internal/sample-group.js';

describe('drawWeighted', () => {
  it('draws distinct items, and all of them when asked for all', () => {
    const drawn = drawWeighted(['a', 'b', 'c', 'd'], [1, 1e-9, 1e9, 3], 4, new Random('seed'));
    expect(drawn.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('draws nothing when asked for nothing', () => {
    expect(drawWeighted([], [], 0, new Random('seed'))).toEqual([]);
  });

  it('ends on the last item when rounding leaves a little of its weight', () => {
    const almostOne = { next: () => 1 - 2 ** -53 } as Random;
    expect(drawWeighted([0, 1, 2], [0.1, 0.2, 0.3], 1, almostOne)).toEqual([2]);
  });
});

describe('drawUniform', () => {
  it('draws distinct items and leaves the input as it was', () => {
    const items = [1, 2, 3, 4, 5];
    expect(new Set(drawUniform(items, 3, new Random('seed'))).size).toBe(3);
    expect(items).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('takeLowest', () => {
  it('takes the lowest, earlier items first where they are equal', () => {
    expect(takeLowest(['a', 'b', 'c', 'd', 'e'], [1, 0, 1, 0, 2], 3)).toEqual(['b', 'd', 'a']);
  });

  it('drops from the end for a negative count, as a Python slice does', () => {
    expect(takeLowest(['a', 'b', 'c'], [2, 1, 0], -1)).toEqual(['c', 'b']);
  });
});

const none = { minimumPositives: 0, minimumNegatives: 0 };

describe('floorQuotas', () => {
  it('halves each sign of 2G, as the paper does', () => {
    expect(floorQuotas({ positives: 20, negatives: 12, keep: 16, ...none })).toEqual({ positives: 10, negatives: 6 });
  });

  it('rounds the negatives down and gives the positives the rest', () => {
    expect(floorQuotas({ positives: 21, negatives: 11, keep: 16, ...none })).toEqual({ positives: 11, negatives: 5 });
    expect(floorQuotas({ positives: 31, negatives: 1, keep: 16, ...none })).toEqual({ positives: 16, negatives: 0 });
    expect(floorQuotas({ positives: 1, negatives: 31, keep: 16, ...none })).toEqual({ positives: 1, negatives: 15 });
  });

  it('honours each minimum at the cost of the other sign', () => {
    const least = { minimumPositives: 2, minimumNegatives: 2 };
    expect(floorQuotas({ positives: 31, negatives: 3, keep: 16, ...least })).toEqual({ positives: 14, negatives: 2 });
    expect(floorQuotas({ positives: 2, negatives: 30, keep: 16, ...least })).toEqual({ positives: 2, negatives: 14 });
  });

  it('raises a minimum only as far as the group has that many', () => {
    const least = { minimumPositives: 5, minimumNegatives: 5 };
    expect(floorQuotas({ positives: 30, negatives: 2, keep: 16, ...least })).toEqual({ positives: 14, negatives: 2 });
    expect(floorQuotas({ positives: 32, negatives: 0, keep: 16, ...least })).toEqual({ positives: 16, negatives: 0 });
  });

  it('adds up to n and can be filled, for every group up to 12 and every n and pair of minimums that fit', () => {
    const broken: object[] = [];
    for (let positives = 0; positives <= 12; positives++)
      for (let negatives = 0; positives + negatives <= 12; negatives++)
        for (let keep = 1; keep < positives + negatives; keep++)
          for (let minimumPositives = 0; minimumPositives <= keep; minimumPositives++)
            for (let minimumNegatives = 0; minimumPositives + minimumNegatives <= keep; minimumNegatives++) {
              const request = { positives, negatives, keep, minimumPositives, minimumNegatives };
              const quotas = floorQuotas(request);
              const filled = quotas.positives <= positives && quotas.negatives <= negatives;
              const honoured =
                quotas.positives >= Math.min(minimumPositives, positives) &&
                quotas.negatives >= Math.min(minimumNegatives, negatives);
              if (quotas.positives + quotas.negatives !== keep || !filled || !honoured) broken.push(request);
            }
    expect(broken).toEqual([]);
  });
});
