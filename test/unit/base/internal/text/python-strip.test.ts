import { describe, expect, it } from 'vitest';
import { isPythonSpace, pythonStrip } from '../../../../../src/base/internal/index.js';

describe('white space as Python reads it', () => {
  it('strips Unicode’s spaces and the separators at both ends', () => {
    expect(pythonStrip('\x1c\u00a0 a b\u2003\n')).toBe('a b');
    expect(pythonStrip('\x85\x1f\u3000')).toBe('');
  });

  it('takes a byte order mark for no space, other than JavaScript', () => {
    expect(pythonStrip('\ufeffa')).toBe('\ufeffa');
    expect(isPythonSpace('\ufeff')).toBe(false);
  });
});
