/** From problems on disk to a run: the data. */
export {
  readRows,
  type BadRow,
  type DataFormat,
  type DataProgress,
  type DataRow,
  type ReadRowsOptions,
} from './data/read-rows.js';
