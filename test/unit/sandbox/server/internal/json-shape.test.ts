import { describe, expect, it } from 'vitest';
import { requireShallow } from '../../../../../src/sandbox/server/internal/json-shape.js';

const shaped = (text: string, mostValues = 100) => {
  requireShallow(Buffer.from(text), mostValues);
};
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the shape of a body', () => {
  it('lets through what is flat, whatever its texts say', () => {
    const text = `${'[{,'.repeat(1000)}"\\`;
    expect(() => shaped(JSON.stringify({ [text]: text, list: [text, { text }] }))).not.toThrow();
    expect(() => shaped('"an end that never comes\\')).not.toThrow();
    expect(() => shaped('')).not.toThrow();
  });

  it('refuses what lies deeper than 64 levels', () => {
    expect(() => shaped(nested(64))).not.toThrow();
    expect(() => shaped(nested(65))).toThrow(expect.objectContaining({ status: 422 }) as Error);
    expect(() => shaped('{"a":'.repeat(65))).toThrow(expect.objectContaining({ status: 422 }) as Error);
    expect(() => shaped(`"${'['.repeat(99)}\\""${'['.repeat(65)}`)).toThrow(
      expect.objectContaining({ status: 422 }) as Error,
    );
  });

  it('refuses more values than there may be', () => {
    expect(() => shaped(JSON.stringify(Array.from({ length: 99 }, () => 1)))).not.toThrow();
    expect(() => shaped(JSON.stringify(Array.from({ length: 101 }, () => 1)))).toThrow(
      expect.objectContaining({ status: 413 }) as Error,
    );
    expect(() => shaped(`[${'{},'.repeat(50)}`)).toThrow(expect.objectContaining({ status: 413 }) as Error);
  });
});
