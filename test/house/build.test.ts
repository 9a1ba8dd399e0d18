import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sourcesHash } from '../../scripts/build/current.mjs';

describe('the hash that says whether a build is current', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'rstar2-build-'));
  afterAll(() => rmSync(checkout, { recursive: true }));

  it('is that of the same files elsewhere, and another when one changes or comes', () => {
    for (const source of ['src', 'scripts', 'package.json', 'package-lock.json'])
      cpSync(source, join(checkout, source), { recursive: true });
    const here = sourcesHash('.');
    expect(sourcesHash(checkout)).toBe(here);
    writeFileSync(join(checkout, 'src/sandbox/python/new.py'), '');
    const withNew = sourcesHash(checkout);
    writeFileSync(join(checkout, 'src/sandbox/python/new.py'), 'pass');
    expect(new Set([here, withNew, sourcesHash(checkout)]).size).toBe(3);
  });
});
