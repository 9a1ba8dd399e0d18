import type { ModelRequest } from '../../model-request.js';
import type { HttpCall } from './dialect.js';

/**
 * Reads what the headers say of a request: whether its client sends it again, and for which sub-agent.
 *
 * @remarks Sources: npm `openai` 7 and `@anthropic-ai/sdk` 1.12 count their retries in `x-stainless-retry-count`, and name a request by
 *   `idempotency-key` where a caller gives one. Claude Code 2.1 names its sub-agents; Codex 0.169 names the thread of each agent and, for sub-agents,
 *   that of the agent which began it, where `session-id` is the main one's.
 */
export function readHeaders(headers: HttpCall['headers']): Pick<ModelRequest, 'retry' | 'agent'> {
  const counted = headers['x-stainless-retry-count'];
  const count = Number(counted ?? 0);
  const key = headers['idempotency-key'];
  const beganBy = headers['x-codex-parent-thread-id'];
  const id = headers['x-claude-code-agent-id'] ?? (beganBy ? headers['thread-id'] : undefined);
  const parentId =
    headers['x-claude-code-parent-agent-id'] ?? (beganBy === headers['session-id'] ? undefined : beganBy);
  return {
    retry: {
      count: Number.isSafeInteger(count) && count > 0 ? count : 0,
      ...(key ? { key } : {}),
      ...(counted === undefined ? {} : { isCounted: true }),
    },
    ...(id ? { agent: { id, ...(parentId ? { parentId } : {}) } } : {}),
  };
}
