import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVocabularyTokenizer } from '../../../src/rollout/index.js';

const unit = 'binary' as const;
const special = ['<|im_start|>', '<|im_end|>'];
const pieces = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 4 }), { maxLength: 20 });
const vocabulary = pieces.map((texts) => texts.filter((text) => !special.includes(text)));

/** Text that is likely to hold the vocabulary's pieces and pieces cut short. */
const withText = vocabulary.chain((texts) =>
  fc.record({
    texts: fc.constant(texts),
    text: fc
      .array(fc.oneof(fc.constantFrom(...texts, ...special, '<|im_'), fc.string({ unit })))
      .map((parts) => parts.join('')),
  }),
);

describe('createVocabularyTokenizer', () => {
  it('gives any well-formed text back, whatever its pieces', () => {
    fc.assert(
      fc.property(withText, ({ texts, text }) => {
        const tokenizer = createVocabularyTokenizer(texts, { special });
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
      }),
    );
  });

  it('uses ids of its vocabulary only, and never more tokens than bytes', () => {
    fc.assert(
      fc.property(withText, ({ texts, text }) => {
        const tokenizer = createVocabularyTokenizer(texts, { special });
        const ids = [...tokenizer.encode(text)];
        expect(ids.every((id) => id >= 0 && id < tokenizer.vocabularySize)).toBe(true);
        expect(ids.length).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
      }),
    );
  });

  it('gives each special token its own id wherever it stands', () => {
    fc.assert(
      fc.property(withText, ({ texts, text }) => {
        const tokenizer = createVocabularyTokenizer(texts, { special });
        const counted = [...tokenizer.encode(text)].filter((id) => id === tokenizer.tokenId('<|im_end|>')).length;
        expect(counted).toBe(text.split('<|im_end|>').length - 1);
      }),
    );
  });

  it('decodes any ids to well-formed text', () => {
    const tokenizer = createVocabularyTokenizer(['print', 'é'], { special });
    const ids = fc.array(fc.nat({ max: tokenizer.vocabularySize - 1 }));
    fc.assert(
      fc.property(ids, (tokens) => {
        const text = tokenizer.decode(tokens);
        expect(text).not.toMatch(/[\uD800-\uDFFF]/u);
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
      }),
    );
  });
});
