import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, terminalJson, visibleText, errorMessage } from '../../../../src/base/internal/text.js';
import { isPythonSpace, pythonStrip } from '../../../../src/base/internal/index.js';

/* eslint-disable no-control-regex -- control characters are what these tests are about */

const anyText = fc.array(fc.nat(0x2fff)).map((codes) => String.fromCharCode(...codes));

describe('plainText', () => {
  it('leaves no control character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(plainText(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
    expect(plainText('a\r\n b\tc')).toBe('a b c');
  });
});

describe('visibleText', () => {
  it('leaves no control character but line feeds and tabs, and anything else as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visibleText(text);
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        expect(shown.split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
    expect(visibleText('a\n\té\u001b[2J\u0007\r\u009b1m\u202ex')).toBe('a\n\té␛[2J␇␍<U+009B>1m<U+202E>x');
  });

  it('gives the same wherever a text is cut', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(visibleText(a) + visibleText(b)).toBe(visibleText(a + b));
      }),
    );
  });
});

describe('terminalJson', () => {
  it('is the same value without a control character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(terminalJson({ text }))).toEqual({ text });
        expect(terminalJson(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      }),
    );
  });
});

it('is the message of an error, and whatever else was thrown as a text', () => {
  expect([new RangeError('too far'), 'plain', undefined].map(errorMessage)).toEqual(['too far', 'plain', 'undefined']);
});

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
