import { describe, expect, it } from 'vitest';
import { requireShallow } from '../../../../../src/sandbox/server/internal/json-shape.js';

const shaped = (text: string, inAll = 100, each = inAll) => {
  requireShallow(Buffer.from(text), { inAll, each });
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

  it('refuses more values in one submission than there may be in each, and lets through many submissions', () => {
    const refused = expect.objectContaining({
      status: 413,
      detail: expect.stringContaining('a submission') as string,
    }) as Error;
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, k) => [`name ${k}`, 1]));
    expect(() => shaped(JSON.stringify({ submissions: Array(500).fill(names(5)) }), 10_000, 20)).not.toThrow();
    for (const body of [{ submissions: [names(50)] }, { submissions: names(50) }, names(50), [names(5), names(50)]])
      expect(() => shaped(JSON.stringify(body), 10_000, 20)).toThrow(refused);
    expect(() => shaped(JSON.stringify({ submissions: [names(5)], more: names(50) }), 10_000, 20)).toThrow(refused);
    const lists = Object.fromEntries(Array.from({ length: 50 }, (_, k) => [`list ${k}`, [0, 0]]));
    expect(() => shaped(JSON.stringify(lists), 10_000, 20)).toThrow(refused);
  });
});
