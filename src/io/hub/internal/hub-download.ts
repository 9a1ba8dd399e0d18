import { ModelFileError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { withRetries } from '../../retries.js';
import {
  createHash,
  constants,
  createReadStream,
  join,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from '../../internal/file-system.js';
import type { Hub, HubFile, HubRequest } from './hub-peer.js';

const { O_APPEND, O_CREAT, O_WRONLY } = constants;
/** Windows has no such flag. */
const APPEND_NO_LINK =
  O_WRONLY | O_APPEND | O_CREAT | ((constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0);

const RETRIES = { retries: 5, delayMs: 500, maxDelayMs: 30_000 };

/** Downloads of this process, by where they go: two of the same file take turns, and the second finds it there. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Brings one file into the folder of blobs, under its checksum.
 *
 * A download writes to a file that has its process in the name. One that another process left when it ended is taken
 * over, by a rename, and gone on from: no process ever writes to another's file.
 *
 * @returns Where it is.
 */
export async function downloadBlob(
  hub: Hub,
  request: HubRequest & { readonly revision: string },
  file: HubFile,
  folder: string,
  { report, signal }: { readonly report: (bytes: number) => void; readonly signal: AbortSignal | undefined },
): Promise<string> {
  const name = file.lfs?.oid ?? file.oid;
  if (name === undefined || !/^[0-9a-f]{40,64}$/.test(name))
    throw new ModelFileError(`${file.path}: expected a checksum from the hub, got ${JSON.stringify(name)}`);
  const path = join(folder, name);
  const before = underWay.get(path);
  const own = (async () => {
    await before;
    if ((await sizeOf(path)) === file.size) return;
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${name}.${process.pid}.incomplete`);
    await download(hub, request, { ...file, name }, folder, part, report, signal);
    await rename(part, path);
  })();
  const settled = own.catch(() => undefined);
  underWay.set(path, settled);
  try {
    await own;
  } finally {
    if (underWay.get(path) === settled) underWay.delete(path);
  }
  return path;
}

async function download(
  hub: Hub,
  request: HubRequest & { readonly revision: string },
  file: HubFile & { readonly name: string },
  folder: string,
  part: string,
  report: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { name } = file;
  let resumed = await takeOver(folder, name, part);
  const failure = await withRetries<ModelFileError | undefined>(
    async () => {
      try {
        await appendRest(hub, request, file, part, report);
        if ((await checksum(part, file)) === name) return { result: undefined, retry: false };
        await rm(part, { force: true });
        const error = new ModelFileError(
          `${file.path}: the download is damaged: expected the checksum ${name}, got another`,
        );
        // What another download left may be at fault; what came in one piece is as the hub sends it.
        const retry = resumed;
        resumed = false;
        return { result: error, retry };
      } catch (cause) {
        signal?.throwIfAborted();
        resumed = true;
        const message = errorMessage(cause);
        const status = (cause as { statusCode?: number } | undefined)?.statusCode;
        const retry = status === undefined || status === 408 || status === 429 || status >= 500;
        return { result: new ModelFileError(`${file.path}: ${message}`, { cause, retryable: retry }), retry };
      }
    },
    RETRIES,
    signal === undefined ? {} : { signal },
  );
  if (failure !== undefined) throw failure;
}

async function appendRest(
  hub: Hub,
  request: HubRequest & { readonly revision: string },
  file: HubFile,
  part: string,
  report: (bytes: number) => void,
): Promise<void> {
  let received = (await sizeOf(part)) ?? 0;
  if (received > file.size) {
    await rm(part, { force: true });
    received = 0;
  }
  report(received);
  if (received === file.size && file.size > 0) return;
  const blob = await hub.downloadFile({ ...request, path: file.path, xet: false });
  if (blob === null) throw new ModelFileError(`${file.path}: the hub has no such file`);
  const target = await open(part, APPEND_NO_LINK);
  try {
    const rest = received === 0 ? blob : blob.slice(received, file.size);
    // A fetch that fails ends the peer's stream with a plain text.
    for await (const bytes of rest.stream() as unknown as AsyncIterable<Uint8Array>) {
      received += bytes.byteLength;
      if (received > file.size) break;
      await target.appendFile(bytes);
      report(received);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (received === file.size) return;
  if (received < file.size) throw new Error(`the connection ended after ${received} of ${file.size} bytes`);
  await rm(part, { force: true });
  throw new Error(`expected ${file.size} bytes, got more: the server ignores ranges`);
}

/** @returns Whether there was something to go on from. */
async function takeOver(folder: string, name: string, part: string): Promise<boolean> {
  for (const left of await readdir(folder)) {
    const owner = /^([0-9a-f]+)\.(\d+)\.incomplete$/.exec(left);
    if (owner?.[1] !== name || (Number(owner[2]) !== process.pid && isAlive(Number(owner[2])))) continue;
    try {
      // In a folder that others write to, a link would have its target written to.
      const found = await lstat(join(folder, left));
      if (!found.isFile() || found.nlink > 1) {
        await rm(join(folder, left), { force: true });
        continue;
      }
      if (join(folder, left) !== part) await rename(join(folder, left), part);
      return true;
    } catch {
      continue;
    }
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** As the hub counts: SHA-256 of a large file's content, git's SHA-1 of a small one's. */
async function checksum(path: string, { lfs, size }: HubFile): Promise<string> {
  const hash = createHash(lfs === undefined ? 'sha1' : 'sha256');
  if (lfs === undefined) hash.update(`blob ${size}\0`);
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
