import { Random } from '../../../../src/base/index.js';
import type { Problem } from '../../../../src/recipe/index.js';
import type { Removal } from '../../../../src/recipe/data/curator.js';

/** A made-up problem, and what was done to it: nothing, or what a curator should find. */
export interface Planted {
  readonly problem: Problem;
  readonly truth: 'clean' | Removal['kind'];
}

const NOUNS = 'marbles,coins,ribbons,lanterns,tiles,books,kites,apples,stamps,shells,pencils,bottles,badges,candles'.split(',');
const PEOPLE = 'Ada,Bo,Chen,Dara,Eli,Fay,Gus,Hana,Ivo,Jun,Kay,Lea,Mo,Nia,Ola,Pia,Quin,Rui,Sol,Tea'.split(',');
const PLACES = 'market,harbour,library,orchard,station,garden,workshop,theatre,museum,bakery'.split(',');
const OPENINGS = [
  'At the PLACE PERSON arranges A NOUN in rows of B and finds C left over.',
  'PERSON buys A NOUN at the PLACE, gives B of them away and then loses C more.',
  'Let $f(x) = Ax^2 + Bx + C$ be the number of NOUN that PERSON sells at the PLACE after $x$ days.',
  'In the PLACE stand A boxes with B NOUN each, and PERSON takes C of the NOUN home every day.',
  'A circle of radius $A$ and a square of side $B$ are painted on the floor of the PLACE by PERSON, who owns C NOUN.',
];
const QUESTIONS = [
  'Find the remainder when the total number of NOUN is divided by D.',
  'How many NOUN does PERSON have after D days if nothing else changes at the PLACE?',
  'The answer can be written as $\\frac{m}{n}$ where $m$ and $n$ are relatively prime positive integers. Find $m + n + D$.',
  'What is the least number of NOUN, greater than D, for which this is possible?',
];

/**
 * A training set with copies, near copies, test problems and answers that are no integers hidden in it, and the test set.
 * Problems come from few templates, as those of published sets do: many differ in numbers and names alone.
 */
export function plantedSet(size: number, seed: string): { readonly rows: Planted[]; readonly tests: Problem[] } {
  const random = new Random(seed);
  const made = (i: number, kind: string): Problem => problemOf(`${kind}-${i}`, text(random), String(random.integer(1000)));
  const tests = Array.from({ length: 560 }, (_, i) => made(i, 'test'));
  const clean: Problem[] = [];
  const rows: Planted[] = [];
  for (let i = 0; rows.length < size; i++) {
    const dice = random.next();
    const plant = (truth: Planted['truth'], question: string, answer: string): void =>
      void rows.push({ truth, problem: problemOf(`row-${i}`, question, answer) });
    const victim = clean.length === 0 ? undefined : random.pick(clean);
    if (victim !== undefined && dice < 0.05) plant('duplicate', retypeset(ask(victim), random), victim.metadata.groundTruth);
    else if (victim !== undefined && dice < 0.1) plant('near-duplicate', reworded(ask(victim), random), victim.metadata.groundTruth);
    else if (dice < 0.13) {
      const test = random.pick(tests);
      const question = random.next() < 0.5 ? retypeset(ask(test), random) : `${reworded(ask(test), random)} Explain your steps.`;
      plant('leak', question, test.metadata.groundTruth);
    } else if (dice < 0.18) plant('not-integer', text(random), random.pick(['0.5', '\\frac{3}{7}', '2\\pi', 'yes', '(1, 2)', 'x + 1', '45^\\circ', '3:2']));
    else {
      const problem = made(i, 'row');
      clean.push(problem);
      rows.push({ truth: 'clean', problem });
    }
  }
  return { rows, tests };
}

function problemOf(id: string, content: string, groundTruth: string): Problem {
  return { id, source: 'made up', prompt: [{ role: 'user', content }], metadata: { groundTruth } };
}

function ask({ prompt }: Problem): string {
  return prompt[0]!.content;
}

function text(random: Random): string {
  const words: { readonly [slot: string]: string } = {
    PERSON: random.pick(PEOPLE),
    PLACE: random.pick(PLACES),
    NOUN: random.pick(NOUNS),
    A: String(2 + random.integer(900)),
    B: String(2 + random.integer(90)),
    C: String(1 + random.integer(40)),
    D: String(3 + random.integer(1000)),
  };
  const slots = /\b(?:PERSON|PLACE|NOUN)\b|(?<![A-Za-z])[ABCD](?![a-wyzA-Z])(?! circle)/g;
  return `${random.pick(OPENINGS)} ${random.pick(QUESTIONS)}`.replaceAll(slots, (slot) => words[slot]!);
}

/** The same, typed otherwise. */
function retypeset(question: string, random: Random): string {
  const ways = [
    (each: string) => each.toUpperCase().replaceAll('\\FRAC', '\\frac'),
    (each: string) => each.replaceAll('$', ''),
    (each: string) => each.replaceAll(' ', '\n '),
    (each: string) => each.replaceAll('.', ' .').replaceAll('\\frac', '\\dfrac'),
    (each: string) => each,
  ];
  return random.pick(ways)(question);
}

const SYNONYMS: readonly (readonly [string, string])[] = [
  ['Find', 'Determine'],
  ['How many', 'What number of'],
  ['arranges', 'puts'],
  ['buys', 'purchases'],
  ['total number', 'overall count'],
  ['positive integers', 'natural numbers'],
  ['stand', 'there are'],
  ['left over', 'remaining'],
  ['is possible', 'can be done'],
  ['every day', 'each day'],
  ['are painted', 'are drawn'],
];

/** The same in one or two other words. */
function reworded(question: string, random: Random): string {
  const fitting = random.shuffle(SYNONYMS.filter(([word]) => question.includes(word))).slice(0, 1 + random.integer(2));
  return fitting.reduce((each, [word, other]) => each.replace(word, other), `${question} Show your work.`);
}
