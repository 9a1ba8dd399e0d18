import type { AsyncBuffer, Compressors, FileMetaData } from 'hyparquet';
import { DatasetError } from '../../../base/index.js';
import { importPeer, openDataFile, type OpenFile } from '../../../io/index.js';
import { plainValue } from './plain-value.js';
import type { DataRow, ReadRow, RowSource } from './row.js';

/**
 * @returns The rows of a Parquet file. One row group is in memory at a time.
 * @throws DatasetError for a file that is damaged, naming the row group; where the peer `hyparquet` is missing, or
 *   `hyparquet-compressors` for a file that needs it.
 */
export async function* parquetRows(source: RowSource): AsyncGenerator<ReadRow> {
  const parquet = await importPeer('Parquet files', 'hyparquet', () => import('hyparquet'), DatasetError);
  const { name } = source;
  const opened = await openDataFile(source.path).catch((cause: unknown) => fail(name, cause));
  try {
    const file = asyncBuffer(opened);
    const metadata = await parquet
      .parquetMetadataAsync(file)
      .catch((cause: unknown) => fail(`${name}: not whole`, cause));
    const compressors = await compressorsOf(metadata, name);
    const groups = metadata.row_groups;
    let rowStart = 0;
    for (const [i, group] of groups.entries()) {
      source.signal?.throwIfAborted();
      const rowEnd = rowStart + Number(group.num_rows);
      const where = `${name}: row group ${i + 1} of ${groups.length} (rows ${rowStart + 1} to ${rowEnd})`;
      const rows = await parquet
        .parquetReadObjects({ file, metadata, rowStart, rowEnd, ...compressors })
        .catch((cause: unknown) => fail(where, cause));
      if (rows.length !== rowEnd - rowStart) fail(where, new Error(`found ${rows.length} rows`));
      for (const [j, row] of rows.entries())
        yield { kind: 'row', number: rowStart + j + 1, value: plainValue(row) as DataRow['value'] };
      source.onBytes(Math.round(opened.bytes / groups.length));
      rowStart = rowEnd;
    }
  } finally {
    await opened.close();
  }
}

function fail(where: string, cause: unknown): never {
  const message = cause instanceof Error ? cause.message : String(cause);
  throw new DatasetError(`${where}: ${message}`, { cause });
}

function asyncBuffer(file: OpenFile): AsyncBuffer {
  return {
    byteLength: file.bytes,
    slice: async (start, end = file.bytes) => (await file.read(start, end)).buffer as ArrayBuffer,
  };
}

/** The first peer reads these itself. */
const OWN_CODECS: readonly (string | undefined)[] = [undefined, 'UNCOMPRESSED', 'SNAPPY'];

async function compressorsOf(
  { row_groups: groups }: FileMetaData,
  name: string,
): Promise<{ readonly compressors?: Compressors }> {
  const codecs = groups.flatMap(({ columns }) => columns.map((column) => column.meta_data?.codec));
  const further = codecs.find((codec) => !OWN_CODECS.includes(codec));
  if (further === undefined) return {};
  const { compressors } = await importPeer(
    `${name}: files in ${further}`,
    'hyparquet-compressors',
    () => import('hyparquet-compressors'),
    DatasetError,
  );
  return { compressors };
}
