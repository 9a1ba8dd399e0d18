import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openModelDirectory, readModelJson, readModelText } from '../../../../src/io/index.js';

describe('a file of a model that is none', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-model-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a pipe, which would be waited for', (path: string) => void execFileSync('mkfifo', [path])],
    ['a device, which has no end', (path: string) => symlinkSync('/dev/zero', path)],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('is refused: %s', async (_name, make) => {
    make(join(folder, 'config.json'));
    await expect(readModelJson({ path: folder, name: 'model' }, 'config.json')).rejects.toThrow(
      'config.json: expected a file, found a folder, a pipe or a device',
    );
  });
});

describe('openModelDirectory', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-model-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes a folder as it is, and a directory that is open already', async () => {
    const directory = await openModelDirectory(folder);
    expect(directory).toEqual({ path: folder, name: folder });
    expect(await openModelDirectory(directory)).toBe(directory);
  });

  it('looks an id of the hub up in the cache, its revision too', async () => {
    const options = { offline: true, cacheDirectory: folder };
    await expect(openModelDirectory('Qwen/Qwen3-0.6B@v1.0', options)).rejects.toThrow(
      /^Qwen\/Qwen3-0\.6B@v1\.0: expected a cached copy \(offline\), found none in .*models--Qwen--Qwen3-0\.6B$/,
    );
  });

  it.each(['./nowhere', '/nowhere/at/all', 'nowhere', '../up'])('refuses %s, which is neither', async (source) => {
    await expect(openModelDirectory(source)).rejects.toThrow(/expected a folder or an id of the hub/);
  });

  it('takes a path that begins in a folder that is here for no id of the hub, unless a revision says so', async () => {
    const options = { offline: true, cacheDirectory: folder };
    await expect(openModelDirectory('src/qwen3', options)).rejects.toThrow(
      'src/qwen3: expected a folder or an id of the hub (owner/name), found neither',
    );
    await expect(openModelDirectory('src/qwen3@main', options)).rejects.toThrow(
      /^src\/qwen3@main: expected a cached copy/,
    );
  });

  it('refuses a file, and what is no source', async () => {
    writeFileSync(join(folder, 'config.json'), '{}');
    await expect(openModelDirectory(join(folder, 'config.json'))).rejects.toThrow(/expected a folder, found a file/);
    await expect(openModelDirectory(7 as never)).rejects.toThrow(
      /source: expected a folder or an id of the hub, got number/,
    );
  });

  it('refuses options that it does not know, and a revision that would leave the cache', async () => {
    await expect(openModelDirectory(folder, { ofline: true } as never)).rejects.toThrow(
      'options: unknown option "ofline"',
    );
    await expect(openModelDirectory(folder, { offline: 'yes' as never })).rejects.toThrow(TypeError);
    const options = { offline: true, cacheDirectory: folder };
    await expect(openModelDirectory('owner/name@../../up', options)).rejects.toThrow(
      /expected a path within the repository/,
    );
  });

  it('reads its JSON, refuses what is no object or too large, and knows what is missing', async () => {
    const directory = await openModelDirectory(folder);
    writeFileSync(join(folder, 'config.json'), '{"a": 1}');
    writeFileSync(join(folder, 'list.json'), '[1]');
    writeFileSync(join(folder, 'broken.json'), '{"a": ');
    writeFileSync(join(folder, 'bomb.json'), '');
    truncateSync(join(folder, 'bomb.json'), 2 ** 30);
    expect(await readModelJson(directory, 'config.json')).toEqual({ a: 1 });
    expect(await readModelJson(directory, 'missing.json')).toBeUndefined();
    expect(await readModelText(directory, 'list.json')).toBe('[1]');
    await expect(readModelJson(directory, 'list.json')).rejects.toThrow('list.json: expected an object');
    await expect(readModelJson(directory, 'broken.json')).rejects.toThrow(/^broken\.json: /);
    await expect(readModelJson(directory, 'bomb.json')).rejects.toThrow(
      'bomb.json: expected at most 16777216 bytes, got 1073741824',
    );
  });
});
