/** What the benchmark of the gateway is about: conversations of one tool, and a policy that draws the next call at once. */
import type { GenerateRequest, Generation, Message, Policy } from '../src/base/index.js';
import { createVocabularyTokenizer } from '../src/rollout/index.js';

/** Turns of a conversation. It has 10 messages before the first and 30 after the last: 20 on average. */
export const TURNS = 10;
/** Tokens of a message: 4,000 in 20 of them. */
const MESSAGE_TOKENS = 200;
/** Tokens that are drawn in a turn. */
export const TURN_TOKENS = 50;

const CALL = '{"name": "look", "arguments": {"words": "';
const words = Array.from({ length: 512 }, (_, i) => ` ${(i + 46_656).toString(36)}`);
const pieces = [...words, ...['\n', CALL, '"}}', 'assistant', 'user', 'system'], '<tool_call>', '</tool_call>'];

export const tokenizer = createVocabularyTokenizer(pieces, { special: ['<|im_start|>', '<|im_end|>'] });

/** A text of so many tokens. @param seed - Another text for another one. */
export function textOf(tokens: number, seed: number): string {
  return Array.from({ length: tokens }, (_, i) => words[(i * 31 + seed * 17) % words.length]!).join('');
}

/** A turn of so many tokens, the one that ends it included: a call of the tool, written as the chat template does. */
export function turnOf(tokens: number, seed: number): string {
  return `<tool_call>\n${CALL}${textOf(tokens - 7, seed)}"}}\n</tool_call>`;
}

export const prompt: readonly Message[] = Array.from({ length: 10 }, (_, i) => ({
  role: i === 0 ? 'system' : i % 2 === 1 ? 'user' : 'assistant',
  content: textOf(MESSAGE_TOKENS - 5, i),
}));

/** What the tool answers at a turn. */
export const RESULT = textOf(2 * MESSAGE_TOKENS - TURN_TOKENS - 10, 7);

export const tool = {
  name: 'look',
  description: 'Looks for words.',
  parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
} as const;

/** A policy that draws calls at once; one token in every turn of the event loop where somebody listens. */
export function callingPolicy(tokensOf: (request: GenerateRequest) => number = () => TURN_TOKENS): Policy {
  const turns = new Map<number, Int32Array>();
  return {
    async generate(request, { onTokens } = {}): Promise<Generation> {
      const length = tokensOf(request);
      let tokens = turns.get(length);
      if (tokens === undefined) {
        tokens = Int32Array.of(...tokenizer.encode(turnOf(length, length)), request.sampling.stopTokens[0]!);
        turns.set(length, tokens);
      }
      if (onTokens !== undefined)
        for (const token of tokens) {
          await new Promise((resolve) => setImmediate(resolve));
          onTokens(Int32Array.of(token));
        }
      return { tokens, logprobs: new Float32Array(tokens.length).fill(-1), finishReason: 'stop' };
    },
  };
}
