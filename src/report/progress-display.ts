import * as z from 'zod';
import { createPaint, functionSchema, parseOptions, plainText, formatDuration } from '../base/internal/index.js';
import type { MetricRecord } from '../base/index.js';
import { joinParts, stageLine, valueParts, fitColumns } from './internal/progress/progress-lines.js';
import { createSafeWriter, standardError, streamSchema, type ProgressStream } from './internal/progress/safe-stream.js';
import { metricScope } from './metric-catalogue.js';
import { StepClock } from './internal/progress/step-clock.js';

/** Options of {@link createProgressDisplay}. */
export interface ProgressDisplayOptions {
  /** Where to draw; standard error by default, so that standard output stays the program's own; in a browser the console. */
  readonly stream?: ProgressStream;
  readonly title: string;
  /** In the order in which they run; `total` steps each. */
  readonly stages: readonly { readonly name: string; readonly total: number }[];
  /** On a stream that is not a terminal: milliseconds between two lines; 5,000 by default. */
  readonly plainIntervalMs?: number;
  /** Clock in milliseconds; for tests. */
  readonly now?: () => number;
  /** Environment; `NO_COLOR` and `TERM=dumb` are honoured. `process.env` by default. */
  readonly env?: { readonly [name: string]: string | undefined };
}

/** A live view of a run. No call throws because of the stream. */
export interface ProgressDisplay {
  /**
   * Adds a record. A line shows the values of one record. The live block has a row
   * for the last record of training and one for the last evaluation.
   *
   * @param line - The current activity in a few words.
   */
  update(record: MetricRecord, line?: string): void;
  /** Shows the current activity before or between steps, such as `making demonstrations, 256 of 1024`; the next record replaces it. */
  status(text: string): void;
  /** Prints a line that stays, above the live block. */
  note(text: string): void;
  /** Leaves the last state on the screen. Further calls do nothing. */
  close(): void;
}

const optionsSchema = z.strictObject({
  stream: streamSchema.optional(),
  title: z.string(),
  stages: z.array(z.strictObject({ name: z.string(), total: z.int().nonnegative() })),
  plainIntervalMs: z.number().nonnegative().default(5000),
  now: z.optional(functionSchema()),
  env: z.record(z.string(), z.string().optional()).optional(),
});

/** Milliseconds between two drawings of the live block: the eye follows no more. */
const DRAW_INTERVAL_MS = 100;

/**
 * Shows the progress of a run. On a terminal it is a live block with a bar and the remaining time for each stage, and the latest values;
 * elsewhere a plain line every few seconds. The remaining time is computed from measured steps, so it appears after the second record of a
 * stage.
 *
 * @throws TypeError or RangeError for options out of range.
 * @example
 * const display = createProgressDisplay({ title: 'demo', stages: [{ name: 'rl', total: 40 }] });
 * display.update({ step: 1, stage: 'rl', reward: 0.31, passAt1: 0.4 }, 'generating rollouts');
 * display.close();
 */
export function createProgressDisplay(options: ProgressDisplayOptions): ProgressDisplay {
  const { title, stages, plainIntervalMs } = parseOptions(optionsSchema, options);
  const { now = () => performance.now() } = options;
  const stream = options.stream ?? standardError();
  const env = options.env ?? (globalThis.process as typeof process | undefined)?.env ?? {};
  const write = createSafeWriter(stream);
  const live = stream.isTTY === true && env.TERM !== 'dumb';
  const paint = createPaint(live && (env.NO_COLOR ?? '') === '');
  const clocks = stages.map(({ name, total }) => new StepClock(plainText(name), total));
  const nameWidth = Math.max(0, ...clocks.map(({ name }) => name.length));
  let [trained, evaluated]: (MetricRecord | undefined)[] = [];
  const startedAt = now();
  let message = '';
  let lastOutputAt = -Infinity;
  let lastStatusAt = -Infinity;
  let drawnLines = 0;
  let closed = false;

  const erase = () => (drawnLines === 0 ? '' : `\u001b[${drawnLines}F\u001b[0J`);
  const block = () => {
    // A terminal that does not know its size says 0.
    const columns = stream.columns || 80;
    const elapsed = paint('dim', formatDuration((now() - startedAt) / 1000));
    const lines = [`${paint('bold', plainText(title))}  ${elapsed}`];
    for (const clock of clocks) lines.push(stageLine(clock, nameWidth, columns, now(), paint));
    for (const record of [trained, evaluated]) {
      const parts = record === undefined ? [] : valueParts(record, paint);
      if (parts.length === 0) continue;
      const head = paint('bold', `${plainText(record!.stage)} ${record!.step}`);
      for (const row of joinParts([head, ...parts], columns - 3, paint)) lines.push(`  ${row}`);
    }
    if (message !== '') lines.push(`  ${paint('dim', message)}`);
    return lines.map((line) => fitColumns(line, columns - 1));
  };
  const draw = (above = '') => {
    const lines = block();
    write(`${erase()}${above}${lines.join('\n')}\n`);
    drawnLines = lines.length;
    lastOutputAt = now();
  };
  const plainLine = (record: MetricRecord) => {
    const clock = clocks.find(({ name }) => name === record.stage);
    const left = clock?.done === false ? clock.secondsLeft(now()) : undefined;
    const parts = [
      `${plainText(record.stage)} ${record.step}${clock === undefined ? '' : `/${clock.total}`}`,
      ...valueParts(record, paint),
      left === undefined ? '' : `ETA ${formatDuration(left)}`,
      message,
    ];
    write(`${parts.filter((part) => part !== '').join(' · ')}\n`);
    lastOutputAt = now();
  };
  const timer = live ? setInterval(() => draw(), 1000) : undefined;
  // A browser's timer is a number, and keeps nothing alive.
  if (typeof timer === 'object') timer.unref();
  if (!live) write(`${plainText(title)}\n`);

  return {
    update(record, line) {
      if (closed) return;
      const clock = clocks.find(({ name }) => name === record.stage);
      const first = clock?.step === 0;
      clock?.advance(record.step, now());
      if (metricScope(record, '') === 'held-out') evaluated = record;
      else trained = record;
      message = plainText(line ?? '');
      const interval = live ? DRAW_INTERVAL_MS : plainIntervalMs;
      const due = now() - lastOutputAt >= interval || clock === undefined || first || clock.done;
      if (due && live) draw();
      else if (due) plainLine(record);
    },
    status(text) {
      if (closed) return;
      message = plainText(text);
      if (live && now() - lastOutputAt >= DRAW_INTERVAL_MS) draw();
      if (live || now() - lastStatusAt < plainIntervalMs) return;
      write(`${message}\n`);
      lastStatusAt = now();
      message = '';
    },
    note(text) {
      if (closed) return;
      const line = `${plainText(text)}\n`;
      if (live) draw(line);
      else write(line);
    },
    close() {
      if (closed) return;
      clearInterval(timer);
      message = '';
      if (live) draw();
      closed = true;
    },
  };
}
