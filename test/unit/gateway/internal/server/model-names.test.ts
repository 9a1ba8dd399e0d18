import { describe, expect, it } from 'vitest';
import { findModel } from '../../../../../src/gateway/internal/server/model-names.js';

describe('findModel', () => {
  const judge = { baseUrl: 'http://judge' };
  const models = {
    small: 'untrained',
    'claude-*': 'untrained',
    'claude-big*': 'trained',
    'claude-big-judge': judge,
  } as const;

  it.each([
    ['small', 'untrained'],
    ['smaller', 'trained'],
    ['claude-3', 'untrained'],
    ['claude-big-2', 'trained'],
    ['claude-big-judge', judge],
    ['__proto__', 'trained'],
    ['constructor', 'trained'],
    [undefined, 'trained'],
  ] as const)('takes the longest name that fits %s', (name, expected) => {
    expect(findModel(models, name)).toBe(expected);
  });

  it('takes any name for *', () => {
    expect(findModel({ '*': 'untrained', own: 'trained' }, 'other')).toBe('untrained');
    expect(findModel({ '*': 'untrained', own: 'trained' }, 'own')).toBe('trained');
  });
});
