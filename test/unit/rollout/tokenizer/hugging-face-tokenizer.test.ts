import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadHuggingFaceTokenizer } from '../../../../src/rollout/index.js';
import { byteLevelTokenizerJson } from '../byte-level-bpe.js';

const tokenizer = await loadHuggingFaceTokenizer(
  byteLevelTokenizerJson([
    ['t', 'o'],
    ['o', 'l'],
    ['to', 'ol'],
    ['Ġ', 'c'],
  ]),
);

describe('loadHuggingFaceTokenizer', () => {
  it('counts every id, control tokens included', () => {
    expect(tokenizer.vocabularySize).toBe(256 + 4 + 3);
  });

  it('knows which pieces are one token', () => {
    expect(tokenizer.tokenId('<|im_end|>')).toBe(262);
    expect(tokenizer.tokenId('tool')).toBe(258);
    expect(tokenizer.tokenId(' c')).toBe(259);
    expect(tokenizer.tokenId('call')).toBeUndefined();
    expect(tokenizer.tokenId('')).toBeUndefined();
  });

  it('encodes control tokens as their single ids, and adds none', () => {
    expect([...tokenizer.encode('<|im_start|>tool<|im_end|>')]).toEqual([261, 258, 262]);
  });

  it('says which control tokens it reads out of a text', () => {
    expect(tokenizer.controlTokens).toEqual(['<|endoftext|>', '<|im_start|>', '<|im_end|>']);
  });

  it('says which of the other added tokens are marks', async () => {
    const added = ['<think>', '</tool_response>', '[CALL]', '  ', '<', 'word'];
    const { controlTokens, markers } = await loadHuggingFaceTokenizer(
      byteLevelTokenizerJson([], ['<|im_end|>'], added),
    );
    expect([controlTokens, markers]).toEqual([['<|im_end|>'], ['<think>', '</tool_response>', '[CALL]']]);
  });

  it('decodes control tokens and white space as they were', () => {
    const text = '<|im_start|>user\n  Is 2 , 3 ?\n\n<|im_end|>\n';
    expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
  });

  it('decodes an incomplete character to the replacement character', () => {
    const ids = tokenizer.encode('€');
    expect(ids).toHaveLength(3);
    expect(tokenizer.decode(ids.subarray(0, 2))).toBe('\uFFFD');
  });

  it.each([
    { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
  ])('reads nothing in an id that no token has, with the decoder $type', async (decoder) => {
    const padded = await loadHuggingFaceTokenizer({ ...byteLevelTokenizerJson([]), decoder });
    expect(padded.decode([padded.vocabularySize, ...padded.encode('ab'), 300_000])).toBe('ab');
    expect(padded.decode([padded.vocabularySize])).toBe('');
  });

  it('gives any text back, up to the normalizer of the model', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text.normalize('NFC'));
      }),
    );
  });

  it('refuses what is not a parsed file', async () => {
    await expect(loadHuggingFaceTokenizer('{}' as never)).rejects.toThrow(TypeError);
  });

  it.each([4e9, 1e15, 10_000_000, -5, 0.5, 'x', null])('refuses the id %j of a token', async (id) => {
    const json = byteLevelTokenizerJson([]);
    const model = { ...json.model, vocab: { ...json.model.vocab, made: id } };
    const message = `tokenizerJson: expected ids of tokens from 0 to 9999999, got ${JSON.stringify(id)} ("made")`;
    await expect(loadHuggingFaceTokenizer({ ...json, model })).rejects.toThrow(new RangeError(message));
    const added_tokens = [...json.added_tokens, { id, content: 'made' }];
    await expect(loadHuggingFaceTokenizer({ ...json, added_tokens })).rejects.toThrow(new RangeError(message));
  });
});
