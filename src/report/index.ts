/** Metrics of a run: stored line by line, shown during the run, and written as an HTML report. */
export type { MetricRecord, RolloutSample } from '../base/index.js';
export { combineSinks } from './combine-sinks.js';
export { configHash } from './config-hash.js';
export { createConsoleSink } from './console-sink.js';
export type { StageSpan } from './internal/timeline.js';
export { createJsonlSink, readMetrics } from './jsonl-sink.js';
export { METRIC_CATALOGUE } from './metric-catalogue.js';
export { metricKey } from './metric-catalogue.js';
export { chartsOf, metricTracks, type Chart, type Series, type Track } from './metric-charts.js';
export { createProgressDisplay } from './progress-display.js';
export { renameMetrics } from './rename-metrics.js';
export { writeReportPage } from './report-page.js';
export { readRolloutSamples } from './jsonl-sink.js';
export {
  runReportData,
  runReportPage,
  writeRunReport,
  type RunReportData,
  type RunReportOptions,
} from './run-report.js';
export { writeScheduleReport, type ScheduleReportOptions } from './schedule-report.js';
export { createTensorBoardSink } from './tensorboard-sink.js';
export { createWandbSink, type WandbRun } from './wandb-sink.js';
