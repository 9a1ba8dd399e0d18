import { describe, expect, it } from 'vitest';
import { shownJson } from '../../../../src/rollout/internal/shown-json.js';

describe('what came instead', () => {
  it('is shown as JSON, and as it prints where it has none', () => {
    expect(shownJson({ kind: 'ok' })).toBe('{"kind":"ok"}');
    expect(shownJson(undefined)).toBe('undefined');
  });

  it('is shown as it prints where JSON refuses it', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect([10n, circular, Object.create(null, { toJSON: { value: () => 10n } })].map(shownJson)).toEqual([
      '10',
      '[object Object]',
      '[object Object]',
    ]);
  });

  it('is cut where it is long', () => {
    expect(shownJson('a'.repeat(500))).toBe(`"${'a'.repeat(96)}...`);
  });
});
