import { errorMessage, MIB } from '../../../base/internal/index.js';
import { ModelFileError } from '../../../base/index.js';
import {
  checkReplacedWhole,
  existsSync,
  openDownload,
  openModelDirectory,
  openTensorFiles,
  placeDirectory,
  readModelJson,
  rm,
  unpackFiles,
  withRetries,
  writeFileWhole,
  WriteError,
  type Attempt,
} from '../../../io/index.js';
import { TinkerError } from '../tinker-error.js';
import { fillPath, serverWords } from './answers.js';
import type { Transport } from './transport.js';

/** PEFT's names of an adapter's files. */
const CONFIG = 'adapter_config.json';
const WEIGHTS = 'adapter_model.safetensors';
const MOST_BYTES = 16_384 * MIB;
const ARCHIVE = '/api/v1/training_runs/{model_id}/checkpoints/{checkpoint_id}/archive';

/**
 * Fetches the archive of weights that were saved for sampling, and writes the adapter in it as PEFT does, whole or not at all.
 *
 * A configuration without `target_modules`, which SkyRL writes, is completed by the names of the tensors.
 *
 * @param path - `tinker://MODEL/sampler_weights/NAME`, or `tinker://MODEL/NAME`, which SkyRL gives.
 * @param directory - A new folder.
 * @throws RangeError for another path, or a folder that is there; TinkerError where the server refuses, or its archive is no adapter; WriteError.
 * @remarks Source: `/archive` of SkyRL 0.3.0's `skyrl/tinker/api.py` (a redirect to the file), and of the official SDK before 0.30.
 */
export async function downloadAdapter(
  transport: Transport,
  path: string,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const [, model_id, name] = /^tinker:\/\/([^/]+)\/(?:sampler_weights\/)?([^/]+)$/.exec(path) ?? [];
  if (model_id === undefined || name === undefined)
    throw new RangeError(`path: expected tinker://MODEL/sampler_weights/NAME, got ${path}`);
  checkReplacedWhole(directory);
  if (existsSync(directory)) throw new RangeError(`directory: expected a new folder, got ${directory}, which is there`);
  const fresh = `${directory}.part`;
  // The protocol's id has the folder; SkyRL's route takes the name alone.
  for (const checkpoint_id of [`sampler_weights/${name}`, name]) {
    const route = fillPath(ARCHIVE, { model_id, checkpoint_id });
    const isLast = checkpoint_id === name;
    if (await unpackArchive(transport, route, { directory: fresh, signal, mayBeMissing: !isLast })) break;
  }
  try {
    await completeAdapter(fresh, path);
    await placeDirectory(fresh, directory);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

interface ArchiveTarget {
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Whether 404 is an answer. */
  readonly mayBeMissing: boolean;
}

/** @returns Whether the server has it. @throws TinkerError, WriteError. */
async function unpackArchive(
  transport: Transport,
  route: string,
  { directory, signal, mayBeMissing }: ArchiveTarget,
): Promise<boolean> {
  const { baseUrl, retry } = transport.settings;
  const url = `${baseUrl.replace(/\/+$/, '')}${route}`;
  const attempt = async (): Promise<Attempt<boolean | TinkerError>> => {
    try {
      const { status, retryAfterMs, body, words } = await openDownload(url, { headers: transport.headers, signal });
      if (status === 200) {
        await unpackFiles(body, directory, { names: [CONFIG, WEIGHTS], mostBytes: MOST_BYTES });
        return { result: true, retry: false };
      }
      const said = serverWords(await words());
      if (status === 404 && mayBeMissing) return { result: false, retry: false };
      // 425: SkyRL has not written it yet.
      const retryable = [408, 425, 429].includes(status) || status >= 500;
      const message = `GET ${route}: HTTP ${status}${said === '' ? '' : `: ${said}`}`;
      return { result: new TinkerError(message, { status, retryable }), retry: retryable, retryAfterMs };
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof WriteError) throw cause;
      // An archive that is wrong is wrong again; a lost connection may come back.
      const retryable = !(cause instanceof RangeError);
      const message = `GET ${route}: ${errorMessage(cause)}`;
      return { result: new TinkerError(message, { cause, retryable }), retry: retryable };
    }
  };
  const result = await withRetries(attempt, retry, { signal });
  if (result instanceof TinkerError) throw result;
  return result;
}

/** Checks the files, and completes the configuration. @throws TinkerError for what is no adapter. */
async function completeAdapter(directory: string, path: string): Promise<void> {
  try {
    const source = await openModelDirectory(directory);
    const tensors = await openTensorFiles(source, 'adapter_model');
    const names = [...tensors.entries.keys()];
    await tensors.close();
    const modules = new Set(names.flatMap((name) => /\.(\w+)\.lora_[AB]\.weight$/.exec(name)?.[1] ?? []));
    if (modules.size === 0) throw new ModelFileError(`${WEIGHTS}: expected tensors of an adapter, got none`);
    const config = await readModelJson(source, CONFIG);
    for (const field of ['r', 'lora_alpha'])
      if (!(Number(config?.[field]) > 0))
        throw new ModelFileError(
          `${CONFIG}: ${field}: expected a number above 0, got ${JSON.stringify(config?.[field])}`,
        );
    const completed = {
      ...config,
      peft_type: 'LORA',
      task_type: config?.['task_type'] ?? 'CAUSAL_LM',
      target_modules: config?.['target_modules'] ?? [...modules].sort(),
    };
    writeFileWhole(`${directory}/${CONFIG}`, `${JSON.stringify(completed, null, 2)}\n`);
  } catch (cause) {
    if (!(cause instanceof ModelFileError)) throw cause;
    throw new TinkerError(`the archive of ${path}: ${cause.message}`, { cause });
  }
}
