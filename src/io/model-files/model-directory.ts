import { ModelFileError, type RunStorage } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { fetchSnapshot, hubOptionsSchema, readHubId, type HubOptions } from '../hub/hub-cache.js';
import { readPieces } from '../files/data-files.js';
import type { FileContent } from '../files/files.js';
import { parseModelJson } from './internal/parse-model-json.js';
import { existsSync, join, open, readdir, stat } from '../internal/file-system.js';

/** A model's files in one folder. `openModelDirectory` returns it, and every function that reads a model takes it. */
export interface ModelDirectory {
  /** The folder. */
  readonly path: string;
  /** The name it was opened by: the folder, or the id on the hub. */
  readonly name: string;
  /** The storage that contains the folder `path`. Default: the file system. */
  readonly storage?: RunStorage | undefined;
}

/**
 * Where a model is: a folder (`./models/qwen3`), an id on the Hugging Face hub (`Qwen/Qwen3-0.6B`, `owner/name@revision`), or a model
 * directory that is already open.
 */
export type ModelSource = string | ModelDirectory;

/** The files a model is read from. Pickled weights, other formats and pictures are not downloaded. */
const WANTED =
  /^(?:(?:config|generation_config|tokenizer|tokenizer_config|special_tokens_map|chat_template|adapter_config|preprocessor_config)\.json|chat_template\.jinja|tokenizer\.model|[\w.-]+\.safetensors(?:\.index\.json)?)$/;

/**
 * Opens a model's folder. A model on the Hugging Face hub is first downloaded into the cache, unless it is there already.
 *
 * @throws ModelFileError if there is neither such a folder nor such a repository, or if a file cannot be downloaded completely. The
 *   signal's reason when aborted.
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

/** The part of an open file that is used. */
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
 * Opens one of the model's files for reading. A pipe or a device is refused, because reading it could wait or go on for ever.
 *
 * @returns The open file; undefined if the model has no such file.
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

/** Largest size of each kind of file, in bytes. A larger file is refused before it is read. */
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

/** The files that say how to talk to a model: tokenizer, chat template and the like. */
const COMPANION =
  /^(?:(?:generation_config|tokenizer|tokenizer_config|special_tokens_map|added_tokens|chat_template|preprocessor_config|vocab)\.json|chat_template\.jinja|tokenizer\.model|merges\.txt)$/;

/** @returns The tokenizer's files and the like in a model's folder, each read when it is written. Empty if there is no such folder. */
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
