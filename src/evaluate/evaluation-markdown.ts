import { checkArgument } from '../base/internal/index.js';
import type { Interval } from './estimate.js';
import type { EntropyAnalysis } from './analyze-entropy.js';
import { entropyMarkdown } from './entropy-markdown.js';
import type { EvaluationResult, ResultComparison } from './evaluation-results.js';
import { cell, table } from './internal/markdown.js';

/** What a part of a document must have. */
const CONDITION = { dataset: 'a string', temperature: 'a number' } as const;
const MEASURED = { problems: 'a number', measures: 'an object' } as const;

/**
 * @param entropy - Adds a section on where the policy was uncertain.
 * @returns The results of evaluations, as Markdown: one table a data set and temperature.
 *
 * @example
 * evaluationMarkdown(evaluationResults(readEvaluation('evaluations/step-100')));
 */
export function evaluationMarkdown(results: readonly EvaluationResult[], entropy?: EntropyAnalysis): string {
  checkArgument(results, 'results', 'an array');
  results.forEach((result, i) => checkArgument(result, `results[${i}]`, { ...CONDITION, summary: MEASURED }));
  const measured = document('Evaluation', results, ({ summary }) => {
    const { problems, samples, undecided, unavailable, measures } = summary;
    const apart = [
      ...(undecided > 0 ? [`${undecided} undecided`] : []),
      ...(unavailable > 0 ? [`${unavailable} unavailable`] : []),
    ].join(', ');
    return [
      `${problems} problems, ${samples} samples${apart === '' ? '' : `; counted apart: ${apart}`}.`,
      table(
        ['measure', 'value', 'interval', 'problems'],
        Object.entries(measures).map(([name, estimate]) => [
          name,
          shown(name, estimate.value),
          ends(name, estimate.interval),
          String(estimate.problems),
        ]),
      ),
    ];
  });
  return entropy === undefined ? measured : `${measured}\n${entropyMarkdown(entropy)}`;
}

/**
 * @returns How two evaluations differ, as Markdown: one table a data set and temperature.
 *
 * @example
 * comparisonMarkdown(compareResults(readEvaluation('evaluations/sft'), readEvaluation('evaluations/rl')));
 */
export function comparisonMarkdown(comparisons: readonly ResultComparison[]): string {
  checkArgument(comparisons, 'comparisons', 'an array');
  comparisons.forEach((one, i) =>
    checkArgument(one, `comparisons[${i}]`, {
      ...CONDITION,
      comparison: { ...MEASURED, onlyInFirst: 'an array', onlyInSecond: 'an array' },
    }),
  );
  return document('Comparison', comparisons, ({ comparison }) => {
    const { problems, onlyInFirst, onlyInSecond, measures } = comparison;
    return [
      `${problems} problems in both; ${onlyInFirst.length} only in the first, ${onlyInSecond.length} only in the second.`,
      table(
        ['measure', 'first', 'second', 'difference', 'interval', 'p'],
        Object.entries(measures).map(([name, found]) => [
          name,
          shown(name, found.first),
          shown(name, found.second),
          shown(name, found.difference),
          ends(name, found.interval),
          found.pValue < 0.001 ? '< 0.001' : found.pValue.toFixed(3),
        ]),
      ),
    ];
  });
}

function document<T extends { readonly dataset: string; readonly temperature: number }>(
  title: string,
  parts: readonly T[],
  paragraphs: (part: T) => readonly string[],
): string {
  const sections = parts.map((part) =>
    [`## ${cell(part.dataset)}, temperature ${part.temperature}`, ...paragraphs(part)].join('\n\n'),
  );
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`;
}

const COUNTS = /^(responseLength|turns|toolCalls)/;

/** Counts as they are, shares in percent. */
function shown(name: string, value: number): string {
  if (COUNTS.test(name)) return value.toFixed(Math.abs(value) < 100 ? 2 : 0);
  return `${(100 * value).toFixed(1)} %`;
}

function ends(name: string, interval: Interval | null): string {
  return interval === null ? '–' : `${shown(name, interval.low)} to ${shown(name, interval.high)}`;
}
