import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../src/verify/index.js';
import { ADVERSARIAL_CASES } from './adversarial-cases.js';

describe.each(Object.entries(ADVERSARIAL_CASES))('adversarial cases: %s', (_what, rows) => {
  it.each(rows.map((row) => ({ row, name: `${row[1]} for ${row[0]} is ${row[2]}: ${row[3]}` })))('$name', ({ row }) => {
    const [gold, response, expected, , options] = row;
    const { kind } = verifyMath(response, gold, options);
    if (expected === 'not-correct') expect(kind).not.toBe('correct');
    else expect(kind).toBe(expected);
  });
});
