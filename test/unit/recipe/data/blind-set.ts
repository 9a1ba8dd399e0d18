import { Random } from '../../../../src/base/index.js';
import type { Problem } from '../../../../src/recipe/index.js';
import type { Planted } from './planted.js';

/**
 * Sentences with slots: N a number, W a name, O things, V a variable. A problem is some of them and a question, so that hardly two are
 * of one template. Written after the rules of the curator, which were not set on it.
 */
const SENTENCES = [
  'A train leaves the station at N kilometres per hour and W drives behind it at N kilometres per hour.',
  'The sum of the digits of a positive integer V is N.',
  'Triangle $ABC$ has sides of length $N$, $N$ and $N$.',
  'W rolls N fair dice and writes down the largest result.',
  'A sequence is defined by $a_1 = N$ and $a_{n+1} = N a_n - N$ for all $n \\ge 1$.',
  'The polynomial $P(x) = x^3 - Nx^2 + Nx - N$ has three real roots.',
  'There are N O in a drawer, of which N are broken.',
  'Circles of radius $N$ and $N$ touch each other externally at the point $T$.',
  'A committee of N members is chosen from N teachers and N students.',
  'W has N O and shares them equally among N friends.',
  'Let V be the smallest positive integer with exactly $N$ divisors.',
  'Each edge of a cube is increased by $N$ percent.',
  'An urn holds N white balls and N black balls.',
  'The points $A = (N, N)$ and $B = (N, -N)$ lie on a line.',
  'W writes the integers from $N$ to $N$ on the blackboard and erases every multiple of $N$.',
  'Water flows into a tank at N litres per minute and out of it at N litres per minute.',
  'The numbers $\\frac{N}{N}$ and $\\frac{N}{N}$ are written in base $N$.',
  'Two players take turns to remove between $1$ and $N$ O from a heap of $N$.',
  'A regular polygon with $N$ sides is inscribed in a circle of circumference $N\\pi$.',
  'For real V we know that $\\log_{N} V + \\log_{N} V = N$.',
  'W climbs a staircase of $N$ steps, one or two at a time.',
  'The average age of N people in a room is N years.',
  'A rectangle of width $N$ and height $N$ is folded along its diagonal.',
  'Suppose that $V^2 \\equiv N \\pmod{N}$.',
];
const QUESTIONS = [
  'What is the least possible value of V?',
  'Determine the remainder when the result is divided by $N$.',
  'In how many ways can this be done?',
  'Find the area of the region that is left.',
  'After how many hours does W arrive?',
  'Compute the sum of all values of V that satisfy this.',
  'The probability is $\\frac{p}{q}$ in lowest terms. Find $p + q$.',
  'How many O does W own in the end?',
  'What is the product of the roots?',
  'Find the number of zeros at the end of the result.',
];
const NAMES = 'Anna,Boris,Clara,Dmitri,Elena,Farid,Greta,Hugo,Ines,Jamal,Katrin,Liang,Maria,Nikhil,Oskar,Petra'.split(',');
const THINGS = 'lamps,screws,oranges,postcards,feathers,mugs,bricks,guitars,umbrellas,keys,plates,seeds'.split(',');
const VARIABLES = ['x', 'k', 'm', 't', 'y'];
/** Whole numbers, as sources write them. */
const WHOLE = ['N', 'N', 'N', 'N', 'N', '-N', '$N$', '\\boxed{N}', 'N.0', '1{,}024', '2^{N}', '\\frac{N0}{5}', '\\sqrt{49}', '3 \\cdot N', '\\dfrac{84}{2}', '12,000', '10^{3}'];
const NOT_WHOLE = ['3.75', '\\frac{22}{7}', '\\sqrt{2}', 'x^2 + 1', 'no solution', '12\\text{ cm}', '(2, 5)', '[1, 4)', '\\frac{\\pi}{6}', 'B', '10:30', '1/3', '-0.125', '2\\sqrt{3}', '\\infty', '\\{1, 2\\}', '7 \\text{ or } 8', 'True'];
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\bFind\b/, 'Calculate'],
  [/\bDetermine\b/, 'Work out'],
  [/\bCompute\b/, 'Give'],
  [/\bHow many\b/, 'What is the number of'],
  [/\bpositive integer\b/, 'natural number'],
  [/\bleast\b/, 'smallest'],
  [/\bleaves\b/, 'departs from'],
  [/\bshares\b/, 'splits'],
  [/\bchosen\b/, 'selected'],
  [/\bholds\b/, 'contains'],
  [/\bwrites down\b/, 'notes'],
  [/\berases\b/, 'wipes out'],
  [/\bremainder\b/, 'rest'],
  [/\bincreased\b/, 'enlarged'],
  [/\bdrawer\b/, 'box'],
  [/\bclimbs\b/, 'walks up'],
  [/\bregion\b/, 'part'],
  [/\bknow\b/, 'are told'],
];

