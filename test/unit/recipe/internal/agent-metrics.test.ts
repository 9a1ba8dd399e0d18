import { describe, expect, it } from 'vitest';
import type { ErrorEvidence, Rollout, ToolCall } from '../../../../src/base/index.js';
import { agentMetrics } from '../../../../src/recipe/internal/agent-metrics.js';

const call = (isError: boolean, errorEvidence?: ErrorEvidence): ToolCall => ({
  ...{ id: 'c', name: 'f', arguments: {} },
  response: { text: '', isError, ...(errorEvidence && { errorEvidence }) },
});
const rollout = (toolCalls: readonly ToolCall[], more: Partial<Rollout> = {}): Rollout => ({
  ...{ id: 'g/0', groupId: 'g', prompt: [], turns: [{ text: '', toolCalls }], finishReason: 'stop', ...more },
});

describe('agentMetrics', () => {
  it('counts failed calls of all paths by who said so, and those that did not parse', () => {
    const branch = {
      prompt: [],
      turns: [{ text: '', toolCalls: [call(true, 'text')] }],
      finishReason: 'stop' as const,
    };
    const refusedRequests = ['tools: too many', 'messages: no image'];
    const calls = [
      call(true, 'client'),
      call(true, 'client'),
      call(false, 'client'),
      call(true, 'function'),
      call(true),
    ];
    expect(agentMetrics([rollout(calls, { branches: [branch], refusedRequests }), rollout([])], [])).toEqual({
      'agent/set_apart': 0,
      'agent/set_apart_because': null,
      'agent/errors': 0,
      'agent/refused': 2,
      'agent/refused_because': 'tools: too many',
      'agent/paths': 1.5,
      'agent/failed_calls/client': 2,
      'agent/failed_calls/function': 1,
      'agent/failed_calls/text': 1,
      'agent/failed_calls/parser': 1,
    });
  });

  it('counts agents that threw, whether their rollouts were kept or set apart, and says why in a line', () => {
    const failed = (source: 'agent' | 'tool', message: string) =>
      ({ kind: 'failed', id: 'g/1', groupId: 'g', cause: { source, message, retryable: false } }) as const;
    const setApart = [failed('agent', 'the agent threw: Error: no file\n    at solve'), failed('tool', 'no sandbox')];
    expect(agentMetrics([rollout([], { agentError: 'Error: x' })], setApart)).toMatchObject({
      'agent/set_apart': 2,
      'agent/set_apart_because': 'the agent threw: Error: no file',
      'agent/errors': 2,
    });
  });
});
