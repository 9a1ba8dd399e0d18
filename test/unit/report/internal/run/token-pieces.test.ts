import { describe, expect, it } from 'vitest';
import { tokenPieces } from '../../../../../src/report/internal/run/token-pieces.js';

const decoder = new TextDecoder();
const bytes = { decode: (ids: ArrayLike<number>) => decoder.decode(Uint8Array.from(Array.from(ids))) };

function trace(text: string, promptBytes: number, logprob: number) {
  const ids = Int32Array.from(new TextEncoder().encode(text));
  const responseMask = new Uint8Array(ids.length).fill(1, promptBytes);
  return {
    ids,
    responseMask,
    logprobs: new Float32Array(ids.length).fill(logprob, promptBytes),
    promptLength: promptBytes,
  };
}

describe('tokenPieces', () => {
  it('joins what no policy drew and gives each drawn token its probability', () => {
    expect(tokenPieces(trace('abcd', 2, Math.log(0.5)), bytes)).toEqual([
      ['ab', null],
      ['c', 0.5],
      ['d', 0.5],
    ]);
  });

  it('joins tokens that only together make a character', () => {
    expect(tokenPieces(trace('a🙂b', 1, Math.log(0.5)), bytes)).toEqual([
      ['a', null],
      ['🙂', 0.0625],
      ['b', 0.5],
    ]);
  });

  it('ends when bytes never make a character', () => {
    const ids = new Int32Array(20).fill(0xff);
    const broken = { ids, logprobs: new Float32Array(20), responseMask: new Uint8Array(20).fill(1), promptLength: 0 };
    expect(
      tokenPieces(broken, bytes)
        .map(([text]) => text)
        .join(''),
    ).toHaveLength(20);
  });
});
