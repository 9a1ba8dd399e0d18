import { describe, expect, it } from 'vitest';
import { createCurator, type Problem } from '../../../../src/recipe/index.js';
import { blindSet } from './blind-set.js';
import { plantedSet } from './planted.js';

function problem(id: string, content: string, groundTruth = '7'): Problem {
  return { id, source: 'made up', prompt: [{ role: 'user', content }], metadata: { groundTruth } };
}

const LONG = 'Ada puts 12 red marbles in a box of 40, and Bo takes 3 of them out again. How many marbles does the box hold?';

describe('a curator', () => {
  it('keeps what has an integer for its answer', () => {
    const curator = createCurator();
    expect(curator.review(problem('a', 'One?', '\\boxed{1{,}024}'))).toBeUndefined();
    expect(curator.review(problem('b', 'Two?', '\\frac{1}{2}'))).toEqual({ kind: 'not-integer' });
    expect(createCurator({ integerAnswers: false }).review(problem('b', 'Two?', 'a half'))).toBeUndefined();
  });

  it('removes copies, however they are typeset, and names the first', () => {
    const curator = createCurator();
    expect(curator.review(problem('a', 'Compute $\\dfrac{1{,}000}{2} - x$.'))).toBeUndefined();
    expect(curator.review(problem('b', ' compute \\frac{1000}{2} − X'))).toEqual({ kind: 'duplicate', of: 'a', similarity: 1 });
    expect(curator.review(problem('c', 'Compute $\\frac{1000}{2} + x$.'))).toBeUndefined();
    expect(curator.review(problem('d', 'Compute $\\frac{1000}{2} + x$.', '8'))).toMatchObject({ of: 'c', conflict: true });
  });

  it('removes what says the same in other words, but not the next problem of a template', () => {
    const curator = createCurator();
    curator.review(problem('a', LONG));
    expect(curator.review(problem('b', LONG.replace('12', '13')))).toBeUndefined();
    expect(curator.review(problem('c', LONG.replace('red', 'blue'), '8'))).toBeUndefined();
    expect(curator.review(problem('d', LONG.replace('puts', 'places')))).toMatchObject({ kind: 'near-duplicate', of: 'a' });
    expect(createCurator({ nearDuplicates: false }).review(problem('d', LONG))).toBeUndefined();
    const strict = createCurator({ nearDuplicates: 0.99 });
    strict.review(problem('a', LONG));
    expect(strict.review(problem('d', LONG.replace('puts', 'places')))).toBeUndefined();
  });

  it('removes test problems, inside others too, but nothing for a turn of phrase', () => {
    const phrase = 'can be written as m/n where m and n are relatively prime positive integers. Find m + n.';
    const test = problem('t', `The probability that Ada draws two red marbles, two blue ones and no green one out of a box of thirty in the dark, without a look at any, ${phrase}`);
    const curator = createCurator({ against: [test, problem('short', 'Compute $2 + 3$.')] });
    expect(curator.review(problem('a', `Solve this: ${test.prompt[0]!.content} Think well.`))).toEqual({ kind: 'leak', of: 't', overlap: 1 });
    expect(curator.review(problem('b', `The area of the pentagon ${phrase}`))).toBeUndefined();
    expect(curator.review(problem('c', 'compute 2+3'))).toEqual({ kind: 'leak', of: 'short', overlap: 1 });
    expect(curator.review(problem('d', 'Compute $2 + 3 + 4$.'))).toBeUndefined();
  });

  it('takes a test problem with another number for another problem', () => {
    const curator = createCurator({ against: [problem('t', LONG)] });
    expect(curator.review(problem('a', LONG.replace('12', '15')))).toBeUndefined();
    expect(curator.review(problem('b', `${LONG.replace('puts', 'lays')} Think well.`))).toMatchObject({ kind: 'leak', of: 't' });
  });

  it('goes on from the problems that it is told of', () => {
    const curator = createCurator();
    curator.remember(problem('a', LONG));
    expect(curator.review(problem('b', LONG))).toMatchObject({ kind: 'duplicate', of: 'a' });
  });

  it('checks its options', () => {
    expect(() => createCurator({ nearDuplicates: 2 })).toThrow(/options\.nearDuplicates: expected at most 1/);
    expect(() => createCurator({ ngram: 1 })).toThrow(RangeError);
    expect(() => createCurator({ against: 7 as never })).toThrow();
  });
});

describe.each([
  // What the rules were made with.
  ['4,000 rows of few templates', () => plantedSet(4_000, 'curator'), { leak: [0.97, 0.97], duplicate: [1, 1], 'near-duplicate': [1, 1] }],
  // What docs/data.md states: drawn after the rules were made.
  ['20,000 rows of many', () => blindSet(20_000, 'blind-3'), { leak: [0.9, 0.85], duplicate: [0.98, 0.99], 'near-duplicate': [0.96, 0.97] }],
] as const)('on %s with planted copies, leaks and answers', (_, make, expected) => {
  const { rows, tests } = make();
  const curator = createCurator({ against: tests });
  const found = rows.map(({ problem: each, truth }) => ({ truth, kind: curator.review(each)?.kind ?? 'clean' }));
  const right = (kind: string) => found.filter((each) => each.truth === kind && each.kind === kind).length;

  it.each(Object.entries<readonly [number, number]>({ 'not-integer': [1, 1], ...expected }))('%s: precision and recall are at least %j', (kind, [precision, recall]) => {
    expect(right(kind) / found.filter((each) => each.kind === kind).length).toBeGreaterThanOrEqual(precision);
    expect(right(kind) / found.filter((each) => each.truth === kind).length).toBeGreaterThanOrEqual(recall);
  });
});
