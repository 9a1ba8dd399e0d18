import type { MetricRecord } from '../../../base/index.js';

/** @returns Whether a record was measured in a stage: by its steps, or on held-out problems after one of them. */
export function isOfStage(record: MetricRecord, stage: string): boolean {
  return record.stage === stage || (record.stage === 'eval' && record['after'] === stage);
}
