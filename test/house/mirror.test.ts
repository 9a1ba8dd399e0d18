import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../integration/node-process.js';

/** Whether src has a folder of this path, or a file, whatever its kind: `report/internal/page/parts/scale`. */
function hasSource(path: string): boolean {
  const source = join(ROOT, 'src', path);
  if (existsSync(source)) return true;
  const folder = dirname(source);
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(`${basename(path)}.`));
}

/** A test lies where its source lies; several of one file or folder, each of a topic, lie in a folder of its name. */
function hasItsPlace(test: string): boolean {
  const path = test.replace(/\.test\.ts$/, '');
  return (
    hasSource(path) ||
    (dirname(path) !== '.' && !existsSync(join(ROOT, 'src', dirname(path))) && hasSource(dirname(path)))
  );
}

describe('the place of a unit test', () => {
  it('is where the source lies that it tests', () => {
    const tests = readdirSync(join(ROOT, 'test/unit'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .sort();
    expect(tests.filter((test) => !hasItsPlace(test))).toEqual([]);
  });

  it.each(['verify/verify-math', 'verify/verify-math/blind', 'sandbox/python/rstar2_seccomp', 'batch'])(
    'may be %s',
    (path) => {
      expect(hasItsPlace(`${path}.test.ts`)).toBe(true);
    },
  );

  it.each(['verify/blind', 'verify/rules/decimals', 'utils', 'bench/kernel'])('is not %s', (path) => {
    expect(hasItsPlace(`${path}.test.ts`)).toBe(false);
  });
});
