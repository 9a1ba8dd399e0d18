import { expect, it } from 'vitest';
import { summarizeProblems, type Problem } from '../../../../src/recipe/index.js';

function problem(id: string, content: string, groundTruth: string): Problem {
  return { id, source: id.slice(0, 1), prompt: [{ role: 'system', content: 'Think.' }, { role: 'user', content }], metadata: { groundTruth } };
}

it('counts problems, where they come from, what they ask and what is right', async () => {
  const problems = [problem('a1', 'x'.repeat(10), '7'), problem('a2', 'x'.repeat(20), '\\boxed{7}'), problem('b1', 'x'.repeat(60), '\\pi'), problem('b2', 'x'.repeat(70), '-12')];
  expect(await summarizeProblems(problems)).toEqual({
    problems: 4,
    sources: { a: 2, b: 2 },
    questionCharacters: { min: 10, median: 20, p95: 70, max: 70, mean: 40 },
    answers: { integers: 3, min: '-12', max: '7', distinct: 3, mostCommon: [['7', 2], ['-12', 1], ['\\pi', 1]] },
  });
});

it('has no lengths where there are no problems', async () => {
  expect(await summarizeProblems([])).toMatchObject({ problems: 0, questionCharacters: undefined, answers: { integers: 0, min: undefined } });
});

it.each([5, null, 'abc', {}])('refuses %j, which holds no problems', async (problems) => {
  await expect(summarizeProblems(problems as never)).rejects.toThrow(TypeError);
  await expect(summarizeProblems(problems as never)).rejects.toThrow('problems: expected an iterable, got');
});
