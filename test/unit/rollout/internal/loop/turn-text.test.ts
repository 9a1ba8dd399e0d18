import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnText } from '../../../../../src/rollout/internal/loop/turn-text.js';
import { tokenizer } from '../../conversation.js';

describe('TurnText', () => {
  it('gives each character when all of its bytes are there', () => {
    const text = new TurnText(tokenizer);
    const pieces = Array.from(tokenizer.encode('a€😀b'), (id) => text.add(Int32Array.of(id)));
    expect(pieces).toEqual(['a', '', '', '€', '', '', '', '😀', 'b']);
    expect(text.text).toBe('a€😀b');
  });

  it('gives the text that the tokens have together, whatever comes at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(4)), (written, cuts) => {
        const ids = tokenizer.encode(written);
        const text = new TurnText(tokenizer);
        let [at, given] = [0, ''];
        for (const length of [...cuts, ids.length]) given += text.add(ids.slice(at, (at += length)));
        expect(written.startsWith(given)).toBe(true);
        // A replacement character may be the beginning of something else.
        expect(given).toBe(written.replace(/\uFFFD+$/, ''));
      }),
    );
  });
});
