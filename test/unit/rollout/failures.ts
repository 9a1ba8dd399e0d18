import type { ToolResult } from '../../../src/base/index.js';
import { createScriptedPolicy, type ScriptedTurn } from '../../../src/testing/scripted-policy.js';
import { callText, prompt, tokenizer } from './conversation.js';

/** What the tests of failures share: a policy that calls a tool, then answers, and options that retry without waiting. */
export const answer = '<answer>\\boxed{42}</answer>';
export const codeCall = callText('python', { code: 'print(6 * 7)' });
export const base = { tokenizer, maxTokens: 2000, seed: 1, retry: { retries: 2, delayMs: 0 } };
export const tasks = (samples: number) => [{ groupId: 'g', prompt, samples }];

export const unavailable = (retryable: boolean): ToolResult => ({
  kind: 'unavailable',
  cause: { source: 'sandbox', message: 'worker died', retryable },
});

/** Plays `codeCall` then `answer`; for one sample, what `broken` does instead of its first tries. */
export function policyWith(broken: (turn: ScriptedTurn) => void) {
  return createScriptedPolicy({
    tokenizer,
    script: (turn) => {
      broken(turn);
      return turn.turn === 0 ? codeCall : answer;
    },
  });
}
