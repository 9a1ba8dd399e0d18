import { describe, expect, it } from 'vitest';
import { modelIds } from '../../../../../src/gateway/internal/server/model-list.js';

describe('modelIds', () => {
  it('lists names that are whole, and the policy where there is none', () => {
    expect(modelIds({ a: 'trained', 'b*': 'untrained' })).toEqual(['a']);
    expect(modelIds({ '*': 'untrained' })).toEqual(['policy']);
  });
});
