import { checkArgument } from '../base/internal/index.js';
import type { EntropyAnalysis, TokenGroup } from './analyze-entropy.js';
import { table } from './internal/markdown.js';

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
