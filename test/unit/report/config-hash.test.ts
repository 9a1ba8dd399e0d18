import { describe, expect, it } from 'vitest';
import { configHash } from '../../../src/report/index.js';

describe('configHash', () => {
  it('depends on the settings and not on the order they are written in', () => {
    const hash = configHash({ b: { y: 1, x: [1, { q: 2, p: 3 }] }, a: 'text' });
    expect(configHash({ a: 'text', b: { x: [1, { p: 3, q: 2 }], y: 1 } })).toBe(hash);
    expect(configHash({ a: 'text', b: { x: [{ p: 3, q: 2 }, 1], y: 1 } })).not.toBe(hash);
    expect(configHash({ a: 'text', b: { x: [1, { p: 3, q: 2 }], y: 2 } })).not.toBe(hash);
  });

  it('is SHA-256 of the canonical JSON', () => {
    expect(configHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });

  it('does not count a field that is undefined', () => {
    expect(configHash({ a: 1, b: undefined })).toBe(configHash({ a: 1 }));
  });
});
