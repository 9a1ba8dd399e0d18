import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnReporter } from '../../../../../src/rollout/internal/loop/turn-reporter.js';
import { tokenizer } from '../../conversation.js';

/** @returns The text that a turn reports for each of these pieces of it. */
function reported(pieces: readonly Int32Array[]): string[] {
  let text = '';
  const reporter = new TurnReporter({
    ...{ rolloutId: 'a/0', turn: 0, tokenizer, stopTokens: new Map() },
    onEvent: (event) => void (event.kind === 'text' && (text += event.text)),
  });
  const attempt = reporter.start();
  return pieces.map((piece) => {
    text = '';
    reporter.add(piece, attempt);
    return text;
  });
}

describe("the text of a turn's tokens", () => {
  it('has each character when all of its bytes are there', () => {
    const ids = Array.from(tokenizer.encode('a€😀b'), (id) => Int32Array.of(id));
    expect(reported(ids)).toEqual(['a', '', '', '€', '', '', '', '😀', 'b']);
  });

  it('is the text that the tokens have together, whatever comes at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(4)), (written, cuts) => {
        const ids = tokenizer.encode(written);
        let at = 0;
        const given = reported([...cuts, ids.length].map((length) => ids.slice(at, (at += length)))).join('');
        expect(written.startsWith(given)).toBe(true);
        // A replacement character may be the beginning of something else.
        expect(given).toBe(written.replace(/\uFFFD+$/, ''));
      }),
    );
  });
});
