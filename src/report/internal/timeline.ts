import type { MetricRecord } from '../../base/index.js';
import { metricScope } from '../metric-catalogue.js';

/** A training stage on the shared horizontal axis: its step s is drawn at x = offset + s. */
export interface StageSpan {
  readonly name: string;
  readonly offset: number;
  /** x of its first and last step. */
  readonly from: number;
  readonly to: number;
}

/** A record and where it is drawn. */
export interface PlacedRecord {
  readonly record: MetricRecord;
  readonly x: number;
  /** The training stage it belongs to; for a held-out measurement the one it was made in. */
  readonly stage: string;
}

export interface Timeline {
  readonly spans: readonly StageSpan[];
  readonly placed: readonly PlacedRecord[];
}

/**
 * Lays the stages of a run end to end, in the order in which they first appear. A measurement on held-out problems has no
 * steps of training of its own: it stands where training stood when it was written, which the order of the records tells.
 */
export function layOutTimeline(metrics: readonly MetricRecord[]): Timeline {
  const isEvaluation = (record: MetricRecord) => metricScope(record, '') === 'held-out';
  const ranges = new Map<string, { first: number; last: number }>();
  for (const record of metrics) {
    if (isEvaluation(record)) continue;
    const range = ranges.get(record.stage);
    if (range === undefined) ranges.set(record.stage, { first: record.step, last: record.step });
    else {
      range.first = Math.min(range.first, record.step);
      range.last = Math.max(range.last, record.step);
    }
  }
  const spans: StageSpan[] = [];
  let offset = 0;
  for (const [name, { first, last }] of ranges) {
    if (spans.length > 0) offset = stageOffset(offset, first);
    spans.push({ name, offset, from: offset + first, to: offset + last });
    offset += last;
  }

  const offsets = new Map(spans.map((span) => [span.name, span.offset]));
  let position = { x: 0, stage: spans[0]?.name ?? 'eval' };
  const onlyEvaluations = spans.length === 0;
  const placed = metrics.map((record) => {
    if (!isEvaluation(record)) position = { x: offsets.get(record.stage)! + record.step, stage: record.stage };
    return onlyEvaluations ? { record, x: record.step, stage: record.stage } : { record, ...position };
  });
  return { spans, placed };
}

/**
 * The steps of a whole run, one after the other, as its records come: a stage begins where the one before it ended. A
 * measurement on held-out problems stands where training stands.
 *
 * What `layOutTimeline` draws of a run whose stages follow each other, without knowing what is still to come.
 */
export class StepAxis {
  readonly #offsets = new Map<string, number>();
  #place = 0;
  #end = -1;

  /** @param earlier - What was measured before, in order. */
  constructor(earlier: readonly MetricRecord[] = []) {
    for (const record of earlier) this.place(record);
  }

  /** The first place that nothing stands at. */
  get next(): number {
    return Math.floor(this.#end) + 1;
  }

  /** @returns Where a record stands; never before the place of an earlier one of its stage with no greater step. */
  place(record: MetricRecord): number {
    const training = metricScope(record, '') === 'training';
    if (training) this.#place = this.#offset(record) + record.step;
    else if (this.#offsets.size === 0) this.#place = record.step;
    this.#end = Math.max(this.#end, this.#place);
    return this.#place;
  }

  #offset({ stage, step }: MetricRecord): number {
    let offset = this.#offsets.get(stage);
    if (offset === undefined) {
      offset = this.#offsets.size === 0 ? 0 : stageOffset(this.#end, step);
      this.#offsets.set(stage, offset);
    }
    return offset;
  }
}

/** @returns What is added to the steps of a stage: no two stages share a place, whether they count from zero or from one. */
export function stageOffset(end: number, first: number): number {
  return first === 0 ? end + 1 : end;
}
