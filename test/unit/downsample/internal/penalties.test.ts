import { describe, expect, it } from 'vitest';
import { structuredPenalty } from '../../../../src/downsample/internal/penalties.js';

describe('structuredPenalty', () => {
  const counts = { toolCalls: 4, failedToolCalls: 1, answers: 1, turns: 3 };

  it('is the share of failed calls plus the surplus of answers', () => {
    expect(structuredPenalty(counts)).toMatchObject({ errorRatio: 0.25, format: 0 });
    expect(structuredPenalty({ ...counts, answers: 2 }).format).toBe(1 / 3);
  });

  it('gives a rollout without a tool call one half', () => {
    expect(structuredPenalty({ ...counts, toolCalls: 0, failedToolCalls: 0 }).errorRatio).toBe(0.5);
  });

  it('gives a rollout without an answer one, and never more than one', () => {
    expect(structuredPenalty({ ...counts, answers: 0 }).format).toBe(1);
    expect(structuredPenalty({ ...counts, answers: 9 }).format).toBe(1);
  });

  it('counts a rollout without turns as one turn', () => {
    expect(structuredPenalty({ ...counts, turns: 0, answers: 1 }).format).toBe(0);
    expect(structuredPenalty({ ...counts, turns: 0, answers: 2 }).format).toBe(1);
  });
});
