/**
 * Every result is reduced to three digits, `% 887 + 100`: 887 possible answers, and numbers of one width, which a model
 * of two layers learns to copy much sooner than numbers of several.
 */
export const MODULUS = 887;
export const OFFSET = 100;

/** @returns The result of a step, as a problem defines it. */
export function reduce(value: bigint): bigint {
  return (value % BigInt(MODULUS)) + BigInt(OFFSET);
}

/** One operation: how a problem words it, and the Python that computes it. */
export interface Operation {
  /** The function of Python's math module that it needs. */
  readonly functionName: string;
  /** How a problem words it: before, between and after its two operands. */
  readonly words: readonly [string, string, string];
  /** The Python expression, around its two operands. */
  readonly code: readonly [string, string, string];
  readonly compute: (x: bigint, y: bigint) => bigint;
}

/**
 * What the problems are made of. The words never name the function: which one to call is what reinforcement learning
 * has to find out.
 */
export const OPERATIONS: readonly Operation[] = [
  {
    functionName: 'lcm',
    words: ['the least common multiple of ', ' and ', ''],
    code: ['lcm(', ', ', ')'],
    compute: (x, y) => (x === 0n || y === 0n ? 0n : (x / greatestCommonDivisor(x, y)) * y),
  },
  {
    functionName: 'comb',
    words: ['the number of ways to choose from ', ' things ', ' of them'],
    code: ['comb(', ', ', ')'],
    compute: (x, y) => fallingFactorial(x, y) / fallingFactorial(y, y),
  },
  {
    functionName: 'perm',
    words: ['the number of ways to line up from ', ' people ', ' of them'],
    code: ['perm(', ', ', ')'],
    compute: fallingFactorial,
  },
  {
    functionName: 'isqrt',
    words: ['the whole part of the square root of ', ' times ', ''],
    code: ['isqrt(', ' * ', ')'],
    compute: (x, y) => squareRoot(x * y),
  },
  {
    functionName: 'prod',
    words: ['the product of ', ' with ', ''],
    code: ['prod((', ', ', '))'],
    compute: (x, y) => x * y,
  },
];

function greatestCommonDivisor(x: bigint, y: bigint): bigint {
  return y === 0n ? x : greatestCommonDivisor(y, x % y);
}

/** x(x − 1)…(x − y + 1): 0 when y > x. */
function fallingFactorial(x: bigint, y: bigint): bigint {
  let product = 1n;
  for (let i = 0n; i < y; i++) product *= x - i;
  return product;
}

function squareRoot(x: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(x))));
  while (root * root > x) root--;
  while ((root + 1n) * (root + 1n) <= x) root++;
  return root;
}
