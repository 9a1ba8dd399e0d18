import type { MetricRecord } from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';

/** How a metric's values are shown: a share in percent, a plain number, a whole number, or scientific notation. */
export type MetricFormat = 'percent' | 'number' | 'integer' | 'scientific';

/** A metric that displays and reports know by name. */
export interface MetricDescription {
  readonly key: string;
  readonly title: string;
  /** A short name for status lines. */
  readonly short: string;
  readonly format: MetricFormat;
  readonly better: 'higher' | 'lower' | 'neither';
  /** One sentence that says what is measured. */
  readonly meaning: string;
  /** Other names of the metric, including verl's, as `normalizeMetricName` returns them. */
  readonly aliases: readonly string[];
}

/**
 * The metrics with their own chart, in the order of reports.
 *
 * Names are compared loosely (`metricKey`): `passAt1`, `pass@1` and `heldout/pass_at_1` are one metric.
 */
export const METRIC_CATALOGUE = [
  {
    key: 'passAt1',
    title: 'Pass@1',
    short: 'pass@1',
    format: 'percent',
    better: 'higher',
    meaning: 'Share of samples with the right answer, averaged over the samples of a problem and over problems.',
    aliases: ['pass1', 'accuracy'],
  },
  {
    key: 'toolErrorShareInCorrect',
    title: 'Failed calls inside correct rollouts',
    short: 'failed calls in correct',
    format: 'percent',
    better: 'lower',
    meaning: 'Of the tool calls made by rollouts with the right answer, the share that came back as an error.',
    aliases: [
      'failedcallshareincorrect',
      'failedcallshareinsidecorrect',
      'toolerrorshareinsidecorrect',
      'toolerrorsharecorrect',
      'failedcallsharecorrect',
    ],
  },
  {
    key: 'reward',
    title: 'Mean reward',
    short: 'reward',
    format: 'number',
    better: 'higher',
    meaning: 'Outcome reward averaged over every rollout of the step, before rejection and downsampling.',
    aliases: ['rewards', 'meanreward', 'rewardmean', 'score'],
  },
  {
    key: 'responseLength',
    title: 'Response length',
    short: 'length',
    format: 'number',
    better: 'neither',
    meaning: 'Tokens after the prompt, averaged over rollouts.',
    aliases: ['length', 'meanlength', 'responsetokens', 'meanresponselength'],
  },
  {
    key: 'truncation',
    title: 'Truncated rollouts',
    short: 'truncated',
    format: 'percent',
    better: 'lower',
    meaning: 'Share of rollouts that ran out of tokens or turns.',
    aliases: ['truncated', 'truncatedshare', 'truncationshare', 'truncatedratio', 'responselengthclipratio'],
  },
  {
    key: 'clipFraction',
    title: 'Clip fraction',
    short: 'clipped',
    format: 'percent',
    better: 'neither',
    meaning: 'Share of tokens whose probability ratio the loss clipped.',
    aliases: ['clipfrac', 'pgclipfrac'],
  },
  {
    key: 'entropy',
    title: 'Entropy',
    short: 'entropy',
    format: 'number',
    better: 'neither',
    meaning: 'Entropy of the policy per generated token, in nats.',
    aliases: ['policyentropy', 'entropyloss'],
  },
  {
    key: 'kl',
    title: 'KL from the sampling policy',
    short: 'KL',
    format: 'scientific',
    better: 'neither',
    meaning: 'Estimated divergence between the policy that generated the tokens and the one being updated, in nats.',
    aliases: ['ppokl', 'approxkl'],
  },
  {
    key: 'loss',
    title: 'Loss',
    short: 'loss',
    format: 'number',
    better: 'neither',
    meaning: 'Training loss: cross-entropy during SFT, the clipped surrogate during RL.',
    aliases: ['pgloss', 'policyloss', 'crossentropy'],
  },
  {
    key: 'gradientNorm',
    title: 'Gradient norm',
    short: 'grad norm',
    format: 'number',
    better: 'neither',
    meaning: 'Global norm of the gradient before clipping.',
    aliases: ['gradnorm'],
  },
  {
    key: 'tokensPerSecond',
    title: 'Tokens per second',
    short: 'tok/s',
    format: 'integer',
    better: 'higher',
    meaning: 'Tokens generated or trained on per second of wall time.',
    aliases: ['throughput', 'tokspersec', 'tokenspersec'],
  },
] as const satisfies readonly MetricDescription[];

/** The keys of the catalogue. A trainer that logs under these names gets every chart. */
export type KnownMetric = (typeof METRIC_CATALOGUE)[number]['key'];

/** @returns The catalogue's description of a metric. */
export function describeMetric(key: KnownMetric): MetricDescription {
  return METRIC_CATALOGUE.find((metric) => metric.key === key)!;
}

/** Where a value was measured: on held-out problems, or in training. */
export type MetricScope = 'held-out' | 'training';

const HELD_OUT = new Set(['heldout', 'eval', 'evaluation', 'val', 'validation', 'test']);
const PREFIXES = new Set([...HELD_OUT, 'actor', 'critic', 'train', 'training', 'rollout', 'perf', 'sft', 'rl']);

const KEY_OF = new Map<string, KnownMetric>(
  METRIC_CATALOGUE.flatMap(({ key, aliases }) => [key.toLowerCase(), ...aliases].map((name) => [name, key] as const)),
);

/** @returns The name in lower case without punctuation, a leading prefix (`actor/`, `heldout/`) and a final `mean`. */
export function normalizeMetricName(name: string): string {
  const parts = name
    .split('/')
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll('@', 'at')
        .replace(/[^a-z0-9]/g, ''),
    )
    .filter((part) => part !== '');
  while (parts.length > 1 && PREFIXES.has(parts[0]!)) parts.shift();
  if (parts.length > 1 && parts.at(-1) === 'mean') parts.pop();
  return parts.join('');
}

/**
 * @returns The catalogue's metric for a name; undefined for other names.
 *
 * @example
 * metricKey('reward/mean'); // 'reward'
 */
export function metricKey(name: string): KnownMetric | undefined {
  checkArgument(name, 'name', 'a string');
  return KEY_OF.get(normalizeMetricName(name));
}

/** @returns Whether a value was measured on held-out problems, from its stage or the first part of its name. */
export function metricScope(record: Pick<MetricRecord, 'stage'>, name: string): MetricScope {
  const first = name.split('/')[0]!;
  const heldOut = [record.stage, ...(first === name ? [] : [first])].some((part) =>
    HELD_OUT.has(part.toLowerCase().replace(/[^a-z]/g, '')),
  );
  return heldOut ? 'held-out' : 'training';
}
