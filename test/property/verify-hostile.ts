import fc from 'fast-check';

const digit = fc.integer({ min: 2, max: 9 });
const large = fc.integer({ min: 10, max: 10_000 });

const { value } = fc.letrec<{ value: string; inner: string }>((tie) => ({
  inner: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.oneof(digit, large).map(String), tie('value')),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('\\pi', 'e', 'x', '\\sqrt2', '0.1'),
    // 9^{9^{9}}
    fc.tuple(digit, tie('inner')).map(([base, exponent]) => `${base}^{${exponent}}`),
    fc.array(digit, { minLength: 3, maxLength: 8 }).map((tower) => tower.join('^{') + '}'.repeat(tower.length - 1)),
    // ⌊e^900⌋ under a root
    fc.tuple(large, tie('inner')).map(([k, inner]) => `\\sqrt{\\lfloor e^{${k}}+${inner}\\rfloor}`),
    tie('inner').map((inner) => `\\lceil \\pi^{${inner}} \\rceil`),
    // The hundredth root
    fc.tuple(large, tie('inner')).map(([index, inner]) => `\\sqrt[${index}]{${inner}}`),
    fc
      .array(digit, { minLength: 5, maxLength: 50 })
      .map((terms) => terms.reduce((rest, term) => `${term}+\\frac{1}{${rest}}`, 'x')),
    fc.tuple(tie('inner'), tie('inner')).map(([over, under]) => `\\frac{${over}}{${under}}`),
    fc
      .tuple(fc.integer({ min: 20, max: 80 }), tie('inner'))
      .map(([depth, inner]) => '\\sqrt{1+'.repeat(depth) + inner + '}'.repeat(depth)),
    fc
      .tuple(fc.constantFrom('\\sin', '\\ln', '\\exp', '\\tan'), tie('inner'))
      .map(([name, inner]) => `${name}(${inner})`),
    tie('inner').map((inner) => `(${inner})!`),
    fc.tuple(tie('inner'), tie('inner')).map(([n, k]) => `\\binom{${n}}{${k}}`),
    fc.tuple(large, tie('inner')).map(([to, inner]) => `\\sum_{k=1}^{${to}} \\frac{k}{${inner}}`),
    fc.tuple(tie('inner'), tie('inner')).map(([a, b]) => `(${a}) \\bmod (${b})`),
    fc.array(tie('inner'), { minLength: 2, maxLength: 12 }).map((terms) => terms.join('+')),
  ),
}));

/** Expressions whose value costs far more than their length: towers, floors of exponentials, high roots, long fractions. */
export const hostileValue: fc.Arbitrary<string> = value;
