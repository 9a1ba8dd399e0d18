import { describe, expect, it } from 'vitest';
import { crc32c } from '../../../../src/report/internal/tensorboard.js';

describe('crc32c', () => {
  it('is that of RFC 3720', () => {
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
  });
});
