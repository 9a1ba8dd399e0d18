/**
 * Data to try fine-tuning with: word problems of two operations, and demonstrations that know the protocol and reason badly.
 *
 *     tsx examples/finetune/word-problems.ts FOLDER
 *
 * In two of five demonstrations the calculation is drawn at random from those of all problems, and its result is the
 * answer all the same; in one of four a call fails first and is made again. Which calculation fits which words, and that
 * calls need not fail, is left to RL.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from 'rstar2-agent';

/** Three numbers, of two digits each. */
type Numbers = readonly [a: number, b: number, c: number];

interface Kind {
  readonly words: (...numbers: Numbers) => string;
  /** The calculation in Python, which is the same in JavaScript. */
  readonly code: (...numbers: Numbers) => string;
  readonly answer: (...numbers: Numbers) => number;
}

const KINDS: readonly Kind[] = [
  {
    words: (a, b, c) => `A baker makes ${a} trays of ${b} rolls and sells ${c} of them. How many rolls are left?`,
    code: (a, b, c) => `${a} * ${b} - ${c}`,
    answer: (a, b, c) => a * b - c,
  },
  {
    words: (a, b, c) => `A shelf has ${a} rows of ${b} books. Then ${c} more come. How many books are there?`,
    code: (a, b, c) => `${a} * ${b} + ${c}`,
    answer: (a, b, c) => a * b + c,
  },
  {
    words: (a, b, c) => `Each of ${a} children gets ${b} nuts and ${c} dates. How many pieces is that in all?`,
    code: (a, b, c) => `${a} * (${b} + ${c})`,
    answer: (a, b, c) => a * (b + c),
  },
  {
    words: (a, b, c) => `Tom has ${a} coins, Ann has ${b} and Joe has ${c}. How many coins do they have together?`,
    code: (a, b, c) => `${a} + ${b} + ${c}`,
    answer: (a, b, c) => a + b + c,
  },
  {
    words: (a, b, c) => `It is ${a} degrees. It falls by ${b} and rises by ${c}. How many degrees is it then?`,
    code: (a, b, c) => `${a} - ${b} + ${c}`,
    answer: (a, b, c) => a - b + c,
  },
  {
    words: (a, b, c) => `A box is ${a} long, ${b} wide and ${c} high. What is its volume?`,
    code: (a, b, c) => `${a} * ${b} * ${c}`,
    answer: (a, b, c) => a * b * c,
  },
];

const SIZES = { train: 600, 'held-out': 48, demonstrations: 200 } as const;
const RANDOM_CALCULATIONS = 0.4;
const FAILED_CALLS = 0.25;

interface Problem {
  readonly kind: Kind;
  readonly numbers: Numbers;
  readonly text: string;
}

/** No two problems of all files have the same text. */
function drawProblem(random: Random, seen: Set<string>): Problem {
  for (;;) {
    const kind = random.pick(KINDS);
    const number = () => 11 + random.integer(88);
    const numbers = [number(), number(), number()] as const;
    const text = kind.words(...numbers);
    if (seen.has(text)) continue;
    seen.add(text);
    return { kind, numbers, text };
  }
}

function demonstrate({ kind, numbers, text }: Problem, random: Random): object {
  const done = random.next() < RANDOM_CALCULATIONS ? random.pick(KINDS) : kind;
  const code = done.code(...numbers);
  const calls = random.next() < FAILED_CALLS ? [`prin(${code})`, `print(${code})`] : [`print(${code})`];
  return {
    messages: [
      { role: 'user', content: text },
      ...calls.map((call) => ({ role: 'assistant', content: callTurn(call) })),
      { role: 'assistant', content: `\\boxed{${done.answer(...numbers)}}` },
    ],
  };
}

function callTurn(code: string): string {
  return `<tool_call>\n${JSON.stringify({ name: 'python', arguments: { code } })}\n</tool_call>`;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('expected the folder to write to');
mkdirSync(folder, { recursive: true });
const seen = new Set<string>();
for (const [name, size] of Object.entries(SIZES)) {
  const random = new Random(`word-problems/${name}`);
  const lines = Array.from({ length: size }, () => {
    const problem = drawProblem(random, seen);
    if (name === 'demonstrations') return demonstrate(problem, random);
    return { prompt: problem.text, groundTruth: String(problem.kind.answer(...problem.numbers)) };
  });
  writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
