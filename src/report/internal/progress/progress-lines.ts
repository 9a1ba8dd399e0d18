import type { MetricRecord } from '../../../base/index.js';
import { formatDuration, type Paint } from '../../../base/internal/index.js';
import { describeMetric, type KnownMetric, metricKey, metricScope } from '../../metric-catalogue.js';
import { metricText, trainedText } from '../metric-record.js';
import type { StepClock } from './step-clock.js';

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

/** @returns The text cut to a number of columns, colour codes kept and not counted. */
export function fitColumns(text: string, columns: number): string {
  let room = columns;
  let result = '';
  // eslint-disable-next-line no-control-regex
  for (const part of text.split(/(\u001b\[\d+m)/)) {
    if (part.startsWith('\u001b')) {
      result += part;
      continue;
    }
    const characters = Array.from(part);
    if (characters.length > room) {
      result += room > 0 ? `${characters.slice(0, room - 1).join('')}…` : '';
      room = 0;
    } else {
      result += part;
      room -= characters.length;
    }
  }
  return result;
}

/** @returns A bar of the given width, drawn in eighths of a column: `█████▌░░░░`. */
export function progressBar(fraction: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, fraction)) * width * 8);
  const full = Math.floor(eighths / 8);
  const part = full < width && eighths % 8 > 0 ? ' ▏▎▍▌▋▊▉'.charAt(eighths % 8) : '';
  return '█'.repeat(full) + part + '░'.repeat(width - full - part.length);
}

/** @returns How many columns a text takes, colour codes not counted. */
export function visibleLength(text: string): number {
  // eslint-disable-next-line no-control-regex
  return Array.from(text.replace(/\u001b\[\d+m/g, '')).length;
}
