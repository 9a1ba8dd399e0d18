import { type KnownMetric } from '../../metric-catalogue.js';
import { metricKey, metricScope, type MetricScope } from '../../metric-names.js';
import type { MetricRecord } from '../../../base/index.js';
import { metricValue } from '../metric-record.js';

/** The last value of every catalogued metric, held-out and training kept apart; of training those of the stage that runs. */
export class CurrentValues {
  readonly #values: Record<MetricScope, Map<KnownMetric, number>> = { 'held-out': new Map(), training: new Map() };

  #stage: string | undefined;

  update(record: MetricRecord): void {
    if (metricScope(record, 'step') === 'training' && record.stage !== this.#stage) {
      this.#values.training.clear();
      this.#stage = record.stage;
    }
    for (const name of Object.keys(record)) {
      const key = metricKey(name);
      const value = metricValue(record, name);
      if (key !== undefined && value !== undefined) this.#values[metricScope(record, name)].set(key, value);
    }
  }

  /** @returns pass@1 on held-out problems where there is one; of everything else the value of the training step. */
  get(key: KnownMetric): number | undefined {
    const [first, second]: MetricScope[] = key === 'passAt1' ? ['held-out', 'training'] : ['training', 'held-out'];
    return this.#values[first!].get(key) ?? this.#values[second!].get(key);
  }
}
