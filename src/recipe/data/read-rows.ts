import * as z from 'zod';
import { DatasetError } from '../../base/index.js';
import { functionSchema, parseOptions } from '../../base/internal/index.js';
import {
  findDataFiles,
  hubOptionsSchema,
  type DataFile,
  type DownloadProgress,
  type HubOptions,
} from '../../io/index.js';
import { parquetRows } from './internal/parquet-rows.js';
import type { BadRow, DataRow, ReadRow, RowSource } from './internal/row.js';
import { jsonlRows, tableRows } from './internal/text-rows.js';

export type { BadRow, DataRow };

/** The format of a file of rows. */
export type DataFormat = 'jsonl' | 'csv' | 'tsv' | 'parquet';

const FORMATS = ['jsonl', 'csv', 'tsv', 'parquet'] as const satisfies readonly DataFormat[];

/** Progress of downloading, then of reading. */
export type DataProgress =
  | ({ readonly kind: 'download' } & DownloadProgress)
  | {
      readonly kind: 'read';
      readonly file: string;
      /** Total of all files. */
      readonly readBytes: number;
      readonly totalBytes: number;
    };

/** Options of {@link readRows}. */
export interface ReadRowsOptions extends Omit<HubOptions, 'onProgress'> {
  /**
   * Which files of a folder or a repository: paths in which `*` stands for any part of a name and `**` for any folders.
   * Each pattern must match a file. Default: the files of the only split.
   */
  readonly files?: readonly string[] | undefined;
  /** Default by each file's extension; `.ndjson` is `jsonl`. */
  readonly format?: DataFormat | undefined;
  /** Called with every row that cannot be read; reading continues. Default: the first bad row throws a `DatasetError`. */
  readonly onBadRow?: ((row: BadRow) => void) | undefined;
  /** Called while files are downloaded, then while they are read. */
  readonly onProgress?: ((progress: DataProgress) => void) | undefined;
}

export const readRowsSchema = hubOptionsSchema.extend({
  files: z.array(z.string().min(1)).min(1).optional(),
  format: z.enum(FORMATS).optional(),
  onBadRow: z.optional(functionSchema<(row: BadRow) => void>()),
});

/**
 * Reads the rows of a file (`.jsonl`, `.csv`, `.tsv`, `.parquet`), a folder of files, or a data set of the Hugging Face hub, one by
 * one. Memory does not grow with the input; a Parquet file takes the memory of its largest row group.
 *
 * A data set of the hub is downloaded to the cache first, as models are: downloads are resumed, checked against the hub's checksums,
 * and not repeated.
 *
 * @param source - A path, or an id of the hub (`owner/name`, `owner/name@revision`).
 * @throws DatasetError for missing or damaged files, and for a bad row without `onBadRow`; the message names the place. The
 *   signal's reason when aborted. TypeError, RangeError for bad options.
 *
 * @example
 * for await (const row of readRows('problems.csv')) console.log(row.number);
 */
export async function* readRows(source: string, options: ReadRowsOptions = {}): AsyncGenerator<DataRow> {
  if (typeof source !== 'string')
    throw new TypeError(`source: expected a path or an id of the hub, got ${typeof source}`);
  const { format, onBadRow, onProgress, ...found } = parseOptions(readRowsSchema, options) as ReadRowsOptions;
  const files = await findDataFiles(source, {
    ...found,
    onProgress: (progress) => onProgress?.({ kind: 'download', ...progress }),
  });
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let readBytes = 0;
  for (const file of files) {
    const onBytes = (bytes: number) => {
      readBytes += bytes;
      onProgress?.({ kind: 'read', file: file.name, readBytes, totalBytes });
    };
    const reader = READERS[format ?? formatOf(file)];
    for await (const row of reader({ path: file.path, name: file.name, signal: found.signal, onBytes })) {
      if (row.kind === 'row') yield { file: file.name, number: row.number, value: row.value };
      else if (onBadRow === undefined) throw new DatasetError(`${file.name}:${row.number}: ${row.reason}`);
      else onBadRow(badRow(file, row));
    }
  }
}

function badRow({ name }: DataFile, { number, reason, text }: ReadRow & { readonly kind: 'bad' }): BadRow {
  return { file: name, number, reason, ...(text === undefined ? {} : { text }) };
}

const READERS: { readonly [format in DataFormat]: (source: RowSource) => AsyncGenerator<ReadRow> } = {
  jsonl: jsonlRows,
  csv: (source) => tableRows(source, ','),
  tsv: (source) => tableRows(source, '\t'),
  parquet: parquetRows,
};

function formatOf({ name }: DataFile): DataFormat {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase().replace('ndjson', 'jsonl');
  const format = FORMATS.find((each) => each === extension);
  if (format === undefined)
    throw new DatasetError(
      `${name}: expected a name that ends in .jsonl, .csv, .tsv or .parquet, or the option format`,
    );
  return format;
}
