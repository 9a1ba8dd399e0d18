import { describe, expect, it } from 'vitest';
import { servedKeys } from '../../../../src/cli/tinker/served-keys.js';

describe('the keys of a server', () => {
  it('are one, or one for each user', () => {
    expect(servedKeys('tml-secret')).toBe('tml-secret');
    expect(servedKeys('ann tml-1')).toEqual({ ann: 'tml-1' });
    expect(servedKeys('ann tml-1\n\nbob-2\ttml-2\r\n')).toEqual({ ann: 'tml-1', 'bob-2': 'tml-2' });
  });

  it.each([
    ['ann tml-1\ntml-2', 'line 2: expected USER KEY: a name, a space and a key'],
    ['../ann tml-1', 'line 1: expected USER KEY: a name, a space and a key'],
    ['ann tml-1\nann tml-2', 'line 2: expected one key for ann, got another'],
  ])('are refused where a line does not say whose they are: %j', (text, message) => {
    expect(() => servedKeys(text)).toThrow(`--key-file: ${message}`);
    expect(() => servedKeys(text)).not.toThrow('tml-');
  });
});
