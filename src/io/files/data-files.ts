import { DatasetError, ModelFileError } from '../../base/index.js';
import { fetchSnapshot, readHubId, type HubOptions } from '../hub/hub-cache.js';
import { createReadStream, join, open, readdir, stat } from '../internal/file-system.js';

/** A file of a data set. */
export interface DataFile {
  readonly path: string;
  /** As messages name it: within its folder or repository, or as it was asked for. */
  readonly name: string;
  readonly bytes: number;
}

/** Which files of a folder or a repository, and how the hub is asked. */
export interface FindDataFilesOptions extends HubOptions {
  /** Paths within the folder; `*` stands for any part of a name, `**` for any folders. Each must find a file. */
  readonly files?: readonly string[] | undefined;
}

/**
 * Finds the files of a data set: one file, those of a folder, or those of a repository of the hub, which are fetched into
 * the cache first.
 *
 * Without `files`, those with rows in them are taken, if they are one split: the file itself, or the shards of one.
 *
 * @param source - A path, or an id of the hub (`owner/name`, `owner/name@revision`).
 * @returns In the order of their names.
 * @throws DatasetError where there is nothing, or more than one split, or a shard is missing; what the hub does. The
 *   signal's reason when aborted.
 */
export async function findDataFiles(source: string, options: FindDataFilesOptions = {}): Promise<DataFile[]> {
  const { files: patterns, ...hub } = options;
  const found = await stat(source).catch(() => undefined);
  if (found?.isFile() === true) {
    if (patterns !== undefined)
      throw new DatasetError(`${source}: expected a folder for the files ${patterns.join(', ')}, got a file`);
    return [{ path: source, name: source, bytes: found.size }];
  }
  const folder = found === undefined ? await fetchDataset(source, patterns, hub) : source;
  const listed = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const names = chooseFiles(source, listed, patterns);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, name: `${source}/${name}`, bytes: (await stat(path)).size };
    }),
  );
}

async function fetchDataset(
  source: string,
  patterns: readonly string[] | undefined,
  options: HubOptions,
): Promise<string> {
  const id = readHubId(source);
  if (id === undefined)
    throw new DatasetError(`${source}: expected a file, a folder or an id of the hub (owner/name), found nothing`);
  let chosen: ReadonlySet<string> | undefined;
  const wanted = (path: string, all: readonly string[]) =>
    (chosen ??= new Set(chooseFiles(source, all, patterns))).has(path);
  const revision = id.revision === undefined ? {} : { revision: id.revision };
  try {
    return await fetchSnapshot({ type: 'dataset', name: id.name }, wanted, { ...options, ...revision });
  } catch (cause) {
    if (!(cause instanceof ModelFileError)) throw cause;
    throw new DatasetError(`${source}: ${cause.message}`, { cause, retryable: cause.retryable });
  }
}

const ROWS = /\.(?:jsonl|ndjson|csv|tsv|parquet)$/i;
const SHARD = /-(\d{5,})-of-(\d{5,})(?=\.)/;

function chooseFiles(source: string, listed: readonly string[], patterns?: readonly string[]): string[] {
  const rows = listed.filter((name) => ROWS.test(name)).sort();
  const among = rows.length === 0 ? 'none with rows' : rows.slice(0, 8).join(', ') + (rows.length > 8 ? ', …' : '');
  const chosen = patterns === undefined ? rows : [...new Set(patterns.flatMap((pattern) => matching(pattern)))];
  if (chosen.length === 0) throw new DatasetError(`${source}: no .jsonl, .csv, .tsv or .parquet file in it`);
  const splits = new Map<string, string[]>();
  for (const name of chosen) {
    const split = name.replace(SHARD, '');
    splits.set(split, [...(splits.get(split) ?? []), name]);
  }
  if (patterns === undefined && splits.size > 1)
    throw new DatasetError(`${source}: expected one split, got several: choose with files from ${among}`);
  for (const shards of splits.values()) {
    const of = Number(SHARD.exec(shards[0]!)?.[2] ?? shards.length);
    if (shards.length !== of)
      throw new DatasetError(`${source}: expected ${of} shards like ${shards[0]}, found ${shards.length}`);
  }
  return chosen;

  function matching(pattern: string): string[] {
    const names = listed.filter((name) => ROWS.test(name) && globExpression(pattern).test(name)).sort();
    if (names.length === 0) throw new DatasetError(`${source}: expected a file ${pattern}, got ${among}`);
    return names;
  }
}

function globExpression(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/?|\*|[.+?^${}()|[\]\\]/g, (part) =>
    part.startsWith('**') ? '.*' : part === '*' ? '[^/]*' : `\\${part}`,
  );
  return new RegExp(`^${source}$`);
}

/** A file that is read here and there. */
export interface OpenFile {
  readonly bytes: number;
  /** @returns The bytes from `start` to before `end`. @throws RangeError where the file ends before. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openDataFile(path: string): Promise<OpenFile> {
  const file = await open(path, 'r');
  const { size: bytes } = await file.stat();
  return {
    bytes,
    async read(start, end) {
      const target = new Uint8Array(Math.max(0, end - start));
      for (let at = 0; at < target.length;) {
        const { bytesRead } = await file.read(target, at, target.length - at, start + at);
        if (bytesRead === 0) throw new RangeError(`expected bytes up to ${end}, got ${start + at}`);
        at += bytesRead;
      }
      return target;
    },
    close: () => file.close(),
  };
}

/** @returns A file's bytes, piece by piece. @throws The file system's error; the signal's reason when aborted. */
export async function* readPieces(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const bytes of createReadStream(path, { highWaterMark: 1 << 18 })) {
    signal?.throwIfAborted();
    yield bytes as Uint8Array;
  }
}
