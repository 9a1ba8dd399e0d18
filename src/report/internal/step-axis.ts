import type { MetricRecord } from '../../base/index.js';
import { metricScope } from '../metric-names.js';

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
