import type { Rollout, RolloutOutcome, Tool, ToolContext, ToolResult } from '../../../src/base/index.js';
import type { JsonValue } from '../../../src/base/index.js';
import { createVocabularyTokenizer } from '../../../src/rollout/index.js';

/** What most tests of the agent loop share: a tokenizer that knows the message tags, and tools that answer as told. */
export const tokenizer = createVocabularyTokenizer(['assistant', 'user', 'print', '<tool_call>', '</tool_call>'], {
  special: ['<|im_start|>', '<|im_end|>'],
});

export const prompt = [{ role: 'user', content: 'What is 6 * 7?' }] as const;

/** A turn that calls a tool. */
export function callText(name: string, args: JsonValue): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
}

/** A tool that answers every call with what `answer` says, and remembers what it was asked and what was released. */
export function scriptedTool(
  answer: (args: JsonValue, context: ToolContext) => ToolResult | Promise<ToolResult>,
  name = 'python',
): Tool & { readonly calls: JsonValue[]; readonly released: string[] } {
  const calls: JsonValue[] = [];
  const released: string[] = [];
  return {
    name,
    description: 'Runs Python.',
    parameters: { type: 'object' },
    calls,
    released,
    async execute(args, context) {
      calls.push(args);
      return answer(args, context);
    },
    endSession(sessionId) {
      released.push(sessionId);
      return Promise.resolve();
    },
  };
}

export const okTool = () => scriptedTool(() => ({ kind: 'ok', text: '42', durationMs: 3 }));

/** The rollout of an outcome that must have one. */
export function completed(outcome: RolloutOutcome | undefined): Rollout {
  if (outcome?.kind !== 'completed') throw new Error(`expected a completed rollout, got ${JSON.stringify(outcome)}`);
  return outcome.rollout;
}
