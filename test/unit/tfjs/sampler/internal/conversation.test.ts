import { beforeAll, describe, expect, it } from 'vitest';
import { Conversation } from '../../../../../src/tfjs/sampler/internal/conversation.js';
import { HostedKvStore, type KvCache } from '../../../../../src/tfjs/sampler/internal/hosted-kv-store.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

beforeAll(() => useBackend('cpu'));

const store = new HostedKvStore(SMALL);
const prompt = Int32Array.from({ length: 40 }, (_, i) => i % 23);

/** @param cached - How much of it has been read in. */
function conversation(tokens: Int32Array, cached = 0): Conversation {
  const one = new Conversation(store);
  one.extendTo(tokens);
  (one.cache as KvCache).reserve(cached);
  one.cached = cached;
  return one;
}

/** What a new conversation with the prompt need not read. */
function taken(others: readonly Conversation[]): number {
  const next = conversation(prompt);
  next.shareWith(others);
  expect(next.takePrefix()).toBe(true);
  return next.cached;
}

describe('Conversation.shareWith', () => {
  it('begins with what it shares with another, all but its last token', () => {
    expect(taken([conversation(prompt, 40)])).toBe(39);
    expect(taken([conversation(prompt.with(30, 22), 40)])).toBe(30);
    expect(taken([conversation(prompt.slice(0, 20), 20)])).toBe(20);
  });

  it('takes the one that it shares most with', () => {
    const others = [20, 35, 25].map((at) => conversation(prompt.with(at, 22), 40));
    expect(taken(others)).toBe(35);
  });

  it('does not wait for a few tokens', () => {
    const other = conversation(prompt.with(10, 22));
    other.busy = true;
    expect(taken([other])).toBe(0);
  });

  it('waits until what it shares has been read in', () => {
    const [first, second] = [conversation(prompt.with(30, 22), 12), conversation(prompt)];
    first.busy = true;
    second.shareWith([first]);
    expect(second.takePrefix()).toBe(false);
    (first.cache as KvCache).reserve(30);
    first.cached = 30;
    expect(second.takePrefix()).toBe(true);
    expect(second.cached).toBe(30);
  });

  it('takes what there is of one that was given up', () => {
    const [aborted, ended] = [conversation(prompt, 17), conversation(prompt, 40)];
    expect(taken([aborted])).toBe(17);
    const second = conversation(prompt);
    second.shareWith([ended]);
    ended.close();
    expect(second.takePrefix()).toBe(true);
    expect(second.cached).toBe(0);
  });

  it('takes what is still common to one that went on from another text', () => {
    const [first, second] = [conversation(prompt), conversation(prompt)];
    second.shareWith([first]);
    first.extendTo(prompt.with(25, 22));
    (first.cache as KvCache).reserve(40);
    first.cached = 40;
    expect(second.takePrefix()).toBe(true);
    expect(second.cached).toBe(25);
  });
});