function problemOf(id: string, content: string, groundTruth: string): Problem {
  return { id, source: 'made up', prompt: [{ role: 'user', content }], metadata: { groundTruth } };
}

function filled(text: string, random: Random): string {
  const [name, things, variable] = [random.pick(NAMES), random.pick(THINGS), random.pick(VARIABLES)];
  return text.replaceAll(/\b[NWOV]\b|(?<=[{(^-])N|N(?=[a-z\\0])/g, (slot) => ({ W: name, O: things, V: variable })[slot] ?? String(2 + random.integer(random.pick([12, 60, 900]))));
}

function question(random: Random): string {
  const sentences = random.shuffle(SENTENCES).slice(0, 1 + random.integer(3));
  return filled([...sentences, random.pick(QUESTIONS)].join(' '), random);
}

const WAYS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('$', ''),
  (text) => text.replaceAll(/\$([^$]+)\$/g, '\\($1\\)'),
  (text) => text.replaceAll('\\frac', '\\dfrac').replaceAll(' - ', ' − '),
  (text) => `${text}\n`.replaceAll('. ', '.\n\n'),
  (text) => text.replaceAll(/\$([^$]+)\$/g, '$\\displaystyle $1$'),
  (text) => text.toLowerCase(),
  (text) => text.replaceAll('.', ';').replaceAll(' ', '  '),
];

/** Up to four words are others, and a sentence may stand around it. */
function reworded(text: string, random: Random): string {
  const fitting = random.shuffle(SYNONYMS.filter(([word]) => word.test(text))).slice(0, 1 + random.integer(4));
  const other = fitting.reduce((each, [word, synonym]) => each.replace(word, synonym), text);
  return random.pick([other, `Solve the following. ${other}`, `${other} Give your reasons.`, `${other} Answer with an integer.`]);
}

/** Every word has one chance in ten to be doubled, dropped or replaced; numbers and formulas stay. */
function noisy(text: string, random: Random): string {
  const words = text.split(' ').flatMap((word) => {
    if (!/^[a-z]+$/.test(word) || random.next() > 0.1) return [word];
    return random.pick([[], ['indeed', word], ['some']]);
  });
  return words.join(' ');
}

/** A training set and its test set, with what was done to each row. */
export function blindSet(size: number, seed: string): { readonly rows: Planted[]; readonly tests: Problem[] } {
  const random = new Random(seed);
  const asked = new Set<string>();
  /** One that was not asked before: two that agree by chance would be duplicates that nobody planted. */
  const fresh = (): string => {
    for (;;) {
      const text = question(random);
      if (!asked.has(text)) return (asked.add(text), text);
    }
  };
  const answer = () => filled(random.pick(WHOLE), random);
  const tests = Array.from({ length: 400 }, (_, i) => problemOf(`test-${i}`, fresh(), answer()));
  const kept: Problem[] = [];
  const rows: Planted[] = [];
  const ask = ({ prompt }: Problem) => prompt[0]!.content;
  for (let i = 0; rows.length < size; i++) {
    const id = `row-${i}`;
    const dice = random.next();
    const plant = (truth: Planted['truth'], content: string, answer: string) => void rows.push({ truth, problem: problemOf(id, content, answer) });
    const victim = kept.length > 100 ? random.pick(kept) : undefined;
    if (victim !== undefined && dice < 0.06) plant('duplicate', random.pick(WAYS)(ask(victim)), victim.metadata.groundTruth);
    else if (victim !== undefined && dice < 0.12) plant('near-duplicate', reworded(ask(victim), random), victim.metadata.groundTruth);
    else if (dice < 0.16) {
      const test = random.pick(tests);
      const disguised = random.pick([noisy, reworded, (text: string) => random.pick(WAYS)(text), (text: string) => `${question(random)} ${text}`])(ask(test), random);
      plant('leak', disguised, test.metadata.groundTruth);
    } else if (dice < 0.21) plant('not-integer', fresh(), random.pick(NOT_WHOLE));
    else {
      plant('clean', fresh(), answer());
      kept.push(rows.at(-1)!.problem);
    }
  }
  return { rows, tests };
}
