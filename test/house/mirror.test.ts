import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../integration/node-process.js';

it('every unit test lies where the file lies that it tests', () => {
  const tests = readdirSync(join(ROOT, 'test/unit'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
  const sourceOf = (test: string) => join(ROOT, 'src', test.replace(/\.test\.ts$/, '.ts'));
  expect(tests.filter((test) => !existsSync(sourceOf(test)))).toEqual([]);
});
