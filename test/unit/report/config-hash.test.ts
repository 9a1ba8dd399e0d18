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

  it('names the place of what JSON cannot hold', () => {
    const circle: { model: { layers: object[] } } = { model: { layers: [] } };
    circle.model.layers.push({ up: circle.model });
    expect(() => configHash(circle)).toThrow(
      new TypeError('config.model.layers[0].up: expected a value that JSON can represent, got config.model again'),
    );
    expect(() => configHash({ tokens: { budget: 10n } })).toThrow(
      new TypeError('config.tokens.budget: expected a value that JSON can represent, got a BigInt'),
    );
    expect(() => configHash(undefined as never)).toThrow(new TypeError('config: expected an object, got undefined'));
    const shared = { a: 1 };
    expect(configHash({ x: shared, y: shared })).toBe(configHash({ x: { a: 1 }, y: { a: 1 } }));
  });

  it('does not count a field that is undefined', () => {
    expect(configHash({ a: 1, b: undefined })).toBe(configHash({ a: 1 }));
  });
});
