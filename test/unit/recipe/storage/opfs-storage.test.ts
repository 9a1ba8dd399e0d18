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

  it('is locked by its whole path: folders of different places may have one name', async () => {
    const names: string[] = [];
    const request = (name: string, _: object, callback: (lock: object | null) => Promise<void> | undefined) => {
      names.push(name);
      return callback({});
    };
    const top = Object.assign(new FakeDirectory(''), {
      resolve: (folder: FakeDirectory) => Promise.resolve(folder === first ? ['a', 'run'] : ['b', 'run']),
    });
    const [first, second] = [new FakeDirectory('run'), new FakeDirectory('run')];
    vi.stubGlobal('navigator', { locks: { request }, storage: { getDirectory: () => Promise.resolve(top) } });
    for (const directory of [first, second, undefined]) await opfsStorage(directory).lock!();
    expect(names).toEqual(['opfs:a/run', 'opfs:b/run', 'opfs:rstar2-agent'].map((name) => `rstar2-agent ${name}`));
  });

  it('says which file cannot be written where a browser writes files by another interface', async () => {
    const directory = new FakeDirectory('runs');
    directory.getFileHandle = () =>
      Promise.resolve({ getFile: () => Promise.resolve(new Blob([])) }) as ReturnType<FakeDirectory['getFileHandle']>;
    const writing = opfsStorage(directory).write('latest.json', bytes('new'));
    await expect(writing).rejects.toThrow(RunError);
    await expect(writing).rejects.toThrow(
      'opfs:runs/latest.json: cannot be written: handle.createWritable is not a function',
    );
  });

  it('says where there is no such file system', async () => {
    vi.stubGlobal('navigator', {});
    await expect(opfsStorage().read('config.json')).rejects.toThrow('expected a browser with a private file system');
  });
});
