import type { AsyncBuffer, Compressors, FileMetaData } from 'hyparquet';
import { DatasetError, type JsonValue } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { delay, importPeer, openDataFile, type OpenFile } from '../../../io/index.js';
import type { ReadRow, RowSource } from './row.js';

/**
 * @returns The rows of a Parquet file. One row group is in memory at a time.
 * @throws DatasetError for a file that is damaged, naming the row group; MissingPeerError where the peer `hyparquet` is missing, or
 *   `hyparquet-compressors` for a file that needs it.
 */
export async function* parquetRows(source: RowSource): AsyncGenerator<ReadRow> {
  const parquet = await importPeer('Parquet files', 'hyparquet', () => import('hyparquet'));
  const { name } = source;
  const opened = await openDataFile(source.path).catch((cause: unknown) => fail(name, cause));
  try {
    const file = asyncBuffer(opened);
    const metadata = await parquet
      .parquetMetadataAsync(file)
      .catch((cause: unknown) => failDamaged(`${name}: not whole`, cause));
    checkDecimals(metadata, name);
    const compressors = await compressorsOf(metadata, name);
    const groups = metadata.row_groups;
    let rowStart = 0;
    for (const [i, group] of groups.entries()) {
      source.signal?.throwIfAborted();
      const rowEnd = rowStart + Number(group.num_rows);
      const where = `${name}: row group ${i + 1} of ${groups.length} (rows ${rowStart + 1} to ${rowEnd})`;
      const rows = await parquet
        .parquetReadObjects({ file, metadata, rowStart, rowEnd, parsers: { stringFromBytes }, ...compressors })
        .catch((cause: unknown) => {
          file.giveUp();
          return failDamaged(where, cause);
        });
      if (rows.length !== rowEnd - rowStart) failDamaged(where, new Error(`found ${rows.length} rows`));
      for (const [j, row] of rows.entries()) yield plainRow(rowStart + j + 1, row);
      source.onBytes(Math.round(opened.bytes / groups.length));
      rowStart = rowEnd;
    }
  } finally {
    await opened.close();
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true });

/** Null stays what it is. */
function stringFromBytes(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && STRICT.decode(bytes);
  } catch {
    return NOT_TEXT;
  }
}

function plainRow(number: number, row: { readonly [column: string]: unknown }): ReadRow {
  const value: { [column: string]: JsonValue } = {};
  for (const [column, each] of Object.entries(row))
    try {
      value[column] = plainValue(each);
    } catch (error) {
      if (!(error instanceof NotTextError)) throw error;
      return { kind: 'bad', number, reason: `${column}: ${error.message}` };
    }
  return { kind: 'row', number, value };
}

/** The peer reads decimals as doubles, which hold so many digits. */
const EXACT_DIGITS = 15;

function checkDecimals({ schema }: FileMetaData, file: string): void {
  for (const { name, converted_type: type, precision = 0, scale = 0 } of schema)
    if (type === 'DECIMAL' && precision > EXACT_DIGITS)
      throw new DatasetError(
        `${file}: column ${name}: decimal(${precision}, ${scale}) may lose digits: expected at most ${EXACT_DIGITS}; write it as a text`,
      );
}

function fail(where: string, cause: unknown): never {
  throw new DatasetError(`${where}: ${errorMessage(cause)}`, { cause });
}

function failDamaged(where: string, cause: unknown): never {
  fail(where, new Error(`${errorMessage(cause)}: the file is damaged: download or write it again`, { cause }));
}

/**
 * The file as the peer reads it. In a damaged one it may stop at one column while it waits for others, whose failures nobody would
 * hear: once it is given up, what is still being read never comes.
 */
function asyncBuffer(file: OpenFile): AsyncBuffer & { giveUp(): void } {
  let givenUp = false;
  return {
    byteLength: file.bytes,
    async slice(start, end = file.bytes) {
      // Nothing is read in no time: the peer goes on only after it had the time to stop.
      const bytes = start < end ? await file.read(start, end) : await delay(0).then(() => new Uint8Array());
      if (givenUp) await new Promise(() => undefined);
      return bytes.buffer as ArrayBuffer;
    },
    giveUp: () => void (givenUp = true),
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
  );
  return { compressors };
}

/** A value for bytes that should be text but are not. */
const NOT_TEXT = Symbol('not UTF-8');

/** A value that is no text, although its column says so. */
class NotTextError extends Error {}

/**
 * @returns A value of a Parquet file as JSON has it: a whole number that a double does not hold as its digits, a date in
 *   ISO's form, bytes in base64.
 * @throws NotTextError for one that holds `NOT_TEXT`.
 */
export function plainValue(value: unknown): JsonValue {
  if (value === NOT_TEXT) throw new NotTextError('not UTF-8');
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return btoa(String.fromCharCode(...value));
  if (Array.isArray(value)) return value.map(plainValue);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plainValue);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}
