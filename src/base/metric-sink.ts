/**
 * The measurements of one moment of a run: one line of `metrics.jsonl`.
 *
 * Names are free; displays and reports know those of `METRIC_CATALOGUE` in `rstar2-agent/report` by more than their name.
 */
export interface MetricRecord {
  /** Counts within the stage. */
  readonly step: number;
  /** `sft`, `rl`, `eval` (measured on held-out problems), or a stage of the caller's own. */
  readonly stage: string;
  readonly [name: string]: number | string | null;
}

/**
 * The seam to wherever measurements go: a file, a tracking service, a display.
 *
 * A record that `append` has taken is kept: on the disk when it returns, or when its promise resolves. A sink that only
 * shows or forwards records must not fail a run that could go on without it.
 */
export interface MetricSink<Entry = MetricRecord> {
  /** Takes in records, in order. */
  append(...records: readonly Entry[]): void | Promise<void>;
  /** Everything taken has arrived. A second call does nothing. */
  close(): void | Promise<void>;
}
