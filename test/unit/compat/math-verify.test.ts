import { describe, expect, it } from 'vitest';
import { fromMathVerify } from '../../../src/compat/index.js';
import { verifyMath } from '../../../src/verify/index.js';

describe('fromMathVerify', () => {
  it('gives what is left out Math-Verify’s defaults', () => {
    const everywhere = {
      boxes: 'with-statements',
      formulas: true,
      plain: true,
      letters: [],
      anchored: false,
      undeclared: true,
      singleLine: true,
    };
    expect(fromMathVerify()).toEqual({
      strict: true,
      floatRounding: 6,
      allowSetRelation: false,
      convertUnits: false,
      missingBraces: true,
      search: everywhere,
      groundTruthSearch: everywhere,
    });
  });

  it.each([String.raw`$30^\circ$`, '30°', String.raw`\boxed{30\text{ degrees}}`, String.raw`$x = 30^{\circ}$`])(
    'takes %s for 30, as it takes other units',
    (response) => {
      expect(verifyMath(response, '30', fromMathVerify()).kind).toBe('correct');
      expect(verifyMath(response, '31', fromMathVerify()).kind).toBe('incorrect');
    },
  );

  it('takes an inequality for an interval only where Math-Verify does', () => {
    const verdict = (allowSetRelationComp: boolean) =>
      verifyMath('$1 < x < 2$', '$(1, 2)$', fromMathVerify({ allowSetRelationComp })).kind;
    expect([verdict(true), verdict(false)]).toEqual(['correct', 'incorrect']);
  });

  it.each([
    [-1, 'ignored'],
    [0, 'with-statements'],
    [50, 'with-statements'],
    [100, 'after-statements'],
  ])('reads a priority of boxes of %i as %s', (boxedMatchPriority, boxes) => {
    const { search } = fromMathVerify({ predExtraction: [{ type: 'latex', boxedMatchPriority }] });
    expect(search).toMatchObject({ boxes, formulas: true, plain: false });
  });

  it('looks for letters and words where strings are asked for', () => {
    const letters = (options: object) => fromMathVerify({ predExtraction: [{ type: 'string', ...options }] }).search;
    expect(letters({})).toMatchObject({ letters: ['A', 'B', 'C', 'D'], boxes: 'ignored', plain: false });
    expect(letters({ strings: ['yes', 'no'] })).toMatchObject({ letters: ['yes', 'no'] });
  });

  it('reads formulas without their braces unless that is switched off', () => {
    const verdict = (malformedOperators: boolean) =>
      verifyMath(
        '$\\frac12$',
        '$\\frac{1}{2}$',
        fromMathVerify({ predExtraction: [{ type: 'latex', normalization: { malformedOperators } }] }),
      ).kind;
    expect(verdict(true)).toBe('correct');
    expect(verdict(false)).not.toBe('correct');
  });

  it('knows both names of the rounding, and ignores what has no effect here', () => {
    expect(fromMathVerify({ precision: 3 }).floatRounding).toBe(3);
    expect(fromMathVerify({ floatRounding: 2, precision: 3 }).floatRounding).toBe(2);
    const idle = { numericPrecision: 15, fallbackMode: 'no_fallback', extractionMode: 'any_match' } as const;
    expect(fromMathVerify(idle)).toEqual(fromMathVerify());
  });

  it('refuses options that Math-Verify does not have', () => {
    expect(() => fromMathVerify({ boxes: 'first' } as object)).toThrow('options: unknown option "boxes"');
    expect(() => fromMathVerify({ predExtraction: [{ type: 'word' as never }] })).toThrow(
      'options.predExtraction.0.type: expected one of',
    );
  });
});
