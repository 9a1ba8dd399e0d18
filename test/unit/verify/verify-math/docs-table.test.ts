import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';

const guide = readFileSync(new URL('../../../../docs/verification.md', import.meta.url), 'utf8');
const section = guide.slice(guide.indexOf('## What is equal'), guide.indexOf('## Options'));
const rows = [...section.matchAll(/^\| `(.+?)` +\| `(.+?)` +\| (correct|incorrect) +\| (.+?) +\|$/gm)];

describe('the table of what is equal in docs/verification.md', () => {
  it('is read whole', () => {
    expect(rows).toHaveLength(section.split('\n').filter((line) => line.startsWith('| `')).length);
    expect(rows.length).toBeGreaterThan(40);
  });

  for (const [, gold, answer, verdict, because] of rows) {
    it(`says of ${gold} and ${answer} what happens: ${verdict}, ${because}`, () => {
      expect(verifyMath(`Therefore $\\boxed{${answer}}$.`, gold!).kind).toBe(verdict);
    });
  }
});
