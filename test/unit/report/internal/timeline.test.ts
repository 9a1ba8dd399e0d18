import { describe, expect, it } from 'vitest';
import { layOutTimeline } from '../../../../src/report/internal/timeline.js';

describe('layOutTimeline', () => {
  it('lays stages end to end and puts evaluations where training stood', () => {
    const { spans, placed } = layOutTimeline([
      { step: 1, stage: 'sft' },
      { step: 20, stage: 'sft' },
      { step: 0, stage: 'eval' },
      { step: 1, stage: 'rl' },
      { step: 2, stage: 'rl' },
      { step: 2, stage: 'eval' },
    ]);
    expect(spans).toEqual([
      { name: 'sft', offset: 0, from: 1, to: 20 },
      { name: 'rl', offset: 20, from: 21, to: 22 },
    ]);
    expect(placed.map(({ x, stage }) => [x, stage])).toEqual([
      [1, 'sft'],
      [20, 'sft'],
      [20, 'sft'],
      [21, 'rl'],
      [22, 'rl'],
      [22, 'rl'],
    ]);
  });

  it('gives two stages no place in common when the second counts from zero', () => {
    const { spans } = layOutTimeline([
      { step: 0, stage: 'sft' },
      { step: 3, stage: 'sft' },
      { step: 0, stage: 'rl' },
    ]);
    expect(spans.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [4, 4],
    ]);
  });

  it('uses their own steps when there is nothing but evaluations', () => {
    const { spans, placed } = layOutTimeline([
      { step: 10, stage: 'eval' },
      { step: 20, stage: 'eval' },
    ]);
    expect(spans).toEqual([]);
    expect(placed.map(({ x }) => x)).toEqual([10, 20]);
  });

  it('has nothing to lay out for an empty run', () => {
    expect(layOutTimeline([])).toEqual({ spans: [], placed: [] });
  });
});
