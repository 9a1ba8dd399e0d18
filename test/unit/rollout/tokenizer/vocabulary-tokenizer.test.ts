import { describe, expect, it } from 'vitest';
import { createVocabularyTokenizer } from '../../../../src/rollout/index.js';

const tokenizer = createVocabularyTokenizer(['print', 'pri', 'p', 'é', '<|im'], {
  special: ['<|im_end|>', '<|im_end|>!', '<|im_start|>'],
});
const id = (piece: string) => tokenizer.tokenId(piece);

describe('createVocabularyTokenizer', () => {
  it('numbers bytes first, then special tokens, then pieces', () => {
    expect(tokenizer.vocabularySize).toBe(256 + 3 + 5);
    expect([id('<|im_end|>'), id('<|im_start|>'), id('print'), id('<|im')]).toEqual([256, 258, 259, 263]);
    expect(id('q')).toBeUndefined();
  });

  it('takes the longest piece that matches', () => {
    expect([...tokenizer.encode('printprip')]).toEqual([id('print'), id('pri'), id('p')]);
  });

  it('falls back to the longest piece that is whole when a longer one breaks off', () => {
    expect([...tokenizer.encode('prin')]).toEqual([id('pri'), 'n'.charCodeAt(0)]);
  });

  it('spells what no piece covers as UTF-8 bytes', () => {
    expect([...tokenizer.encode('qü€')]).toEqual([0x71, 0xc3, 0xbc, 0xe2, 0x82, 0xac]);
    expect([...tokenizer.encode('é')]).toEqual([id('é')]);
  });

  it('takes special tokens before pieces, the longest first', () => {
    expect([...tokenizer.encode('<|im_start|>p<|im_end|>!<|im_end|>')]).toEqual([
      id('<|im_start|>'),
      id('p'),
      id('<|im_end|>!'),
      id('<|im_end|>'),
    ]);
    expect(tokenizer.encode('<|im_')[0]).toBe(id('<|im'));
  });

  it('never matches a piece across a special token', () => {
    const crossing = createVocabularyTokenizer(['a<', 'a'], { special: ['<s>'] });
    expect([...crossing.encode('a<s>')]).toEqual([crossing.tokenId('a'), crossing.tokenId('<s>')]);
  });

  it('decodes bytes that are no UTF-8 to the replacement character', () => {
    expect(tokenizer.decode([0xc3])).toBe('\uFFFD');
    expect(tokenizer.decode([0xc3, id('p')!, 0xbc])).toBe('\uFFFDp\uFFFD');
    expect(tokenizer.decode([0xff, 0x41])).toBe('\uFFFDA');
  });

  it('keeps a byte order mark', () => {
    expect(tokenizer.decode(tokenizer.encode('\uFEFFp\uFEFF'))).toBe('\uFEFFp\uFEFF');
  });

  it('encodes a lone surrogate as the replacement character, as UTF-8 has none', () => {
    expect(tokenizer.decode(tokenizer.encode('a\uD800b'))).toBe('a\uFFFDb');
  });

  it('comes back from JSON with the same ids', () => {
    const json = JSON.parse(JSON.stringify(tokenizer)) as { pieces: string[]; special: string[] };
    const again = createVocabularyTokenizer(json.pieces, json);
    const text = 'print <|im_end|> pé€';
    expect([...again.encode(text)]).toEqual([...tokenizer.encode(text)]);
    expect(again.vocabularySize).toBe(tokenizer.vocabularySize);
  });

  it('works without pieces and without special tokens', () => {
    const bytes = createVocabularyTokenizer([]);
    expect(bytes.vocabularySize).toBe(256);
    expect(bytes.decode(bytes.encode('<|im_end|>'))).toBe('<|im_end|>');
  });

  it('reads nothing in an id that no token has', () => {
    expect(tokenizer.decode([65, 264, 1e6, 66])).toBe('AB');
  });

  it('refuses what is no id', () => {
    expect(() => tokenizer.decode([65, -1])).toThrow(
      new RangeError('ids.1: expected an integer of at least 0, got -1'),
    );
    expect(() => tokenizer.decode([1.5])).toThrow(RangeError);
  });

  it('refuses a vocabulary that is not one, and names what is wrong', () => {
    expect(() => createVocabularyTokenizer(['a', ''])).toThrow(RangeError);
    expect(() => createVocabularyTokenizer(['a', 'b', 'a'])).toThrow(
      'vocabulary: expected every piece once, got "a" twice',
    );
    expect(() => createVocabularyTokenizer(['a'], { special: ['a'] })).toThrow('got "a" twice');
    expect(() => createVocabularyTokenizer(['\uD83D'])).toThrow('vocabulary.pieces.0: expected well-formed text');
    expect(() => createVocabularyTokenizer([3 as never])).toThrow(TypeError);
  });
});
