import type { MetricRecord } from '../../../base/index.js';
import { formatDuration } from '../../../base/internal/index.js';
import { describeMetric, type KnownMetric } from '../../metric-catalogue.js';
import { metricKey, metricScope } from '../../metric-names.js';
import { metricText, trainedText } from '../record-text.js';
import type { StepClock } from './step-clock.js';
import type { Paint } from '../../../base/internal/index.js';
import { progressBar, visibleLength } from './terminal-text.js';

/** The values a status line shows, in this order. */
const SHOWN: readonly KnownMetric[] = [
  'reward',
  'passAt1',
  'toolErrorShareInCorrect',
  'responseLength',
  'truncation',
  'loss',
  'clipFraction',
  'tokensPerSecond',
];

/** @returns `sft ██████░░░░ 60/100  ETA 1 min 20 s`, the same width for every stage. */
export function stageLine(clock: StepClock, width: number, columns: number, now: number, paint: Paint): string {
  const name = clock.name.padEnd(width);
  const count = `${clock.step}/${clock.total}`.padStart(String(clock.total).length * 2 + 1);
  const bar = progressBar(clock.total === 0 ? 1 : clock.step / clock.total, Math.max(8, Math.min(40, columns - 48)));
  const left = clock.secondsLeft(now);
  const tail = clock.done
    ? paint('green', 'done')
    : left === undefined
      ? ''
      : paint('dim', `ETA ${formatDuration(left)}`);
  return `  ${name} ${paint(clock.done ? 'green' : 'cyan', bar)} ${count}  ${tail}`.trimEnd();
}

/** @returns The values of a record and of no other, one part each: `reward 0.61`, `trained 12/64`, `pass@1 74.2 % ± 2.1`. */
export function valueParts(record: MetricRecord, paint: Paint): string[] {
  const part = (label: string, text: string | undefined) =>
    text === undefined ? [] : [`${paint('dim', label)} ${text}`];
  return SHOWN.flatMap((key) => {
    const { short } = describeMetric(key);
    const names = Object.keys(record).filter((name) => metricKey(name) === key);
    const parts = names.flatMap((name) => part(`${labelOf(record, name)}${short}`, metricText(record, name)));
    return key === 'reward' ? [...parts, ...part('trained', trainedText(record))] : parts;
  });
}

/** A held-out value in a record of training is named as such. */
function labelOf(record: MetricRecord, name: string): string {
  return metricScope(record, name) === 'held-out' && metricScope(record, '') === 'training' ? 'held-out ' : '';
}

/** @returns Rows of parts with dots between them, each at most so many columns wide unless one part alone is wider. */
export function joinParts(parts: readonly string[], columns: number, paint: Paint): string[] {
  const rows: string[] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    if (row !== undefined && visibleLength(row) + 3 + visibleLength(part) <= columns) {
      rows[rows.length - 1] = `${row}${paint('dim', ' · ')}${part}`;
    } else rows.push(part);
  }
  return rows;
}
