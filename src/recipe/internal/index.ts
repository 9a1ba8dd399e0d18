/** What other rooms need of recipe and no user does. */
export { inspectData, type ColumnReport, type DataReport } from '../data/inspect-data.js';
export type { PreparedCounts, PreparedData } from '../data/prepare-data.js';
export type { DataProgress } from '../data/read-rows.js';
export type { RunContents } from '../run/read-run.js';
