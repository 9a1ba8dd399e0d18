import { ModelFileError, type RunStorage } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { fetchSnapshot, hubOptionsSchema, readHubId, type HubOptions } from '../hub/hub-cache.js';
import { readPieces } from '../files/data-files.js';
import type { FileContent } from '../files/files.js';
import { parseModelJson } from './internal/parse-model-json.js';
import { existsSync, join, open, readdir, stat } from '../internal/file-system.js';

/** A model's files, in one folder: what `openModelDirectory` gives, and what everything that reads a model takes. */
export interface ModelDirectory {
  /** The folder. */
  readonly path: string;
  /** As it was asked for: the folder, or the hub's id. */
  readonly name: string;
  /** The store that `path` is a folder of. Default: the file system. */
  readonly storage?: RunStorage | undefined;
}

/** Where a model is: a folder (`./models/qwen3`), an id of the hub (`Qwen/Qwen3-0.6B`, `owner/name@revision`), or one that is open. */
export type ModelSource = string | ModelDirectory;

/** What a model is read from. Pickled weights, other formats and pictures stay on the hub. */
const WANTED =
  /^(?:(?:config|generation_config|tokenizer|tokenizer_config|special_tokens_map|chat_template|adapter_config|preprocessor_config)\.json|chat_template\.jinja|tokenizer\.model|[\w.-]+\.safetensors(?:\.index\.json)?)$/;

/**
 * Opens a model's folder. An id of the Hugging Face hub is fetched into the cache first, unless it is there.
 *
 * @throws ModelFileError if there is neither such a folder nor such a repository, or it cannot be fetched whole; what
 *   `fetchSnapshot` throws. The signal's reason when aborted.
 *
 * @example
 * const directory = await openModelDirectory('Qwen/Qwen3-0.6B');
 */
export async function openModelDirectory(source: ModelSource, options: HubOptions = {}): Promise<ModelDirectory> {
  parseOptions(hubOptionsSchema, options);
  if (typeof source !== 'string') {
    if (typeof (source as Partial<ModelDirectory> | null)?.path !== 'string')
      throw new TypeError(
        `source: expected a folder or an id of the hub, got ${source === null ? 'null' : typeof source}`,
      );
    return source;
  }
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory() === true) return { path: source, name: source };
  if (found !== undefined) throw new ModelFileError(`${source}: expected a folder, found a file`);
  const id = readHubId(source);
  if (id === undefined)
    throw new ModelFileError(`${source}: expected a folder or an id of the hub (owner/name), found neither`);
  const path = await fetchSnapshot(
    { type: 'model', name: id.name },
    (file) => WANTED.test(file),
    id.revision === undefined ? options : { ...options, revision: id.revision },
  );
  return { path, name: source };
}

/** What is used of an open file. */
export interface ModelFile {
  stat(): Promise<{ readonly size: number }>;
  read(target: Uint8Array, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  readFile(encoding: 'utf8'): Promise<string>;
  close(): Promise<void>;
}

async function openStored(storage: RunStorage, name: string): Promise<ModelFile | undefined> {
  const bytes = await storage.read(name);
  if (bytes === undefined) return undefined;
  return {
    stat: () => Promise.resolve({ size: bytes.length }),
    read(target, at, length, position) {
      const part = bytes.subarray(position, position + length);
      target.set(part, at);
      return Promise.resolve({ bytesRead: part.length });
    },
    readFile: () => Promise.resolve(new TextDecoder().decode(bytes)),
    close: () => Promise.resolve(),
  };
}

/** @returns Whether the model has a file of that name. */
export async function hasModelFile({ path, storage }: ModelDirectory, file: string): Promise<boolean> {
  return storage === undefined ? existsSync(join(path, file)) : (await storage.list(path)).includes(file);
}

/**
 * Opens one of the model's files for reading. A pipe or a device in its place would be waited for, or read without end.
 *
 * @returns undefined if it has none.
 * @throws ModelFileError for anything but a file that can be opened.
 */
export async function openModelFile(directory: ModelDirectory, file: string): Promise<ModelFile | undefined> {
  if (directory.storage !== undefined) return openStored(directory.storage, `${directory.path}/${file}`);
  const path = join(directory.path, file);
  try {
    if (!(await stat(path)).isFile()) throw new Error('expected a file, found a folder, a pipe or a device');
    return await open(path, 'r');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw new ModelFileError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** No honest file of its kind is larger, in bytes: what is larger is refused before it is read. */
const LARGEST = { 'tokenizer.json': 256 * 2 ** 20, 'model.safetensors.index.json': 64 * 2 ** 20, other: 16 * 2 ** 20 };

/** @returns The text of one of the model's files; undefined if it has none. @throws ModelFileError if it is too large. */
export async function readModelText(directory: ModelDirectory, file: string): Promise<string | undefined> {
  const largest = file in LARGEST ? LARGEST[file as keyof typeof LARGEST] : LARGEST.other;
  const handle = await openModelFile(directory, file);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    if (size > largest) throw new ModelFileError(`${file}: expected at most ${largest} bytes, got ${size}`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** @returns The object in one of the model's files; undefined if it has none. @throws ModelFileError if it is no JSON object, or a bomb. */
export async function readModelJson(
  directory: ModelDirectory,
  file: string,
): Promise<{ readonly [name: string]: unknown } | undefined> {
  const text = await readModelText(directory, file);
  return text === undefined ? undefined : parseModelJson(text, file);
}

/** What says how a model is talked to, beside its weights and their shape. */
const COMPANION =
  /^(?:(?:generation_config|tokenizer|tokenizer_config|special_tokens_map|added_tokens|chat_template|preprocessor_config|vocab)\.json|chat_template\.jinja|tokenizer\.model|merges\.txt)$/;

/** @returns The tokenizer's files and the like of a model's folder, read when they are written; none where there is no folder. */
export async function companionFiles(path: string): Promise<{ readonly [file: string]: FileContent }> {
  const names = (await namesIn(path)).filter((name) => COMPANION.test(name));
  return Object.fromEntries(names.map((name) => [name, readPieces(join(path, name))]));
}

/** Files of each kind of folder, and of a learner that goes on from it. */
const OWN = { model: /^(?!adapter_|optimizer)/, adapter: /^adapter_/, learner: /^(?:learner\.json$|optimizer)/ };

/**
 * Looks whether a folder may be replaced by a model's or an adapter's.
 *
 * @param withLearner - Whether a learner's checkpoint may go too.
 * @throws ModelFileError if it has a file of another kind, which would be lost, or is a file itself.
 */
export async function checkReplaceable(path: string, kind: 'model' | 'adapter', withLearner = false): Promise<void> {
  const mayGo = (name: string) =>
    COMPANION.test(name) ||
    (WANTED.test(name) && OWN[kind].test(name)) ||
    (withLearner && OWN.learner.test(name) && (WANTED.test(name) || name === 'learner.json'));
  const foreign = (await namesIn(path)).find((name) => !mayGo(name));
  if (foreign === undefined) return;
  const expected = kind === 'model' ? "a model's folder" : "an adapter's folder";
  throw new ModelFileError(`${path}: expected ${expected} or a new folder: ${foreign} would be lost`);
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch((cause: unknown) => {
    const { code } = cause as { code?: string };
    if (code === 'ENOENT') return [];
    if (code !== 'ENOTDIR') throw cause;
    throw new ModelFileError(`${path}: expected a folder or nothing, found a file`, { cause });
  });
}
