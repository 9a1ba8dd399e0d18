import { describe, expect, it } from 'vitest';
import { LineReader } from '../../../../../src/sandbox/wasm/internal/line-reader.js';

describe('LineReader', () => {
  it('gives lines that come in pieces, also where a piece ends inside a character', () => {
    const lines: string[] = [];
    const reader = new LineReader(
      (line) => lines.push(line),
      () => 100,
    );
    const bytes = Buffer.from('ab€c\n\nd\nrest');
    for (const byte of bytes) expect(reader.push(Buffer.of(byte))).toBe(true);
    expect(lines).toEqual(['ab€c', '', 'd']);
  });

  it('refuses a line that is too long, and drops what it had of it', () => {
    const lines: string[] = [];
    const reader = new LineReader(
      (line) => lines.push(line),
      () => 4,
    );
    expect(reader.push(Buffer.from('abcd'))).toBe(true);
    expect(reader.push(Buffer.from('e'))).toBe(false);
    expect(reader.push(Buffer.from('f\n'))).toBe(true);
    expect(lines).toEqual(['f']);
  });
});
