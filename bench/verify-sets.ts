/** What the verification benchmark grades: pairs of a ground truth and a response, with labels where there are some. */
import { readFileSync } from 'node:fs';
import { Random } from '../src/base/index.js';
import { fromMathVerify } from '../src/compat/index.js';
import type { MathVerifyOptions } from '../src/compat/math-verify.js';
import type { VerifyMathOptions } from '../src/verify/index.js';

export interface Pair {
  readonly gold: string;
  readonly response: string;
  /** Whether the response is right. */
  readonly label: boolean;
  /** Options of ours. */
  readonly options?: VerifyMathOptions;
  /** Math-Verify's verdict under the same options, where it was recorded. */
  readonly recorded?: boolean;
}

interface GoldenRecord {
  readonly kind: string;
  readonly gold: string;
  readonly pred: string;
  readonly expected: boolean;
  readonly oracle: boolean;
  readonly options: MathVerifyOptions;
  readonly goldExtraction: MathVerifyOptions['goldExtraction'];
  readonly predExtraction: MathVerifyOptions['predExtraction'];
  readonly disabled?: boolean;
  readonly suspect?: string;
  readonly policy?: string;
}

/** The public half of Math-Verify's own test suite, without the records whose labels are in doubt. */
export function suitePairs(): Pair[] {
  const file = new URL('../test/recordings/goldens/math_verify_cases.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenRecord)
    .filter(({ kind, disabled, suspect, policy }) => kind === 'verify' && !disabled && !suspect && !policy)
    .map(({ gold, pred, expected, oracle, options, goldExtraction, predExtraction }) => ({
      gold,
      response: pred,
      label: expected,
      recorded: oracle,
      options: fromMathVerify({ ...options, goldExtraction, predExtraction }),
    }));
}

/** Integers in boxes behind a few sentences; every third is wrong. */
export function integerPairs(count: number): Pair[] {
  const random = new Random('boxed integers');
  return Array.from({ length: count }, (_, k) => {
    const value = random.integer(1e6);
    const label = k % 3 !== 0;
    const response = `Adding up all the cases gives $${value} = ${value - 7} + 7$. The answer is $\\boxed{${label ? value : value + 1}}$.`;
    return { gold: String(value), response, label };
  });
}

const STEPS = [
  'We first look at small cases to see what happens when $n = 2$ and $n = 3$.',
  'Substituting $x = \\frac{a+b}{2}$ gives $$x^2 - 4x + 3 = (x-1)(x-3) = 0,$$ so that $x = 1$ or $x = 3$.',
  'Wait, that is not right: the sum runs from $k = 1$ to $\\infty$, not from 0.',
  'By the quadratic formula, \\[ x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}. \\]',
  'Let me check this with a program: it prints 42, 17 and 3.5.',
  'Hence the number of ways is $\\binom{10}{3} = 120$, and the probability is about 0.35.',
];

/** Long chains of thought, about 30,000 characters each, with a box at the end. */
export function longPairs(count: number): Pair[] {
  const random = new Random('long responses');
  const answers = [
    '\\frac{3}{8}',
    '2\\sqrt{13}',
    '(-\\infty, 2) \\cup (2, \\infty)',
    '1024',
    '\\{1, 2, 3\\}',
    'x^2 - 4x + 3',
  ];
  return Array.from({ length: count }, (_, k) => {
    let text = '';
    while (text.length < 30_000) text += `${random.pick(STEPS)}\n\n`;
    const answer = answers[k % answers.length]!;
    return { gold: `$${answer}$`, response: `${text}The final answer is $\\boxed{${answer}}$.`, label: true };
  });
}
