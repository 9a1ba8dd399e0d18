import { describe, expect, it } from 'vitest';
import { MarkSearch } from '../../../../../../src/rollout/tool-calls/internal/speech/mark-search.js';

describe('MarkSearch', () => {
  it('holds back what may be the beginning of a mark, and nothing else', () => {
    const search = new MarkSearch(['<tool_call>', '[END]']);
    expect(search.add('a < b <tool')).toEqual({ before: 'a < b ', mark: undefined, after: '' });
    expect(search.add('box> [')).toEqual({ before: '<toolbox> ', mark: undefined, after: '' });
    expect(search.add('END] and [E')).toEqual({ before: '', mark: '[END]', after: ' and [E' });
    expect(search.add(' and [E')).toEqual({ before: ' and ', mark: undefined, after: '' });
    expect(search.end()).toBe('[E');
    expect(search.end()).toBe('');
  });

  it('finds the first mark, and of those at the same place the first of its list', () => {
    const search = new MarkSearch(['b', 'ab', 'abc']);
    expect(search.add('xabc')).toEqual({ before: 'x', mark: 'ab', after: 'c' });
  });

  it('finds nothing without marks', () => {
    expect(new MarkSearch([]).add('<a>')).toEqual({ before: '<a>', mark: undefined, after: '' });
  });
});
