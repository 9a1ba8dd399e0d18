import { fraction, isExact, isInteger, isNegative, NotDecidable, ONE } from './coefficient.js';
import { factorize, raiseToFraction } from './power.js';
import { addSums, constant, multiplySums, numberOf, powerOf, scale, sumKey } from './sum.js';
import type { Base, Sum } from './sum.js';

const LARGEST_FACTORIAL = 400n;
const LONGEST_STEP = 20n;

/** @returns The natural logarithm; that of a fraction prime by prime. */
export function logarithm(value: Sum): Sum {
  const number = numberOf(value);
  if (number === undefined) return powerOf(functionBase('ln', value));
  if (!isExact(number) || number.n <= 0n) throw new NotDecidable('the logarithm of a float or of what is not positive');
  const parts = (whole: bigint, sign: bigint): Sum[] =>
    factorize(whole).map(([prime, count]) =>
      scale(powerOf(functionBase('ln', constant(fraction(prime)))), fraction(sign * count)),
    );
  return [...parts(number.n, 1n), ...parts(number.d, -1n)].reduce(addSums, new Map());
}

/** @returns n!; (n + 2)! as (n + 2)(n + 1)·n!, so that factorials a few steps apart compare. */
export function factorial(value: Sum): Sum {
  const number = numberOf(value);
  if (number !== undefined) return constant(numberFactorial(number));
  const offset = value.get('')?.coefficient ?? fraction(0n);
  const steps = isExact(offset) && isInteger(offset) ? offset.n : 0n;
  if (steps > LONGEST_STEP || -steps > LONGEST_STEP) return powerOf(functionBase('factorial', value));
  const start = addSums(value, constant(fraction(-steps)));
  let product = powerOf(functionBase('factorial', start));
  for (let k = 1n; k <= steps; k++) product = multiplySums(product, addSums(start, constant(fraction(k))));
  for (let k = 0n; k > steps; k--) {
    product = multiplySums(product, raiseToFraction(addSums(start, constant(fraction(k))), fraction(-1n)));
  }
  return product;
}

/** @returns n·(n − 2)·(n − 4)⋯ */
export function doubleFactorial(value: Sum): Sum {
  return constant(numberFactorial(numberOf(value), 2n));
}

function numberFactorial(number: ReturnType<typeof numberOf>, step = 1n): ReturnType<typeof fraction> {
  if (number === undefined || !isExact(number) || !isInteger(number) || isNegative(number)) {
    throw new NotDecidable('the factorial of what is not a natural number');
  }
  if (number.n > LARGEST_FACTORIAL) throw new NotDecidable('a number too long');
  let product = 1n;
  for (let k = number.n; k > 1n; k -= step) product *= k;
  return product === 1n ? ONE : fraction(product);
}

function functionBase(name: string, argument: Sum): Base {
  return { kind: 'function', key: `${name}(${sumKey(argument)})`, name, argument };
}
