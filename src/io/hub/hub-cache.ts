import * as z from 'zod';
import { ModelFileError } from '../../base/index.js';
import { errorMessage, functionSchema } from '../../base/internal/index.js';
import { downloadBlob } from './internal/hub-download.js';
import {
  constants,
  copyFile,
  dirname,
  existsSync,
  homedir,
  join,
  mkdir,
  relative,
  rename,
  symlink,
} from '../internal/file-system.js';
import { readTextFile, writeFileWhole } from '../files/files.js';
import { hubFetch } from './internal/hub-fetch.js';
import { importHub, type Hub, type HubFile, type HubRequest, type InfoRequest } from './internal/hub-peer.js';

/** How to download files from the Hugging Face hub. */
export interface HubOptions {
  /** A branch, tag or commit. Default `main`. */
  readonly revision?: string | undefined;
  /** Default `HF_HUB_CACHE`, else `HF_HOME/hub`, else `~/.cache/huggingface/hub`: the cache of Python's `huggingface_hub`. */
  readonly cacheDirectory?: string | undefined;
  /** Use only cached files and open no connection. Default: true if `HF_HUB_OFFLINE` is 1, else false. */
  readonly offline?: boolean | undefined;
  /** Default `HF_TOKEN`. */
  readonly accessToken?: string | undefined;
  /** Default `HF_ENDPOINT`, else the public hub. */
  readonly hubUrl?: string | undefined;
  /** Called while bytes arrive. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const hubOptionsSchema = z.strictObject({
  revision: z.string().min(1).optional(),
  cacheDirectory: z.string().min(1).optional(),
  offline: z.boolean().optional(),
  accessToken: z.string().optional(),
  hubUrl: z.url().optional(),
  onProgress: z.optional(functionSchema()),
  signal: z.instanceof(AbortSignal).optional(),
});

/** Progress of a download. */
export interface DownloadProgress {
  /** The file being downloaded now. */
  readonly file: string;
  /** Bytes received, all files together. Files that were cached already count. */
  readonly receivedBytes: number;
  readonly totalBytes: number;
}

const PUBLIC_HUB = 'https://huggingface.co';

const listedSchema = z.object({
  type: z.string(),
  path: z.string().max(4096),
  size: z.int().nonnegative(),
  oid: z.string().optional(),
  lfs: z.object({ oid: z.string() }).optional(),
});

/** Most files of a repository. A list that is longer may be endless. */
const MOST_FILES = 1_000_000;

/**
 * Downloads files of a repository on the hub into the cache of Python's `huggingface_hub`, in its layout:
 * `models--OWNER--NAME/{blobs,snapshots,refs}`. Files in the cache are not downloaded again, and a broken download continues. Every file is
 * checked against the hub's checksum before it gets its name.
 *
 * @param wanted - Chooses the files: called with each path of the repository, and with all paths. If it throws, the call ends before
 *   anything is downloaded.
 * @returns The folder of the snapshot.
 * @throws ModelFileError where the hub refuses, or is not reached after several tries, or sends what is not the file;
 *   offline, where nothing is cached. MissingPeerError where the peer `@huggingface/hub` is missing. The signal's reason when aborted.
 */
export async function fetchSnapshot(
  repository: { readonly type: 'model' | 'dataset'; readonly name: string },
  wanted: (path: string, all: readonly string[]) => boolean,
  options: HubOptions = {},
): Promise<string> {
  const { type, name } = repository;
  const revision = plainPath(options.revision ?? 'main');
  const folder = join(options.cacheDirectory ?? defaultCache(), `${type}s--${name.replaceAll('/', '--')}`);
  if (options.offline ?? process.env['HF_HUB_OFFLINE'] === '1') return cachedSnapshot(folder, name, revision);

  const hub = await importHub();
  const hubUrl = options.hubUrl ?? process.env['HF_ENDPOINT'];
  const request: HubRequest = {
    repo: repository,
    ...optional('hubUrl', hubUrl),
    ...optional('accessToken', options.accessToken ?? process.env['HF_TOKEN']),
    fetch: hubFetch(hubUrl ?? PUBLIC_HUB, { signal: options.signal, files: false }),
  };
  const commit = await commitOf(hub, request, revision, options.signal);
  const snapshot = join(folder, 'snapshots', commit);
  const listed = await listFiles(hub, { ...request, revision: commit }, `${name}@${revision}`, options.signal);
  const paths = listed.map(({ path }) => path);
  const files = listed.filter(({ path }) => wanted(path, paths));
  checkPaths(files);
  const download = {
    ...request,
    revision: commit,
    fetch: hubFetch(hubUrl ?? PUBLIC_HUB, { signal: options.signal, files: true }),
  };

  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    const report = (bytes: number) =>
      options.onProgress?.({ file: file.path, receivedBytes: before + bytes, totalBytes });
    const blob = await downloadBlob(hub, download, file, join(folder, 'blobs'), {
      report,
      signal: options.signal,
    });
    await link(blob, join(snapshot, file.path));
    before += file.size;
    report(0);
  }
  // Last: a revision that is named here is whole.
  if (revision !== commit) writeFileWhole(join(folder, 'refs', revision), commit);
  return snapshot;
}

