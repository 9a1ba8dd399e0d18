import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelFileError } from '../../../../src/base/index.js';
import { fetchSnapshot, type HubOptions } from '../../../../src/io/index.js';
import { COMMIT, HubServer, sums, type HubContent } from './hub-server.js';

const SMALL = Buffer.from('{"model_type":"llama"}');
const LARGE = Buffer.alloc(3_000_000, 'weights and more weights. ');
const FILES: HubContent = {
  'config.json': { content: SMALL, lfs: false },
  'model.safetensors': { content: LARGE, lfs: true },
  'picture.png': { content: Buffer.from('not wanted'), lfs: false },
};
const REPOSITORY = { type: 'model', name: 'owner/tiny' } as const;
const wanted = (path: string) => !path.endsWith('.png');

describe('fetchSnapshot', () => {
  let hub: HubServer;
  let options: HubOptions & { cacheDirectory: string };
  beforeEach(async () => {
    hub = new HubServer('models/owner/tiny', FILES);
    options = { hubUrl: await hub.start(), cacheDirectory: mkdtempSync(join(tmpdir(), 'rstar2-hub-')) };
  });
  afterEach(async () => {
    await hub.stop();
    rmSync(options.cacheDirectory, { recursive: true });
  });
  const blobs = () => readdirSync(join(options.cacheDirectory, 'models--owner--tiny', 'blobs'));

  it('lays the wanted files out as huggingface_hub does, and reports every byte', async () => {
    const seen: number[] = [];
    const folder = await fetchSnapshot(REPOSITORY, wanted, {
      ...options,
      onProgress: ({ receivedBytes, totalBytes }) => {
        expect(totalBytes).toBe(SMALL.length + LARGE.length);
        seen.push(receivedBytes);
      },
    });
    expect(folder).toBe(join(options.cacheDirectory, 'models--owner--tiny', 'snapshots', COMMIT));
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'model.safetensors']);
    expect(readFileSync(join(folder, 'model.safetensors')).equals(LARGE)).toBe(true);
    expect(readFileSync(join(folder, '../../refs/main'), 'utf8')).toBe(COMMIT);
    expect(seen.at(-1)).toBe(SMALL.length + LARGE.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('fetches nothing twice, and needs no connection when it is told so', async () => {
    const folder = await fetchSnapshot(REPOSITORY, wanted, options);
    hub.requests.length = 0;
    expect(await fetchSnapshot(REPOSITORY, wanted, options)).toBe(folder);
    expect(hub.requests.filter((request) => request.includes('/resolve/') || request.includes('/store/'))).toEqual([]);
    hub.requests.length = 0;
    expect(await fetchSnapshot(REPOSITORY, wanted, { ...options, offline: true })).toBe(folder);
    expect(hub.requests).toEqual([]);
  });

  it('goes on where a connection broke, twice', async () => {
    hub.drops = 2;
    const folder = await fetchSnapshot(REPOSITORY, wanted, options);
    expect(readFileSync(join(folder, 'model.safetensors')).equals(LARGE)).toBe(true);
    const ranges = hub.requests.filter((request) => request.startsWith('GET /store/') && !request.endsWith('=0-0'));
    expect(ranges.length).toBe(3);
    expect(ranges.slice(1).every((request) => /bytes=[1-9]/.test(request))).toBe(true);
  });

  it('begins again where the store has forgotten ranges', async () => {
    hub.drops = 1;
    hub.ignoresRanges = true;
    const folder = await fetchSnapshot(REPOSITORY, wanted, options);
    expect(readFileSync(join(folder, 'model.safetensors')).equals(LARGE)).toBe(true);
    expect(blobs().filter((name) => name.includes('incomplete'))).toEqual([]);
  });

  it('asks again where the store is busy, and not where it refuses', async () => {
    hub.storeStatuses.push(503, 503);
    const folder = await fetchSnapshot(REPOSITORY, wanted, options);
    expect(readFileSync(join(folder, 'model.safetensors')).equals(LARGE)).toBe(true);
    rmSync(options.cacheDirectory, { recursive: true });
    hub.requests.length = 0;
    hub.storeStatuses.push(403);
    await expect(fetchSnapshot(REPOSITORY, wanted, options)).rejects.toThrow(/^model\.safetensors: /);
    expect(hub.storeStatuses).toEqual([]);
  });

  it('fetches of a new commit what is new alone', async () => {
    const old = await fetchSnapshot(REPOSITORY, wanted, options);
    hub.commit = 'b'.repeat(40);
    hub.requests.length = 0;
    const fresh = await fetchSnapshot(REPOSITORY, wanted, options);
    expect([old, fresh].map((folder) => readdirSync(folder).sort())).toEqual(
      Array(2).fill(['config.json', 'model.safetensors']),
    );
    expect(fresh).toBe(join(options.cacheDirectory, 'models--owner--tiny', 'snapshots', hub.commit));
    expect(hub.requests.filter((request) => request.includes('/resolve/') || request.includes('/store/'))).toEqual([]);
    expect(await fetchSnapshot(REPOSITORY, wanted, { ...options, offline: true })).toBe(fresh);
    expect(await fetchSnapshot(REPOSITORY, wanted, { ...options, offline: true, revision: COMMIT })).toBe(old);
  });

  it('leaves a revision unnamed where a download ended early: offline it is not there', async () => {
    hub.storeStatuses.push(403);
    await expect(fetchSnapshot(REPOSITORY, wanted, options)).rejects.toThrow(ModelFileError);
    await expect(fetchSnapshot(REPOSITORY, wanted, { ...options, offline: true })).rejects.toThrow(
      /expected a cached copy \(offline\), found none/,
    );
  });

  it('takes over what another process left, and starts again when that was no part of the file', async () => {
    const folder = join(options.cacheDirectory, 'models--owner--tiny', 'blobs');
    mkdirSync(folder, { recursive: true });
    const { lfs } = sums(FILES['model.safetensors']!);
    writeFileSync(join(folder, `${lfs!.oid}.999999999.incomplete`), Buffer.alloc(1_000_000, 'x'));
    const snapshot = await fetchSnapshot(REPOSITORY, wanted, options);
    expect(readFileSync(join(snapshot, 'model.safetensors')).equals(LARGE)).toBe(true);
    expect(blobs().filter((name) => name.includes('incomplete'))).toEqual([]);
  });

  it('refuses what is not the file by its checksum, and keeps nothing of it', async () => {
    hub.forged = Buffer.alloc(LARGE.length, 'forged');
    const refusal = fetchSnapshot(REPOSITORY, (path) => path === 'model.safetensors', options);
    await expect(refusal).rejects.toThrow(/model\.safetensors: the download is damaged: expected the checksum/);
    await expect(refusal).rejects.toBeInstanceOf(ModelFileError);
    expect(blobs()).toEqual([]);
  });

  it('gives equal answers to two calls at the same time', async () => {
    const both = await Promise.all([
      fetchSnapshot(REPOSITORY, wanted, options),
      fetchSnapshot(REPOSITORY, wanted, options),
    ]);
    expect(both[0]).toBe(both[1]);
    expect(readFileSync(join(both[0], 'model.safetensors')).equals(LARGE)).toBe(true);
  });

  it('says what the hub answered when it refuses', async () => {
    hub.status = 401;
    await expect(fetchSnapshot(REPOSITORY, wanted, options)).rejects.toThrow(/owner\/tiny@main: .*not for you/);
  });

  it('says that nothing is cached, offline', async () => {
    await expect(fetchSnapshot(REPOSITORY, wanted, { ...options, offline: true })).rejects.toThrow(
      /owner\/tiny@main: expected a cached copy \(offline\), found none/,
    );
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const refusal = fetchSnapshot(REPOSITORY, wanted, {
      ...options,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(refusal).rejects.toThrow('enough');
  });
});
