import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';
import { ADVERSARIAL_CASES } from './adversarial-cases.js';

for (const [what, rows] of Object.entries(ADVERSARIAL_CASES)) {
  describe(`adversarial cases: ${what}`, () => {
    for (const [gold, response, expected, why, options] of rows) {
      it(`${JSON.stringify(gold)} against ${JSON.stringify(response)} is ${expected}: ${why}`, () => {
        const { kind } = verifyMath(response, gold, options);
        if (expected === 'not-correct') expect(kind).not.toBe('correct');
        else expect(kind).toBe(expected);
      });
    }
  });
}
