import { ModelFileError } from '../../base/index.js';
import { hasModelFile, openModelFile, readModelJson, type ModelDirectory } from './model-directory.js';
import { readTensorHeader, type TensorEntry } from './tensor-header.js';
import { widen } from './widen.js';

/** The weights of a model's folder: one safetensors file, or shards and their index. */
export interface TensorFiles {
  /** What there is, by name. */
  readonly entries: ReadonlyMap<string, TensorEntry>;
  /** The text that stands beside the tensors. */
  readonly metadata: { readonly [name: string]: string };
  /**
   * @param into - Takes the numbers; of their count, or new if it is left out.
   * @returns A tensor's numbers, widened to float32. The file is read in pieces: what is needed beside the result is a few megabytes.
   * @throws ModelFileError for a type that is no floating-point one, a number that is not finite, a file that ends early.
   */
  read(name: string, signal?: AbortSignal, into?: Float32Array): Promise<Float32Array>;
  /**
   * The same without the whole result: `each` gets runs of whole rows, one after the other, and must not keep them.
   *
   * @param columns - Numbers of a row; divides the tensor's.
   * @param each - Takes the run, and the number of its first row.
   */
  readRows(
    name: string,
    columns: number,
    each: (rows: Float32Array, first: number) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Numbers that are read at once. */
const PIECE = 2 ** 20;

/**
 * Opens a folder's weights. Only headers are read: what is damaged or points elsewhere is refused before memory is taken.
 *
 * @param stem - `model`, or `adapter_model`.
 * @throws ModelFileError, naming the file.
 */
export async function openTensorFiles(directory: ModelDirectory, stem = 'model'): Promise<TensorFiles> {
  const files = await shardNames(directory, stem);
  const handles = new Map<string, FileHandle>();
  const close = async () => {
    await Promise.all([...handles.values()].map((handle) => handle.close()));
    handles.clear();
  };
  try {
    const entries = new Map<string, TensorEntry>();
    let metadata: { readonly [name: string]: string } = {};
    for (const [file, expected] of files) {
      const handle = await openModelFile(directory, file);
      if (handle === undefined) throw new ModelFileError(`${file}: expected the file, found none`);
      handles.set(file, handle);
      const header = await readTensorHeader(handle, file);
      metadata = { ...metadata, ...header.metadata };
      for (const [name, entry] of header.entries) {
        const other = entries.get(name);
        if (other !== undefined) throw new ModelFileError(`${file}: ${name} is in ${other.file} too`);
        entries.set(name, entry);
      }
      for (const name of expected) {
        if (!header.entries.has(name)) throw new ModelFileError(`${file}: expected ${name} in it, as the index says`);
      }
    }
    const readRows: TensorFiles['readRows'] = (name, columns, each, signal) =>
      readPieces(entries, handles, name, { columns, each, signal });
    const read: TensorFiles['read'] = async (
      name,
      signal,
      values = new Float32Array(entries.get(name)?.count ?? 0),
    ) => {
      await readRows(name, 1, (run, first) => values.set(run, first), signal);
      return values;
    };
    return { entries, metadata, close, read, readRows };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns The files, each with the tensors that the index expects in it. */
async function shardNames(directory: ModelDirectory, stem: string): Promise<Map<string, string[]>> {
  const single = `${stem}.safetensors`;
  if (await hasModelFile(directory, single)) return new Map([[single, []]]);
  const indexName = `${single}.index.json`;
  const index = await readModelJson(directory, indexName);
  if (index === undefined)
    throw new ModelFileError(`${directory.name}: expected ${single} or ${indexName}, found neither`);
  const weightMap = index['weight_map'];
  if (typeof weightMap !== 'object' || weightMap === null)
    throw new ModelFileError(`${indexName}: expected a weight_map`);
  const files = new Map<string, string[]>();
  for (const [name, file] of Object.entries(weightMap)) {
    if (typeof file !== 'string' || !/^[\w.-]+\.safetensors$/.test(file) || file.startsWith('.'))
      throw new ModelFileError(`${indexName}: ${name}: expected a file of this folder, got ${JSON.stringify(file)}`);
    const names = files.get(file);
    if (names === undefined) files.set(file, [name]);
    else names.push(name);
  }
  return files;
}

type FileHandle = NonNullable<Awaited<ReturnType<typeof openModelFile>>>;

interface RowsRequest {
  readonly columns: number;
  readonly each: (rows: Float32Array, first: number) => void;
  readonly signal: AbortSignal | undefined;
}

async function readPieces(
  entries: ReadonlyMap<string, TensorEntry>,
  handles: ReadonlyMap<string, FileHandle>,
  name: string,
  { columns, each, signal }: RowsRequest,
): Promise<void> {
  const entry = entries.get(name);
  if (entry === undefined) throw new ModelFileError(`weights: expected a tensor named ${name}`);
  const { file, count, offset, bytes } = entry;
  const dtype = floatingType(entry, name);
  const handle = handles.get(file);
  if (handle === undefined) throw new TypeError(`${file}: expected open files, got closed ones`);
  if (count === 0) return;
  const size = bytes / count;
  const most = Math.min(count, Math.max(columns, PIECE - (PIECE % columns)));
  // While a piece is worked on, the next one is read.
  let [narrow, spare] = [new ArrayBuffer(most * size), new ArrayBuffer(most < count ? most * size : 0)];
  const wide = new Float32Array(most);
  const begin = (into: ArrayBuffer, at: number) =>
    fill(handle, new Uint8Array(into, 0, Math.min(most, count - at) * size), offset + at * size);
  let reading = begin(narrow, 0);
  try {
    for (let done = 0; done < count; done += most) {
      signal?.throwIfAborted();
      if (!(await reading)) throw new ModelFileError(`${file}: the file is cut off in ${name}`);
      if (done + most < count) reading = begin(spare, done + most);
      const length = Math.min(most, count - done);
      if (!widen(dtype, narrow, length, wide, 0))
        throw new ModelFileError(`${file}: ${name}: expected finite numbers, got NaN or infinity`);
      each(wide.subarray(0, length), done / columns);
      [narrow, spare] = [spare, narrow];
    }
  } finally {
    await reading.catch(() => undefined);
  }
}

/** @throws ModelFileError for a type that is no floating-point one. */
export function floatingType({ file, dtype }: TensorEntry, name: string): 'F32' | 'BF16' | 'F16' {
  if (dtype !== 'F32' && dtype !== 'BF16' && dtype !== 'F16')
    throw new ModelFileError(`${file}: ${name}: expected dtype F32, BF16 or F16, got ${dtype}`);
  return dtype;
}

/** @returns Whether the file has so many bytes there. */
async function fill(handle: FileHandle, bytes: Uint8Array, position: number): Promise<boolean> {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) return false;
    done += bytesRead;
  }
  return true;
}
