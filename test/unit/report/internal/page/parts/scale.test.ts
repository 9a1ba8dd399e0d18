import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StageSpan } from '../../../../../../src/report/index.js';

type Point = [x: number, ...ys: number[]];

/** What the page's script defines, for the tests. */
interface Scale {
  verticalAxis(
    values: number[],
    format: string,
    better?: string,
  ): { low: number; high: number; ticks: number[]; step: number };
  formatTick(value: number, step: number, format: string): string;
  stepTicks(spans: StageSpan[], low: number, high: number, count: number): { x: number; label: string }[];
  stepName(spans: StageSpan[], x: number): string;
  cutAtStages(points: Point[], spans: StageSpan[]): Point[][];
  smooth(points: Point[], weight: number): Point[];
  nearest(points: Point[], x: number): Point | undefined;
}

const file = new URL('../../../../../../src/report/internal/page/parts/scale.script.html', import.meta.url);
const script = /<script>([\s\S]*)<\/script>/.exec(readFileSync(file, 'utf8'))![1]!;
const scale = runInNewContext(
  `${script}; ({ verticalAxis, formatTick, stepTicks, stepName, cutAtStages, smooth, nearest })`,
) as Scale;
/** Values made in another context have prototypes of their own. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const SPANS: StageSpan[] = [
  { name: 'sft', offset: 0, from: 1, to: 60 },
  { name: 'rl', offset: 60, from: 61, to: 100 },
];

describe('the vertical axis', () => {
  it('holds every value, with two to eight ticks that read differently', () => {
    const value = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: 1e-4, noNaN: true }),
    );
    const format = fc.constantFrom('percent', 'number', 'integer', 'scientific');
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), format, (values, kind) => {
        const scaled = values.map((x) => (Math.abs(x) < 1e-9 ? 0 : x));
        fc.pre(new Set(scaled).size === 1 || Math.max(...scaled) - Math.min(...scaled) > 1e-9);
        const { low, high, ticks, step } = scale.verticalAxis(scaled, kind);
        expect(low).toBeLessThanOrEqual(Math.min(...scaled) + step * 1e-6);
        expect(high).toBeGreaterThanOrEqual(Math.max(...scaled) - step * 1e-6);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(8);
        const labels = ticks.map((tick) => scale.formatTick(tick, step, kind));
        expect(new Set(labels).size).toBe(labels.length);
      }),
    );
  });

  it('shows pass@1 on the whole scale, and a falling share from zero', () => {
    expect(scale.verticalAxis([0.001, 0.003], 'percent', 'higher')).toMatchObject({ low: 0, high: 1 });
    expect(scale.verticalAxis([0.02, 0.17], 'percent', 'lower').low).toBe(0);
  });

  it.each([
    [0.0005, 0.0005, 'percent', '0.05\u00a0%'],
    [0.2, 0.2, 'percent', '20\u00a0%'],
    [0.0012, 0.0002, 'scientific', '1.2e-3'],
    [20_000, 10_000, 'integer', '20k'],
    [2500, 500, 'number', '2,500'],
    [0, 0.1, 'number', '0'],
  ])('writes %s in steps of %s as %s: %s', (value, step, format, text) => {
    expect(scale.formatTick(value, step, format)).toBe(text);
  });
});

describe('the horizontal axis', () => {
  it('counts in each stage’s own steps', () => {
    expect(plain(scale.stepTicks(SPANS, 1, 100, 5))).toEqual([
      { x: 20, label: '20' },
      { x: 40, label: '40' },
      { x: 60, label: '60' },
      { x: 80, label: '20' },
      { x: 100, label: '40' },
    ]);
    expect(scale.stepName(SPANS, 60)).toBe('sft 60');
    expect(scale.stepName(SPANS, 61)).toBe('rl 1');
    expect(scale.stepName([], 7)).toBe('step 7');
  });

  it('loses no point where it cuts a line at the stages', () => {
    const points: Point[] = Array.from({ length: 101 }, (_, x) => [x, x]);
    const pieces = plain(scale.cutAtStages(points, SPANS));
    expect(pieces.map(({ length }) => length)).toEqual([61, 40]);
    expect(pieces.flat()).toEqual(points);
    expect(plain(scale.cutAtStages(points, []))).toEqual([points]);
  });

  it('finds the nearest point', () => {
    const xs = fc
      .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1 })
      .map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(xs, fc.integer({ min: -60, max: 60 }), (sorted, x) => {
        const found = scale.nearest(
          sorted.map((place) => [place]),
          x,
        )!;
        expect(Math.abs(found[0] - x)).toBe(Math.min(...sorted.map((place) => Math.abs(place - x))));
      }),
    );
    expect(scale.nearest([], 3)).toBeUndefined();
  });
});

describe('smoothing', () => {
  it('leaves a constant as it is and stays between the lowest and the highest', () => {
    const ys = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 6 });
    fc.assert(
      fc.property(ys, (values) => {
        const smoothed = scale
          .smooth(
            values.map((y, x) => [x, y]),
            0.9,
          )
          .map(([, y]) => y!);
        for (const y of smoothed) {
          expect(y).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
          expect(y).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        }
        expect(smoothed[0]).toBeCloseTo(values[0]!, 12);
      }),
    );
  });

  it('smooths both edges of a band', () => {
    const band: Point[] = Array.from({ length: 8 }, (_, x) => [x, 1, 2]);
    for (const [, low, high] of scale.smooth(band, 0.6)) {
      expect(low).toBeCloseTo(1, 12);
      expect(high).toBeCloseTo(2, 12);
    }
  });
});
