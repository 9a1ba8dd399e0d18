import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';
import type { Row } from './rules/rows.js';

const folder = new URL('./rules/', import.meta.url);
const files = readdirSync(folder).filter((file) => file !== 'rows.ts');

for (const file of files) {
  const tables = (await import(new URL(file, folder).href)) as Readonly<Record<string, readonly Row[]>>;
  for (const [table, rows] of Object.entries(tables)) {
    describe(`what the rules say of ${table.toLowerCase().replaceAll('_', ' ')}`, () => {
      it('has rows', () => {
        expect(rows.length).toBeGreaterThan(0);
      });

      for (const { groundTruth, response, verdict } of rows) {
        it(`${JSON.stringify(groundTruth)} against ${JSON.stringify(response)} is ${verdict}`, () => {
          const { kind } = verifyMath(response, groundTruth);
          if (verdict === 'not correct') expect(kind).not.toBe('correct');
          else if (verdict === 'not incorrect') expect(kind).not.toBe('incorrect');
          else expect(kind).toBe(verdict);
        });
      }
    });
  }
}
