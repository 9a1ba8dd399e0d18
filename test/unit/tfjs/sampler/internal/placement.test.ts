import { describe, expect, it } from 'vitest';
import { placeConversations } from '../../../../../src/tfjs/sampler/internal/placement.js';

const of = (...prompts: string[]) => prompts.map((prompt) => ({ prompt }));
const nowhere = () => undefined;

describe('placeConversations', () => {
  it('keeps groups together and workers equally busy', () => {
    expect(placeConversations(of('a', 'b', 'a', 'b', 'a', 'b'), [0, 0], nowhere)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('splits a group that is too large for one worker', () => {
    const places = placeConversations(of('a', 'a', 'a', 'a', 'a', 'b'), [0, 0, 0], nowhere);
    expect([0, 1, 2].map((worker) => places.filter((place) => place === worker).length)).toEqual([2, 2, 2]);
  });

  it('goes where least is running', () => {
    expect(placeConversations(of('a', 'b', 'c'), [3, 0, 3], nowhere)).toEqual([1, 1, 1]);
  });

  it('goes where the prompt is, if that makes no worker busier than the others', () => {
    const home = (prompt: string) => (prompt === 'b' ? 1 : undefined);
    expect(placeConversations(of('b'), [1, 1], home)).toEqual([1]);
    expect(placeConversations(of('b'), [0, 1], home)).toEqual([0]);
  });
});
