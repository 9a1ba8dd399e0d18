import { describe, expect, it } from 'vitest';
import { readHeaders } from '../../../../../src/gateway/internal/dialects/request-headers.js';

describe('headers', () => {
  it('say how often a client sent the request before, and by which key it names it', () => {
    expect(readHeaders({ 'x-stainless-retry-count': '2', 'idempotency-key': 'k' })).toEqual({
      retry: { count: 2, key: 'k', isCounted: true },
    });
  });

  it('say nothing where they are missing or make no sense', () => {
    expect(readHeaders({})).toEqual({ retry: { count: 0 } });
    expect(readHeaders({ 'x-stainless-retry-count': 'many', 'idempotency-key': '' })).toEqual({
      retry: { count: 0, isCounted: true },
    });
    expect(readHeaders({ 'x-stainless-retry-count': '-1' })).toEqual({ retry: { count: 0, isCounted: true } });
  });

  it('name the sub-agent that asks, and the agent that started it', () => {
    expect(readHeaders({ 'x-claude-code-agent-id': 'b', 'x-claude-code-parent-agent-id': 'a' }).agent).toEqual({
      id: 'b',
      parentId: 'a',
    });
    expect(readHeaders({ 'x-claude-code-agent-id': 'b' }).agent).toEqual({ id: 'b' });
    expect(readHeaders({ 'x-claude-code-parent-agent-id': 'a' }).agent).toBeUndefined();
  });
});
