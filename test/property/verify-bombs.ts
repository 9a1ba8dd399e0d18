/** Inputs made to hurt a verifier: deep, huge, ambiguous or expensive; each is a pair of texts. */
export interface Bomb {
  readonly name: string;
  readonly response: string;
  readonly groundTruth: string;
}

const boxed = (answer: string): string => `So the answer is \\boxed{${answer}}.`;
const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Answers that are expensive to read or to evaluate. */
const ANSWERS: Readonly<Record<string, string>> = {
  'braces 100,000 deep': nested('{', '1', '}', 100_000),
  'parentheses 100,000 deep': nested('(', '1', ')', 100_000),
  'fractions 20,000 deep': nested('\\frac{1}{1+', '1', '}', 20_000),
  'roots 20,000 deep': nested('\\sqrt{', '2', '}', 20_000),
  'left parentheses only': '('.repeat(100_000),
  'minus signs': `${'-'.repeat(100_000)}1`,
  'factorials of factorials': `9${'!'.repeat(5_000)}`,
  'a power of powers': '9^{9^{9^{9}}}',
  'a power tower': `${'9^{'.repeat(2_000)}9${'}'.repeat(2_000)}`,
  'a factorial of a power': '(10^{10^{10}})!',
  'a factorial': '1000000!',
  'a binomial': '\\binom{1000000}{500000}',
  'a huge sum': '\\sum_{k=1}^{10^{12}} \\frac{1}{k}',
  'sums of sums': '\\sum_{a=1}^{999} \\sum_{b=1}^{999} \\sum_{c=1}^{999} \\frac{1}{abc}',
  'a huge product': '\\prod_{k=1}^{10^{9}} (k+1)',
  'a polynomial to a power': '(a+b+c+d+e+f+g+h)^{1000}',
  'a million digits': '7'.repeat(1_000_000),
  '5,000 digits': '7'.repeat(5_000),
  'a repeating decimal': `0.\\overline{${'142857'.repeat(800)}}`,
  'an exponent of digits': '1e999999999',
  'a sum of many terms': Array.from({ length: 1_400 }, (_, k) => `x^{${k}}`).join('+'),
  'a product of many brackets': Array.from({ length: 400 }, (_, k) => `(x+${k})`).join(''),
  'a list of a thousand': Array.from({ length: 1_000 }, (_, k) => k).join(', '),
  'a set of roots': `\\{${Array.from({ length: 300 }, (_, k) => `\\sqrt{${k + 2}}`).join(', ')}\\}`,
  'a set of expressions': `\\{${Array.from({ length: 200 }, (_, k) => `\\sin(x^{${k}})`).join(', ')}\\}`,
  'plus and minus, thirty times': Array.from({ length: 30 }, (_, k) => `\\pm ${k + 1}`).join(''),
  'a matrix': `\\begin{pmatrix}${Array.from({ length: 40 }, (_, k) => Array.from({ length: 30 }, (_, j) => k * j).join('&')).join('\\\\')}\\end{pmatrix}`,
  'a determinant': `\\begin{vmatrix}${Array.from({ length: 12 }, (_, k) => Array.from({ length: 12 }, (_, j) => `x^{${(k * j) % 7}}`).join('&')).join('\\\\')}\\end{vmatrix}`,
  'a union of intervals': Array.from({ length: 300 }, (_, k) => `(${2 * k}, ${2 * k + 1})`).join(' \\cup '),
  'a union of radical ends': Array.from({ length: 100 }, (_, k) => `(\\sqrt{${2 * k}}, \\sqrt{${2 * k + 1}})`).join(
    ' \\cup ',
  ),
  'an inequality chain': Array.from({ length: 500 }, (_, k) => `${k}`).join(' < '),
  'a logarithm of logarithms': nested('\\ln(', '10^{100}', ')', 500),
  'sines of sines': nested('\\sin(', 'x', ')', 50),
  'an angle of a tower': '\\sin(10^{10^{10}})',
  'a modulus': '7^{10^{18}} \\bmod 1000000007',
  'a hidden zero': '\\sqrt{2}+\\sqrt{3}-\\sqrt{5+2\\sqrt{6}}',
  'a near zero': 'e^{\\pi\\sqrt{163}} - 262537412640768744',
  units: Array.from({ length: 500 }, () => '\\text{ km}').join('/'),
  words: `\\text{${'the answer is '.repeat(400)}}`,
  dollars: '$'.repeat(5_000),
  ampersands: '&'.repeat(5_000),
  commas: ','.repeat(5_000),
  'equals signs': '='.repeat(5_000),
  bars: '|'.repeat(5_000),
  subscripts: 'x_'.repeat(2_900),
  carets: '^'.repeat(5_000),
  backslashes: '\\'.repeat(5_001),
};

