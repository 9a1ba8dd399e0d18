import {
  decimalFraction,
  fraction,
  gcd,
  isExact,
  isInteger,
  isNegative,
  multiply,
  NotDecidable,
  ONE,
  power as numberPower,
  toFloat,
  type Coefficient,
  type Fraction,
  integerRoot,
} from './coefficient.js';
import {
  asTerm,
  constant,
  MINUS_ONE,
  multiplySums,
  normalTerm,
  numberOf,
  ofTerms,
  powerOf,
  prime,
  scale,
  sumBase,
  termKey,
  type Base,
  type Factor,
  type Sum,
  type Term,
} from './sum.js';

/**
 * @returns base^exponent, simplified as far as SymPy does by itself: integer powers of a product are expanded, positive
 *   factors move out of a root, √(x²) stays.
 */
export function raise(base: Sum, exponent: Sum): Sum {
  const number = numberOf(exponent);
  if (number === undefined) return raiseToSymbolic(base, exponent);
  if (isExact(number)) return raiseToFraction(base, number);
  const value = numberOf(base);
  if (value !== undefined && toFloat(value) > 0) return constant({ float: toFloat(value) ** number.float });
  // SymPy's simplifier sees through a negative float in an exponent, and not through a positive one.
  if (value === undefined && number.float < 0) return raiseToFraction(base, decimalFraction(String(number.float)));
  throw new NotDecidable('a power with a float for its exponent');
}

/** @returns The square root. */
export function squareRoot(value: Sum): Sum {
  return raiseToFraction(value, { n: 1n, d: 2n });
}

export function raiseToFraction(base: Sum, exponent: Fraction): Sum {
  if (exponent.n === 0n) return constant(ONE);
  if (base.size === 0) {
    if (exponent.n < 0n) throw new NotDecidable('division by zero');
    return base;
  }
  if (isInteger(exponent)) return wholePower(base, exponent.n);
  const { content, rest } = drawContent(base);
  return multiplySums(rootOfNumber(content, exponent), rootOfRest(rest, exponent));
}

/** @returns The prime factors of a positive integer; a large cofactor counts as one. */
export function factorize(value: bigint): readonly (readonly [bigint, bigint])[] {
  const factors: [bigint, bigint][] = [];
  let rest = value;
  for (let divisor = 2n; divisor <= LARGEST_TRIAL && divisor * divisor <= rest; divisor += divisor === 2n ? 1n : 2n) {
    let count = 0n;
    while (rest % divisor === 0n) {
      rest /= divisor;
      count++;
    }
    if (count > 0n) factors.push([divisor, count]);
  }
  const root = integerRoot(rest, 2n);
  if (rest > 1n) factors.push(root * root === rest ? [root, 2n] : [rest, 1n]);
  return factors;
}

const LARGEST_TRIAL = 1000n;

/** The whole power of a product is the product of the powers; that of a sum stays together. */
function wholePower(base: Sum, exponent: bigint): Sum {
  const { content, rest } = base.size === 1 ? { content: ONE, rest: base } : drawContent(base, true);
  const term = asTerm(rest);
  const factors = term.factors.map((factor) => ({
    ...factor,
    exponent: multiply(factor.exponent, fraction(exponent)),
  }));
  return ofTerms([
    normalTerm(multiply(numberPower(content, exponent), numberPower(term.coefficient, exponent)), factors),
  ]);
}

/** Draws the greatest positive number out of a sum; also its sign when the power is whole. */
function drawContent(sum: Sum, signed = false): { readonly content: Coefficient; readonly rest: Sum } {
  const coefficients = Array.from(sum.values(), (term) => term.coefficient);
  if (sum.size === 1) {
    const [only] = coefficients as [Coefficient];
    const size = isNegative(only) ? multiply(only, fraction(-1n)) : only;
    return { content: size, rest: scale(sum, inverse(size)) };
  }
  if (!coefficients.every(isExact)) return { content: ONE, rest: sum };
  const top = coefficients.reduce((divisor, { n }) => gcd(divisor, n < 0n ? -n : n), 0n);
  const bottom = coefficients.reduce((multiple, { d }) => (multiple * d) / gcd(multiple, d), 1n);
  const leading = [...sum].sort(([a], [b]) => (a < b ? -1 : 1))[0]![1].coefficient;
  const content = fraction(signed && isNegative(leading) ? -top : top, bottom);
  return { content, rest: scale(sum, inverse(content)) };
}

