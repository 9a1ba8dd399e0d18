/** What a run measured: kept line by line, shown while it runs, written down as a page to read. */
export type { MetricRecord, RolloutSample } from '../base/index.js';
export { combineSinks, type CombineSinksOptions } from './combine-sinks.js';
export { configHash } from './config-hash.js';
export { createConsoleSink, type ConsoleSinkOptions } from './console-sink.js';
export type { ProgressStream } from './internal/progress/safe-stream.js';
export type {
  EntropyFindings,
  EntropyGroup,
  EntropyRow,
  EntropySection,
  EntropyView,
} from './internal/run/entropy-view.js';
export type { HeadlineNumber, RunSummary } from './internal/run/headline.js';
export type { RolloutView } from './internal/run/rollout-view.js';
export type { TokenPiece } from './internal/run/token-pieces.js';
export type { TurnPart } from './internal/run/turn-parts.js';
export type { StageSpan } from './internal/timeline.js';
export { createJsonlSink, readMetrics, type JsonlSink, type JsonlSinkOptions } from './jsonl-sink.js';
export { METRIC_CATALOGUE, type KnownMetric, type MetricDescription, type MetricFormat } from './metric-catalogue.js';
export { metricKey, type MetricScope } from './metric-names.js';
export { chartsOf, metricTracks, type Chart, type Series, type Track } from './metric-charts.js';
export { createProgressDisplay, type ProgressDisplay, type ProgressDisplayOptions } from './progress-display.js';
export { renameMetrics, type MetricNames } from './rename-metrics.js';
export { writeReportPage, type ReportPageOptions } from './report-page.js';
export { readRolloutSamples } from './rollout-sample.js';
export { runReportData, writeRunReport, type RunReportData, type RunReportOptions } from './run-report.js';
export {
  scheduleReportData,
  writeScheduleReport,
  type ScheduleReportData,
  type ScheduleReportOptions,
  type ScheduleRun,
} from './schedule-report.js';
export { createTensorBoardSink, type TensorBoardSink, type TensorBoardSinkOptions } from './tensorboard-sink.js';
export { createWandbSink, type WandbRun, type WandbSinkOptions } from './wandb-sink.js';
