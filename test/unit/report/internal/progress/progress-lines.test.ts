/* eslint-disable no-control-regex -- control characters are what these tests are about */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaint } from '../../../../../src/base/internal/index.js';
import { fitColumns, progressBar, visibleLength } from '../../../../../src/report/internal/progress/progress-lines.js';

describe('progressBar', () => {
  it('is exactly as wide as asked, whatever the fraction', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 1, max: 60 }), (fraction, width) => {
        fc.pre(!Number.isNaN(fraction));
        expect(progressBar(fraction, width)).toHaveLength(width);
      }),
    );
  });

  it('draws eighths of a column', () => {
    expect(progressBar(0.5 + 1 / 32, 4)).toBe('██▏░');
    expect(progressBar(0, 3)).toBe('░░░');
    expect(progressBar(1, 3)).toBe('███');
  });
});

describe('fitColumns', () => {
  it('never counts colour codes and never exceeds the columns', () => {
    const paint = createPaint(true);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(40), (a, b, columns) => {
        fc.pre(!/\u001b/.test(a + b));
        expect(visibleLength(fitColumns(paint('bold', a) + b, columns))).toBeLessThanOrEqual(columns);
      }),
    );
    expect(fitColumns(`${paint('red', 'abc')}def`, 5)).toBe('\u001b[31mabc\u001b[0md…');
    expect(fitColumns(paint('red', 'abc'), 3)).toBe('\u001b[31mabc\u001b[0m');
  });
});
