import { describe, expect, it } from 'vitest';
import { createVocabularyTokenizer } from '../../../../../src/rollout/index.js';
import { stopTextSearch } from '../../../../../src/tfjs/sampler/internal/stop-texts.js';

const tokenizer = createVocabularyTokenizer(['stop', 'op it', 'é'], {});
const request = (stopTexts?: readonly string[]) => ({
  tokens: Int32Array.of(1),
  sampling: { maxTokens: 9, stopTokens: [] },
  ...(stopTexts && { constraint: { stopTexts } }),
});
const decode = (ids: ArrayLike<number>) => tokenizer.decode(ids);

/** How many tokens of a text are drawn before one ends it. */
function drawnOf(text: string, stopTexts: readonly string[]): number {
  const tokens = [...tokenizer.encode(text)];
  const ends = stopTextSearch(request(stopTexts), decode);
  const at = tokens.findIndex((_, i) => ends(tokens.slice(0, i + 1)));
  return at < 0 ? tokens.length + 1 : at + 1;
}

describe('stopTextSearch', () => {
  it('finds the first of several texts, in a token, over tokens, and in the middle of one', () => {
    expect(drawnOf('ab stop c', ['stop'])).toBe(4);
    expect(drawnOf('xyz', ['yz', 'z'])).toBe(3);
    expect(drawnOf('a sop it', ['p i'])).toBe(4);
    expect(drawnOf('no end', ['stop'])).toBe(7);
  });

  it('finds characters of several bytes, however long the turn is', () => {
    expect(drawnOf(`${'word '.repeat(50)}naïve€ x`, ['ïve€'])).toBe(250 + tokenizer.encode('naïve€').length);
  });

  it('needs a tokenizer for them, and for nothing else', () => {
    expect(stopTextSearch(request(), undefined)([1, 2])).toBe(false);
    expect(() => stopTextSearch(request(['x']), undefined)).toThrow(
      new TypeError('options.decode: expected a function, for the request has stop texts, got undefined'),
    );
  });
});