/** @throws ModelFileError where the hub does not say what it has. */
async function listFiles(
  hub: Hub,
  request: HubRequest & { readonly revision: string },
  name: string,
  signal: AbortSignal | undefined,
): Promise<HubFile[]> {
  const listed: HubFile[] = [];
  try {
    for await (const entry of hub.listFiles({ ...request, recursive: true })) {
      if (!listedSchema.safeParse(entry).success)
        throw new ModelFileError(
          `expected a type, a path and a size of each file, got ${JSON.stringify(entry)?.slice(0, 200)}`,
        );
      if (entry.type === 'file' && listed.push(entry) > MOST_FILES)
        throw new ModelFileError(`the hub lists more than ${MOST_FILES} files`);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ModelFileError(`${name}: the hub did not list its files: ${errorMessage(cause)}`, { cause });
  }
  return listed;
}

/** @throws ModelFileError for a path that leads out, and for two that are one where case does not count. */
function checkPaths(files: readonly HubFile[]): void {
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const key = plainPath(path).normalize('NFC').toLowerCase();
    const other = seen.get(key);
    if (other !== undefined)
      throw new ModelFileError(
        `${JSON.stringify(path)}: expected names that differ in more than case, got ${JSON.stringify(other)}`,
      );
    seen.set(key, path);
  }
}

async function commitOf(hub: Hub, request: HubRequest, revision: string, signal?: AbortSignal): Promise<string> {
  if (isCommit(revision)) return revision;
  const { repo, ...rest } = request;
  try {
    const info = (request: InfoRequest) => (repo.type === 'model' ? hub.modelInfo(request) : hub.datasetInfo(request));
    const { sha } = await info({ ...rest, name: repo.name, revision, additionalFields: ['sha'] });
    if (isCommit(sha)) return sha;
    throw new Error(`expected a commit, got ${JSON.stringify(sha)}`);
  } catch (cause) {
    signal?.throwIfAborted();
    const message = errorMessage(cause);
    throw new ModelFileError(`${repo.name}@${revision}: the hub did not resolve the revision: ${message}`, { cause });
  }
}

function cachedSnapshot(folder: string, name: string, revision: string): string {
  const commit = isCommit(revision) ? revision : readTextFile(join(folder, 'refs', revision))?.trim();
  // What another program wrote there leads nowhere else.
  const snapshot = isCommit(commit) ? join(folder, 'snapshots', commit) : undefined;
  if (snapshot !== undefined && existsSync(snapshot)) return snapshot;
  throw new ModelFileError(`${name}@${revision}: expected a cached copy (offline), found none in ${folder}`);
}

let serial = 0;

/** Other programs' caches have links, so that two revisions share a file; where links cannot be made, a copy. */
async function link(blob: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.${serial++}.part`;
  try {
    await symlink(relative(dirname(path), blob), fresh);
  } catch {
    await copyFile(blob, fresh, constants.COPYFILE_EXCL);
  }
  await rename(fresh, path);
}

const HUB_ID = /^([A-Za-z0-9][\w.-]*\/[\w.-]+)(?:@([\w./-]+))?$/;

/**
 * @returns What an id of the hub (`owner/name`, `owner/name@revision`) names; undefined for anything else, such as a path that
 *   begins in a folder that is here: its end is mistyped.
 */
export function readHubId(source: string): { readonly name: string; readonly revision?: string } | undefined {
  const [, name, revision] = HUB_ID.exec(source) ?? [];
  if (name === undefined || (revision === undefined && existsSync(name.split('/', 1)[0]!))) return undefined;
  return { name, ...optional('revision', revision) };
}

/** Devices of Windows, whatever comes after a dot; and names that it takes for others. */
const WINDOWS = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$|[. ]$|[<>"|?*]/i;

/** @throws ModelFileError for a path or a revision that would leave the repository's folder, or be no file of it. */
function plainPath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\:\p{Cc}]/u.test(part)))
    throw new ModelFileError(`${JSON.stringify(path)}: expected a path within the repository`);
  if (process.platform === 'win32' && parts.some((part) => WINDOWS.test(part)))
    throw new ModelFileError(`${JSON.stringify(path)}: expected a path that is valid on Windows`);
  return path;
}

function isCommit(revision: unknown): revision is string {
  return typeof revision === 'string' && /^[0-9a-f]{40}$/.test(revision);
}

function defaultCache(): string {
  const { HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME, XDG_CACHE_HOME } = process.env;
  const own = HF_HUB_CACHE ?? HUGGINGFACE_HUB_CACHE;
  return own ?? join(HF_HOME ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'huggingface'), 'hub');
}

function optional<K extends string, V>(name: K, value: V | undefined): { readonly [name in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]: V });
}
