import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DatasetError } from '../../../../src/base/index.js';
import { readJsonFile } from '../../../../src/io/index.js';

const folder = mkdtempSync(join(tmpdir(), 'rstar2-json-'));
const path = join(folder, 'latest.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readJsonFile', () => {
  const schema = z.object({ step: z.int() });

  it('reads what a file holds, and nothing where there is none', () => {
    writeFileSync(path, '{ "step": 3 }');
    expect(readJsonFile(schema, path)).toEqual({ step: 3 });
    expect(readJsonFile(schema, join(folder, 'nothing.json'))).toBeUndefined();
  });

  it.each([
    ['that was cut off', '{ "step": ', 'expected JSON: '],
    ['of another shape', '{ "step": "3" }', 'step: expected '],
  ])('names a file %s', (_what, text, message) => {
    writeFileSync(path, text);
    const read = () => readJsonFile(schema, path);
    expect(read).toThrow(DatasetError);
    expect(read).toThrow(`${path}: ${message}`);
  });
});
