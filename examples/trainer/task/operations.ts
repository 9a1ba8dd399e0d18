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
  /** How a problem words it, before the number it is applied to. */
  readonly words: string;
  /** The Python expression, around the number it is applied to. */
  readonly code: readonly [string, string];
  readonly compute: (x: bigint) => bigint;
}

/**
 * What the problems are made of. The words never name the function: which one to call is what reinforcement learning
 * has to find out.
 */
export const OPERATIONS: readonly Operation[] = [
  {
    functionName: 'lcm',
    words: 'the least common multiple of 60 and ',
    code: ['lcm(60, ', ')'],
    compute: (x) => (60n / greatestCommonDivisor(60n, x)) * x,
  },
  {
    functionName: 'comb',
    words: 'the number of ways to choose three things out of ',
    code: ['comb(', ', 3)'],
    compute: (x) => (x * (x - 1n) * (x - 2n)) / 6n,
  },
  {
    functionName: 'perm',
    words: 'the number of ways to line up two people out of ',
    code: ['perm(', ', 2)'],
    compute: (x) => x * (x - 1n),
  },
  {
    functionName: 'isqrt',
    words: 'the whole part of the square root of 999 times ',
    code: ['isqrt(999 * ', ')'],
    compute: (x) => squareRoot(999n * x),
  },
  {
    functionName: 'prod',
    words: 'the product of 29 with ',
    code: ['prod((29, ', '))'],
    compute: (x) => 29n * x,
  },
];

function greatestCommonDivisor(x: bigint, y: bigint): bigint {
  return y === 0n ? x : greatestCommonDivisor(y, x % y);
}

function squareRoot(x: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(x))));
  while (root * root > x) root--;
  while ((root + 1n) * (root + 1n) <= x) root++;
  return root;
}
