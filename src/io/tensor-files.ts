import { ModelFileError } from '../base/index.js';
import { readModelJson, type ModelDirectory } from './model-directory.js';
import { readTensorHeader, type TensorEntry } from './internal/tensor-header.js';
import { widen } from './internal/widen.js';
import { join, open, stat } from './internal/file-system.js';

/** The weights of a model's folder: one safetensors file, or shards and their index. */
export interface TensorFiles {
  /** What there is, by name. */
  readonly entries: ReadonlyMap<string, TensorEntry>;
  /** The text that stands beside the tensors. */
  readonly metadata: { readonly [name: string]: string };
  /**
   * @returns A tensor's numbers, widened to float32. The file is read in pieces: what is needed beside the result is a few megabytes.
   * @throws ModelFileError for a type that is no floating-point one, a number that is not finite, a file that ends early.
   */
  read(name: string, signal?: AbortSignal): Promise<Float32Array>;
  close(): Promise<void>;
}

const PIECE_BYTES = 8 * 2 ** 20;

/**
 * Opens a folder's weights. Only headers are read: what is damaged or points elsewhere is refused before memory is taken.
 *
 * @param stem - `model`, or `adapter_model`.
 * @throws ModelFileError, naming the file.
 */
export async function openTensorFiles(directory: ModelDirectory, stem = 'model'): Promise<TensorFiles> {
  const files = await shardNames(directory, stem);
  const handles = new Map<string, Awaited<ReturnType<typeof open>>>();
  const close = async () => {
    await Promise.all([...handles.values()].map((handle) => handle.close()));
    handles.clear();
  };
  try {
    const entries = new Map<string, TensorEntry>();
    let metadata: { readonly [name: string]: string } = {};
    for (const [file, expected] of files) {
      const handle = await openFile(directory, file);
      handles.set(file, handle);
      const header = await readTensorHeader(handle, file);
      metadata = { ...metadata, ...header.metadata };
      for (const [name, entry] of header.entries) {
        const other = entries.get(name);
        if (other !== undefined) throw new ModelFileError(`${file}: ${name} stands in ${other.file} too`);
        entries.set(name, entry);
      }
      for (const name of expected) {
        if (!header.entries.has(name)) throw new ModelFileError(`${file}: expected ${name} in it, as the index says`);
      }
    }
    return { entries, metadata, close, read: (name, signal) => readTensor(entries, handles, name, signal) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns The files, each with the tensors that the index expects in it. */
async function shardNames(directory: ModelDirectory, stem: string): Promise<Map<string, string[]>> {
  const single = `${stem}.safetensors`;
  if (
    await stat(join(directory.path, single)).then(
      () => true,
      () => false,
    )
  )
    return new Map([[single, []]]);
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

async function openFile(directory: ModelDirectory, file: string): ReturnType<typeof open> {
  try {
    return await open(join(directory.path, file), 'r');
  } catch (cause) {
    throw new ModelFileError(`${file}: ${(cause as Error).message}`, { cause });
  }
}

async function readTensor(
  entries: ReadonlyMap<string, TensorEntry>,
  handles: ReadonlyMap<string, Awaited<ReturnType<typeof open>>>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const entry = entries.get(name);
  if (entry === undefined) throw new ModelFileError(`weights: expected a tensor named ${name}`);
  const { file, dtype, count, offset, bytes } = entry;
  if (dtype !== 'F32' && dtype !== 'BF16' && dtype !== 'F16')
    throw new ModelFileError(`${file}: ${name}: expected dtype F32, BF16 or F16, got ${dtype}`);
  const handle = handles.get(file);
  if (handle === undefined) throw new TypeError(`${file}: expected open files, got closed ones`);
  const values = new Float32Array(count);
  if (count === 0) return values;
  // A shared buffer's start is aligned for every type; a piece holds whole numbers.
  const piece = new ArrayBuffer(Math.min(PIECE_BYTES, bytes));
  const size = bytes / count;
  for (let done = 0; done < bytes;) {
    signal?.throwIfAborted();
    const length = Math.min(piece.byteLength, bytes - done);
    const { bytesRead } = await handle.read(new Uint8Array(piece, 0, length), 0, length, offset + done);
    if (bytesRead === 0) throw new ModelFileError(`${file}: the file is cut off in ${name}`);
    const whole = bytesRead - (bytesRead % size);
    if (whole === 0) continue;
    if (!widen(dtype, piece, whole / size, values, done / size))
      throw new ModelFileError(`${file}: ${name}: expected finite numbers, got NaN or infinity`);
    done += whole;
  }
  return values;
}
