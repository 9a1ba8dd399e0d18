import { expect, it } from 'vitest';
import { comparisonMarkdown, evaluationMarkdown } from '../../../src/evaluate/index.js';

it('refuses what is no result, naming it', () => {
  expect(() => evaluationMarkdown([{} as never])).toThrow(
    new TypeError('results[0].dataset: expected a string, got undefined'),
  );
  expect(() => evaluationMarkdown([{ dataset: 'd', temperature: 1, summary: { problems: 1 } } as never])).toThrow(
    new TypeError('results[0].summary.measures: expected an object, got undefined'),
  );
  expect(() => comparisonMarkdown([null as never])).toThrow(
    new TypeError('comparisons[0]: expected an object, got null'),
  );
});
