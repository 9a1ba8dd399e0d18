/**
 * The measurements of one moment of a run: one line of `metrics.jsonl`.
 *
 * You may use any names. Displays and reports have titles and formats for those in `METRIC_CATALOGUE` of `rstar2-agent/report`.
 */
export interface MetricRecord {
  /** The step within the stage. */
  readonly step: number;
  /** `sft`, `rl`, `eval` (measured on held-out problems), or the name of your own stage. */
  readonly stage: string;
  readonly [name: string]: number | string | null;
}

/**
 * The interface to a destination of measurements: a file, a tracking service, a display.
 *
 * A record is stored when `append` returns, or when its promise resolves. A sink that only shows or forwards records must not throw,
 * because the run can continue without it.
 */
export interface MetricSink<Entry = MetricRecord> {
  /** Adds records, in order. */
  append(...records: readonly Entry[]): void | Promise<void>;
  /** Resolves when all records have arrived. A second call does nothing. */
  close(): void | Promise<void>;
}
