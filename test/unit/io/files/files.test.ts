import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openAppendFile,
  readTextFile,
  standingDirectory,
  writeDirectoryWhole,
  writeFileWhole,
} from '../../../../src/io/index.js';
import * as withoutFiles from '../../../../src/io/internal/file-system.browser.js';
import * as withFiles from '../../../../src/io/internal/file-system.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-io-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writeFileWhole', () => {
  it('makes the folder, replaces what is there and leaves nothing beside it', () => {
    const path = join(folder, 'a', 'b', 'file.txt');
    writeFileWhole(path, 'old');
    writeFileWhole(path, 'ü'.repeat(100_000));
    expect(readFileSync(path, 'utf8')).toBe('ü'.repeat(100_000));
    writeFileWhole(path, Uint8Array.of(1, 2));
    expect([...readFileSync(path)]).toEqual([1, 2]);
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['file.txt']);
  });

  it('leaves the old file, and nothing else, when it cannot write', () => {
    const path = join(folder, 'file.txt');
    mkdirSync(path);
    expect(() => writeFileWhole(path, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['file.txt']);
  });

  it('takes the place of what a killed writer left half done', () => {
    const path = join(folder, 'file.txt');
    writeFileSync(`${path}.part`, 'half of something lon');
    writeFileWhole(path, 'new');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['new', ['file.txt']]);
  });
});

describe('writeDirectoryWhole', () => {
  it('replaces all files of a directory', async () => {
    const path = join(folder, 'run', 'checkpoint');
    await writeDirectoryWhole(path, { a: 'old', gone: 'x' });
    await writeDirectoryWhole(path, { a: 'new', b: Uint8Array.of(7) });
    expect(readdirSync(join(folder, 'run'))).toEqual(['checkpoint']);
    expect(readdirSync(path).sort()).toEqual(['a', 'b']);
    expect(readFileSync(join(standingDirectory(path), 'a'), 'utf8')).toBe('new');
    expect(existsSync(join(path, 'gone'))).toBe(false);
  });

  it('is read, and written again, after a crash between its two renames', async () => {
    const path = join(folder, 'checkpoint');
    await writeDirectoryWhole(path, { a: 'old' });
    // What a crash there leaves: the old one moved away, the new one not yet in its place.
    renameSync(path, `${path}.old`);
    mkdirSync(`${path}.part`);
    writeFileSync(join(`${path}.part`, 'a'), 'new');
    expect(readFileSync(join(standingDirectory(path), 'a'), 'utf8')).toBe('old');
    await writeDirectoryWhole(path, { a: 'newer' });
    expect(readFileSync(join(standingDirectory(path), 'a'), 'utf8')).toBe('newer');
    expect(readdirSync(folder)).toEqual(['checkpoint']);
  });

  it('never reads a part of the new one and a part of the old one', async () => {
    const path = join(folder, 'checkpoint');
    await writeDirectoryWhole(path, { a: 'new' });
    mkdirSync(`${path}.old`);
    writeFileSync(join(`${path}.old`, 'b'), 'old');
    expect(standingDirectory(path)).toBe(path);
  });
});

describe('openAppendFile', () => {
  it('takes away again what could not be written whole', () => {
    const path = join(folder, 'full.jsonl');
    // A file of this process may have 1,024 bytes: the second line gets there in part.
    const program = `
      import { openAppendFile } from ${JSON.stringify(resolve('src/io/files/files.ts'))};
      const file = openAppendFile(${JSON.stringify(path)});
      const outcomes = [900, 500, 50].map((length, i) => {
        try {
          file.append(String(i).repeat(length) + '\\n');
          return file.bytes;
        } catch (error) {
          return error.name + ', ' + file.bytes;
        }
      });
      console.log(JSON.stringify(outcomes));
    `;
    const command = 'trap "" XFSZ; ulimit -f 1; exec "$0" --import tsx --input-type=module -e "$1"';
    const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([901, 'WriteError, 901', 952]);
    expect(readFileSync(path, 'utf8')).toBe(`${'0'.repeat(900)}\n${'2'.repeat(50)}\n`);
  });

  it('grows a file, which is on the disk when append returns', () => {
    const path = join(folder, 'deep', 'log.txt');
    const file = openAppendFile(path);
    file.append('a\n');
    file.append('b\n');
    expect(readTextFile(path)).toBe('a\nb\n');
    file.close();
    file.close();
    expect(() => file.append('c')).toThrow(new TypeError(`${path}: expected an open file, got a closed one`));
    openAppendFile(path).close();
    expect(readTextFile(path)).toBe('a\nb\n');
  });
});

describe('readTextFile', () => {
  it('gives undefined for a file that is not there', () => {
    expect(readTextFile(join(folder, 'none'))).toBeUndefined();
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('the file system of a browser', () => {
  it('has every function of the other one, and each says what is missing', () => {
    expect(Object.keys(withoutFiles).sort()).toEqual(Object.keys(withFiles).sort());
    for (const [name, missing] of Object.entries(withoutFiles))
      if (name !== 'constants') expect(missing).toThrow('which a browser does not have');
  });
});
