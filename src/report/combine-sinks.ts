import * as z from 'zod';
import type { MetricRecord, MetricSink } from '../base/index.js';
import { checkArgument, errorMessage, functionSchema, parseOptions } from '../base/internal/index.js';
import { createSafeWriter, standardError } from './internal/progress/safe-stream.js';

/** Options of {@link combineSinks}. */
export interface CombineSinksOptions {
  /** Called once for each forwarding sink that failed; by default a line on standard error. */
  readonly onFailure?: ((message: string, cause: unknown) => void) | undefined;
}

const optionsSchema = z.strictObject({ onFailure: z.optional(functionSchema()) });

/**
 * Combines sinks: every record goes first to the sinks that store it, then to the sinks that show or forward it.
 *
 * @param keep - Sinks that store records. `append` waits for them, and their errors fail the run, because records would be lost.
 * @param forward - Sinks that show or forward records. The run does not wait for them. If a sink fails, `onFailure` is called once and the
 * sink gets no more records. `close` waits for pending records.
 * @throws TypeError for anything but sinks.
 * @example
 * const sink = combineSinks([createJsonlSink('run/metrics.jsonl')], [createTensorBoardSink('run/tensorboard'), createConsoleSink()]);
 */
export function combineSinks<Entry = MetricRecord>(
  keep: readonly MetricSink<Entry>[],
  forward: readonly MetricSink<Entry>[] = [],
  options: CombineSinksOptions = {},
): MetricSink<Entry> {
  checkSinks(keep, 'keep');
  checkSinks(forward, 'forward');
  parseOptions(optionsSchema, options);
  const { onFailure = sayOnStandardError } = options;
  const forwarding = forward.map((sink, i) => new Forwarding(sink, `forward[${i}]`, onFailure));
  return {
    append(...records) {
      const kept = keep.flatMap((sink) => sink.append(...records) ?? []);
      for (const sink of forwarding) sink.append(records);
      return settled(kept);
    },
    async close() {
      const closed = await Promise.allSettled([
        ...forwarding.map((sink) => sink.close()),
        ...keep.map(async (sink) => sink.close()),
      ]);
      for (const outcome of closed) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

/** A sink that a run can do without. */
class Forwarding<Entry> {
  #failed = false;
  #taken: Promise<void> = Promise.resolve();

  constructor(
    private readonly sink: MetricSink<Entry>,
    private readonly name: string,
    private readonly onFailure: (message: string, cause: unknown) => void,
  ) {}

  append(records: readonly Entry[]): void {
    if (this.#failed) return;
    const taken = this.#attempt(() => this.sink.append(...records));
    this.#taken = this.#taken.then(() => taken);
  }

  async close(): Promise<void> {
    await this.#taken;
    await this.#attempt(() => this.sink.close());
  }

  /** Never rejects. */
  async #attempt(act: () => void | Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (this.#failed) return;
      this.#failed = true;
      this.onFailure(`the sink ${this.name} failed and gets no more metrics: ${errorMessage(error)}`, error);
    }
  }
}

/** Nothing to wait for where every sink is done. */
function settled(waiting: readonly Promise<void>[]): void | Promise<void> {
  if (waiting.length > 0) return Promise.all(waiting).then(() => undefined);
}

function checkSinks(sinks: readonly MetricSink<never>[], name: string): void {
  checkArgument(sinks, name, 'an array');
  sinks.forEach((sink, i) => checkArgument(sink, `${name}[${i}]`, { append: 'a function', close: 'a function' }));
}

function sayOnStandardError(message: string): void {
  createSafeWriter(standardError())(`${message}\n`);
}
