import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StepAxis } from '../../../../src/report/internal/step-axis.js';
import { layOutTimeline } from '../../../../src/report/internal/timeline.js';

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
