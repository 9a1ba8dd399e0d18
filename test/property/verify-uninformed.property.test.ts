import { describe, expect, it } from 'vitest';
import { parseMath, verifyMath } from '../../src/verify/index.js';
import { TRUTHS } from './verify-truths.js';
import { uninformedResponses, type Uninformed } from './verify-uninformed.js';

/** More bodies for each construct: UNINFORMED=20 takes minutes. */
const each = Number(process.env['UNINFORMED'] ?? 1);
const seed = process.env['UNINFORMED_SEED'] ?? 'knows nothing';
const responses = uninformedResponses(each, seed);
const truths = TRUTHS.flatMap((golds, row) => golds.map((gold) => ({ gold, row })));
const EMPTY_SET = TRUTHS.findIndex((golds) => golds.includes('\\emptyset'));

/** The truths that a response is correct for, and what must never be seen in a verdict. */
function judged({ answer, response }: Uninformed, k: number): { hits: typeof truths; faults: string[] } {
  // What is not read at all is compared with a few.
  const isRead = parseMath(answer).kind !== 'unparsed';
  const hits: typeof truths = [];
  const faults: string[] = [];
  for (const truth of isRead ? truths : truths.filter((_, at) => (at + k) % 8 === 0)) {
    const verdict = verifyMath(response, truth.gold);
    if (verdict.kind === 'correct') hits.push(truth);
    else if (verdict.reason.includes('failed')) faults.push(`${response} for ${truth.gold}: ${verdict.reason}`);
  }
  return { hits, faults };
}

describe('a response that knows nothing of the problem', () => {
  const outcomes = responses.map((response, k) => ({ ...response, ...judged(response, k) }));

  it('is correct for no two ground truths that are not equal', () => {
    const many = outcomes.filter(({ hits }) => new Set(hits.map(({ row }) => row)).size > 1);
    expect(many.map(({ response, hits }) => [response, hits.map(({ gold }) => gold)])).toEqual([]);
  });

  it('is correct for no ground truth but the empty set where nothing is in it', () => {
    const answered = outcomes.filter(({ isHollow, hits }) => isHollow && hits.some(({ row }) => row !== EMPTY_SET));
    expect(answered.map(({ response, hits }) => [response, hits.map(({ gold }) => gold)])).toEqual([]);
  });

  it('breaks nothing', () => {
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('gets nothing where a ground truth is as empty as itself', () => {
    const hollow = responses.filter(({ isHollow, answer }) => isHollow && answer.trim() !== '');
    for (const [k, { answer }] of hollow.entries()) {
      const other = hollow[(k * 7 + 3) % hollow.length]!;
      if (/\{\s*\}|\\\{.*\\\}/.test(answer) || other.answer.trim() === answer.trim()) continue;
      expect([other.response, answer, verifyMath(other.response, answer).kind]).not.toContain('correct');
    }
  });
});

describe('the ground truths that these responses are held against', () => {
  it.each(truths.map(({ gold }) => gold))('are correct for themselves: %s', (gold) => {
    expect(verifyMath(`It is $\\boxed{${gold} }$.`, gold).kind).toBe('correct');
  });

  it('are not equal from one row to the other', () => {
    const equal = truths.flatMap(({ gold, row }) =>
      truths.filter((other) => other.row > row && verifyMath(`\\boxed{${gold}}`, other.gold).kind === 'correct'),
    );
    expect(equal).toEqual([]);
  });
});
