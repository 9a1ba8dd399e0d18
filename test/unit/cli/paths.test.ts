import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkWritableFile, checkWritableFolder } from '../../../src/cli/paths.js';

const folder = mkdtempSync(join(tmpdir(), 'rstar2-writable-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a path that a command will write to', () => {
  it('is left as it was found', () => {
    checkWritableFolder('out', join(folder, 'a', 'b'));
    checkWritableFile('report', join(folder, 'a', 'b.html'));
    checkWritableFolder('out', folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where no folder can be made', () => {
    expect(() => checkWritableFolder('out', '/dev/null/x/y')).toThrow(
      '--out: cannot write /dev/null/x/y: /dev/null is a file, not a folder',
    );
  });

  it('is no folder where a file is written', () => {
    expect(() => checkWritableFile('report', folder)).toThrow(`--report: expected a file, got the folder ${folder}`);
  });
});
