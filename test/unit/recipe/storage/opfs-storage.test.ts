import { afterEach, describe, expect, it, vi } from 'vitest';
import { opfsStorage, RunError } from '../../../../src/recipe/index.js';
import { FakeDirectory } from './fake-file-system.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a run in a browser's private file system", () => {
  afterEach(() => vi.unstubAllGlobals());

  it('lies in a folder of its own where none is named', async () => {
    const top = new FakeDirectory('');
    vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(top) } });
    const storage = opfsStorage();
    await storage.write('config.json', bytes('{}'));
    expect([storage.name, [...top.entries.keys()]]).toEqual(['opfs:rstar2-agent', ['rstar2-agent']]);
    expect(await opfsStorage().list('')).toEqual(['config.json']);
  });

  it('keeps the old bytes of a file that cannot be written, and says which file it is', async () => {
    const directory = new FakeDirectory('runs');
    const storage = opfsStorage(directory);
    await storage.write('latest.json', bytes('old'));
    directory.full = true;
    for (const call of [storage.write('latest.json', bytes('new')), storage.append('latest.json', bytes('more'))]) {
      await expect(call).rejects.toThrow(RunError);
      await expect(call).rejects.toThrow('opfs:runs/latest.json: cannot be written: QuotaExceededError');
    }
    expect(new TextDecoder().decode(await storage.read('latest.json'))).toBe('old');
  });

  it('is open in one tab at a time, where the browser has locks', async () => {
    const held = new Set<string>();
    const request = async (name: string, _: object, callback: (lock: object | null) => Promise<void> | undefined) => {
      if (held.has(name)) return callback(null);
      held.add(name);
      await callback({});
      held.delete(name);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    const directory = new FakeDirectory('runs');
    const release = await opfsStorage(directory).lock!();
    await expect(opfsStorage(directory).lock!()).rejects.toThrow('opfs:runs: another tab or worker has this run open');
    release();
    release();
    await vi.waitFor(() => expect(held.size).toBe(0));
    (await opfsStorage(directory).lock!())();
    vi.stubGlobal('navigator', {});
    (await opfsStorage(directory).lock!())();
  });

  it('says where there is no such file system', async () => {
    vi.stubGlobal('navigator', {});
    await expect(opfsStorage().read('config.json')).rejects.toThrow('expected a browser with a private file system');
  });
});
