import { expect, it } from 'vitest';
import { allTraces, allTurns, generatedLength, responseLength } from '../../../../../src/base/internal/index.js';
import type { TokenTrace } from '../../../../../src/base/index.js';

const trace = (mask: readonly number[], promptLength = 1): TokenTrace => ({
  ids: Int32Array.from(mask, (_, t) => t),
  logprobs: new Float32Array(mask.length),
  responseMask: Uint8Array.from(mask),
  promptLength,
});
const turn = (text: string) => ({ text, toolCalls: [] });
const main = trace([0, 0, 1, 1, 0, 1], 2);
/** Shares the first four tokens, reads one more and writes two. */
const shared = trace([0, 0, 0, 0, 0, 1, 1], 2);
const branches = [
  { prompt: [], turns: [turn('c')], tokens: shared, finishReason: 'stop' as const },
  { prompt: [], turns: [], tokens: trace([0, 0]), finishReason: 'stop' as const },
];

it('lists turns and traces once, the main path first', () => {
  const turns = [turn('a'), turn('b')];
  expect(allTurns({ turns, branches }).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  expect(allTurns({ turns })).toBe(turns);
  expect(allTraces({ tokens: main, branches })).toEqual([main, shared, branches[1]!.tokens]);
});

it('counts the tokens that any path generated, and none twice', () => {
  expect(generatedLength({ tokens: main, branches })).toBe(3 + 2);
  expect(generatedLength({ tokens: main })).toBe(3);
  expect(generatedLength({ branches })).toBeUndefined();
});

it('measures the response of the main path from its prompt, of a branch from the first token that it trains on', () => {
  expect(responseLength({ tokens: main, branches })).toBe(4 + 2);
  expect(responseLength({ tokens: main })).toBe(4);
  expect(responseLength({})).toBeUndefined();
});
