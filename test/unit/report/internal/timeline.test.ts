import { describe, expect, it } from 'vitest';
import { layOutTimeline, StepAxis } from '../../../../src/report/internal/timeline.js';
import fc from 'fast-check';

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

/** Records of a run whose stages follow each other, each counting from zero or from one. */
const runs = fc
  .array(fc.record({ first: fc.constantFrom(0, 1), steps: fc.integer({ min: 1, max: 5 }), evaluated: fc.boolean() }), {
    maxLength: 4,
  })
  .map((stages) =>
    stages.flatMap(({ first, steps, evaluated }, i) =>
      Array.from({ length: steps }, (_, s) => ({ step: first + s, stage: `stage-${i}` })).flatMap((record) =>
        evaluated ? [record, { step: record.step, stage: 'eval' }] : [record],
      ),
    ),
  );

describe('StepAxis', () => {
  it('places records where the report draws them, as they come', () => {
    fc.assert(
      fc.property(runs, (records) => {
        const axis = new StepAxis();
        const places = records.map((record) => axis.place(record));
        expect(places).toEqual(layOutTimeline(records).placed.map(({ x }) => x));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(axis.next).toBe((places.at(-1) ?? -1) + 1);
      }),
    );
  });

  it('takes the steps of evaluations as they are where there is no training', () => {
    const axis = new StepAxis();
    expect([0, 100, 200].map((step) => axis.place({ step, stage: 'eval' }))).toEqual([0, 100, 200]);
    expect(axis.next).toBe(201);
  });
});
