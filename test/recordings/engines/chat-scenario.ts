import type { JsonValue, RolloutOutcome, Tool } from '../../../src/base/index.js';
import { createEnginePolicy, loadChatTemplate, loadTokenizer, runRollouts } from '../../../src/rollout/index.js';

/** A tool with so few arguments that a random model, held to them, calls it. */
export const PICK: Tool = {
  name: 'pick',
  description: 'Picks a number.',
  parameters: {
    type: 'object',
    properties: { number: { enum: [6, 7] } },
    required: ['number'],
    additionalProperties: false,
  },
  execute: (args) => Promise.resolve({ kind: 'ok', text: `picked ${(args as { number: number }).number}` }),
};

/**
 * Rollouts over a chat endpoint: one whose every turn calls the tool with the arguments that it takes, one that must call
 * it and writes what it likes for arguments, and one of words, without tools.
 *
 * @param model - The folder with the model's tokenizer and chat template.
 */
export async function playChatScenario(url: string, model: string): Promise<RolloutOutcome[]> {
  const tokenizer = await loadTokenizer(model);
  const chatTemplate = await loadChatTemplate(model);
  const play = async (
    groupId: string,
    parameters: { readonly [name: string]: JsonValue },
    tools: readonly Tool[],
  ): Promise<RolloutOutcome[]> => {
    const chat = { tokenizer, chatTemplate, parameters: { top_k: -1, ...parameters } };
    const policy = await createEnginePolicy({ url, protocol: 'chat', chat });
    const prompt = [{ role: 'user' as const, content: 'Pick a number.' }];
    const outcomes = await runRollouts([{ groupId, prompt, samples: 1 }], {
      policy,
      tokenizer,
      chatTemplate,
      tools,
      maxTurns: 3,
      maxTokens: 800,
      seed: 'recorded',
      retry: { retries: 0 },
    });
    await policy.close!();
    return outcomes;
  };
  const { name, description, parameters } = PICK;
  const strict = { type: 'function', function: { name, description, parameters: parameters as JsonValue, strict: true } };
  return [
    ...(await play('held to the schema', { tool_choice: 'required', tools: [strict] }, [PICK])),
    ...(await play('must call', { tool_choice: 'required' }, [PICK])),
    ...(await play('words', { tool_choice: 'none' }, [])),
  ];
}