function inverse(value: Coefficient): Coefficient {
  return isExact(value) ? fraction(value.d, value.n) : { float: 1 / value.float };
}

/** A positive number under a root: prime by prime. */
function rootOfNumber(value: Coefficient, exponent: Fraction): Sum {
  if (!isExact(value)) return constant({ float: value.float ** toFloat(exponent) });
  if (value.n === value.d) return constant(ONE);
  const factors = (whole: bigint, sign: bigint): Factor[] =>
    factorize(whole).map(([base, count]) => ({
      base: prime(base),
      exponent: multiply(fraction(sign * count), exponent),
    }));
  return ofTerms([normalTerm(ONE, [...factors(value.n, 1n), ...factors(value.d, -1n)])]);
}

/** What is left under a root once positive numbers are gone: −1, one base, or a sum that stays. */
function rootOfRest(rest: Sum, exponent: Fraction): Sum {
  const only = rest.size === 1 ? asTerm(rest) : undefined;
  if (only?.factors.length === 0) return isNegative(only.coefficient) ? powerOf(MINUS_ONE, exponent) : constant(ONE);
  const factors = only === undefined || isNegative(only.coefficient) ? undefined : drawnApart(only.factors, exponent);
  return ofTerms([normalTerm(ONE, factors ?? [{ base: sumBase(rest), exponent }])]);
}

/** Roots of positive bases, and of one other base below its first power, may be drawn apart. */
function drawnApart(factors: readonly Factor[], exponent: Fraction): readonly Factor[] | undefined {
  const others = factors.filter(({ base }) => !isPositive(base));
  const [other] = others;
  if (others.length > 1) return undefined;
  if (other !== undefined) {
    const { n, d } = other.exponent;
    if (other.base.kind === 'exponential' || !(n === d || (n < d && -n < d))) return undefined;
  }
  return factors.map((factor) => ({ ...factor, exponent: multiply(factor.exponent, exponent) }));
}

function isPositive(base: Base): boolean {
  return base.kind === 'prime' || base.key === 'pi' || (base.kind === 'exponential' && base.base.kind === 'prime');
}

/** base^(a + b·n): a plain power times one base for each symbolic part of the exponent. */
function raiseToSymbolic(base: Sum, exponent: Sum): Sum {
  if (base.size === 0) throw new NotDecidable('zero to a symbolic power');
  return Array.from(exponent.values()).reduce((product, term) => {
    if (!isExact(term.coefficient)) throw new NotDecidable('a power with a float for its exponent');
    const part = term.factors.length === 0 ? raiseToFraction(base, term.coefficient) : exponential(base, term);
    return multiplySums(product, part);
  }, constant(ONE));
}

function exponential(base: Sum, term: Term): Sum {
  const count = term.coefficient as Fraction;
  const unit: Term = { coefficient: ONE, factors: term.factors };
  const factor = (of: Base, times: Fraction): Factor => ({
    base: { kind: 'exponential', key: `${of.key}**(${termKey(unit)})`, base: of, exponent: unit },
    exponent: multiply(times, count),
  });
  const { content, rest } = drawContent(base);
  if (!isExact(content)) throw new NotDecidable('a float to a symbolic power');
  const numbers = [
    ...factorize(content.n).map(([value, times]) => factor(prime(value), fraction(times))),
    ...factorize(content.d).map(([value, times]) => factor(prime(value), fraction(-times))),
  ];
  const only = rest.size === 1 ? asTerm(rest) : undefined;
  if (only?.factors.length === 0) {
    return ofTerms([normalTerm(ONE, isNegative(only.coefficient) ? [...numbers, factor(MINUS_ONE, ONE)] : numbers)]);
  }
  const [first] = only?.factors ?? [];
  const single = only?.factors.length === 1 && !isNegative(only.coefficient) && first!.base.kind !== 'exponential';
  const whole = single && (first!.exponent.n === first!.exponent.d || isPositive(first!.base)) ? first : undefined;
  const rested = whole === undefined ? factor(sumBase(rest), ONE) : factor(whole.base, whole.exponent);
  return ofTerms([normalTerm(ONE, [...numbers, rested])]);
}