/** Whole responses in which the answer is hard to find. */
const RESPONSES: Readonly<Record<string, string>> = {
  'a megabyte of prose': 'The number 7 is prime and so we go on. '.repeat(26_000),
  'a megabyte of formulas': '$x = 1$ and '.repeat(90_000),
  'a megabyte of dollars': '$'.repeat(1_000_000),
  'a megabyte of braces': '{'.repeat(1_000_000),
  'a megabyte of open boxes': '\\boxed{'.repeat(140_000),
  'boxes in a row': '\\boxed{1}, '.repeat(90_000),
  'boxes in boxes': nested('\\boxed{', '1', '}', 50_000),
  'open environments': '\\begin{align}'.repeat(70_000),
  'environments in a row': '\\begin{align} x &= 1 \\\\ &= 2 \\end{align} '.repeat(20_000),
  'answer tags': '<answer>'.repeat(120_000),
  'answer tags in a row': '<answer>1</answer>'.repeat(50_000),
  'final statements': 'The final answer is '.repeat(50_000),
  'a megabyte of spaces': `answer${' '.repeat(1_000_000)}`,
  'a megabyte of line ends': `answer is${'\n'.repeat(1_000_000)}`,
  'a megabyte of digits': '1'.repeat(1_000_000),
  'a megabyte of points': '1.'.repeat(500_000),
  'a megabyte of commas': '1,'.repeat(500_000),
  'a megabyte of minus signs': '- '.repeat(500_000),
  'a megabyte of stars': '*'.repeat(1_000_000),
  'open parentheses': '\\( '.repeat(300_000),
  'open brackets': '\\[ '.repeat(300_000),
  or: '1 or '.repeat(200_000),
  and: '1, and '.repeat(140_000),
  'halves of characters': '\ud83d'.repeat(500_000),
  'zero-width spaces': '\u200b'.repeat(1_000_000),
  'combining marks': `1${'\u0301'.repeat(1_000_000)}`,
};

/** Every bomb against a small ground truth, against itself, and in the place of the ground truth. */
export const BOMBS: readonly Bomb[] = [
  ...Object.entries(ANSWERS).flatMap(([name, answer]) => [
    { name, response: boxed(answer), groundTruth: '7' },
    { name: `${name}, twice`, response: boxed(answer), groundTruth: answer },
    { name: `${name} and one`, response: boxed(`1+${answer}`), groundTruth: answer },
    { name: `${name} as the truth`, response: boxed('\\frac{1}{2}'), groundTruth: answer },
    { name: `${name} without a box`, response: `The answer is $${answer}$`, groundTruth: '\\{1, x\\}' },
  ]),
  ...Object.entries(RESPONSES).flatMap(([name, response]) => [
    { name, response, groundTruth: '7' },
    { name: `${name}, for a set`, response, groundTruth: '\\{1,2\\}' },
    { name: `${name} behind a statement`, response: `The answer is 7 because ${response}`, groundTruth: '7' },
    { name: `${name} as the truth`, response: boxed('7'), groundTruth: response },
  ]),
];
