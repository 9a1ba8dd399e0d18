import { checkArgument } from '../base/internal/index.js';
import type { Interval } from './estimate.js';
import type { EntropyAnalysis, TokenGroup } from './analyze-entropy.js';
import type { EvaluationResult, ResultComparison } from './evaluation-results.js';

/** What a part of a document must have. */
const CONDITION = { dataset: 'a string', temperature: 'a number' } as const;
const MEASURED = { problems: 'a number', measures: 'an object' } as const;

/**
 * @param entropy - Adds a section on where the policy was uncertain.
 * @returns The results of evaluations, as Markdown: one table for each data set and temperature.
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
 * @returns The differences of two evaluations, as Markdown: one table for each data set and temperature.
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

/**
 * @returns An analysis as Markdown, beside an earlier one where there is one.
 *
 * @example
 * entropyMarkdown(analyzeEntropy(readEntropyTraces('evaluations/step-100')));
 */
export function entropyMarkdown(analysis: EntropyAnalysis, before?: EntropyAnalysis): string {
  checkArgument(analysis, 'analysis', { all: 'an object', classes: 'an object', words: 'an array' });
  const [now, earlier] = [groupsOf(analysis), before === undefined ? undefined : groupsOf(before)];
  const head = [
    'tokens',
    ...(earlier === undefined ? [] : ['entropy before']),
    'entropy',
    'number',
    'share of the top',
  ];
  const rows = [...now].map(([name, group]) => [
    name,
    ...(earlier === undefined ? [] : [nats(earlier.get(name)!.entropy)]),
    nats(group.entropy),
    String(group.tokens),
    percent(group.top, analysis.all.top),
  ]);
  const words = analysis.words.map(({ word, entropy, tokens, top }) => [
    word,
    nats(entropy),
    String(tokens),
    percent(top, tokens),
  ]);
  return [
    '## Entropy',
    `${analysis.rollouts} rollouts, ${analysis.all.tokens} tokens; entropies in nats.`,
    table(head, rows),
    ...(words.length === 0 ? [] : [table(['word', 'entropy', 'number', 'in the top'], words)]),
  ]
    .join('\n\n')
    .concat('\n');
}

function groupsOf({ all, classes, forking, reflection }: EntropyAnalysis): ReadonlyMap<string, TokenGroup> {
  return new Map(Object.entries({ all, ...classes, forking, reflection }));
}

function nats(entropy: number | null): string {
  return entropy === null ? '–' : entropy.toFixed(3);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** A table of Markdown whose first column is words and whose others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** What a name may hold must not end a cell. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
