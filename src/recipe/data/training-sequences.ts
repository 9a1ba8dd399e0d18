import { DatasetError, ModelFileError, type ChatConversation, type Tokenizer } from '../../base/index.js';
import type { ChatTemplate } from '../../rollout/index.js';

/** Tokens to be read, and which of them a model is to learn to write. */
export interface TrainingSequence {
  /** Shape [T]. */
  readonly tokens: Int32Array;
  /** Shape [T]; 1 for what the assistant writes, the token that ends its turn included. */
  readonly mask: Uint8Array;
}

/** A model's words: what `loadChatTemplate` and `loadTokenizer` give. */
export interface ConversationFormat {
  readonly template: ChatTemplate;
  readonly tokenizer: Tokenizer;
}

/**
 * A conversation as a model is trained on it: through its own chat template, with the loss on the assistant's tokens alone.
 *
 * Every turn stands behind the prompt that the template would give the model for it, encoded as it would be then. Turns share one
 * sequence as long as the template only appends; where it rewrites what stood before (Qwen3 drops the thinking of earlier
 * turns), the next turn starts another.
 *
 * @throws DatasetError for a conversation without a turn of the assistant, or that the template refuses.
 */
export function trainingSequences(
  { messages, tools }: ChatConversation,
  { template, tokenizer }: ConversationFormat,
): TrainingSequence[] {
  const sequences: { tokens: number[]; mask: number[] }[] = [];
  let written = '';
  for (const [i, { role }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const prompt = rendered(() => template.render(messages.slice(0, i), { tools, addGenerationPrompt: true }), i);
    const whole = rendered(() => template.render(messages.slice(0, i + 1), { tools }), i);
    if (!whole.startsWith(prompt))
      throw new DatasetError(`messages[${i}]: the template writes it otherwise than behind its own prompt`);
    const turn = whole.slice(prompt.length, endOf(whole, prompt.length, template.endTokens));
    const goesOn = sequences.length > 0 && prompt.startsWith(written);
    if (!goesOn) sequences.push({ tokens: [], mask: [] });
    const sequence = sequences.at(-1)!;
    append(sequence, tokenizer.encode(prompt.slice(goesOn ? written.length : 0)), 0);
    append(sequence, tokenizer.encode(turn), 1);
    written = prompt + turn;
  }
  if (sequences.length === 0) throw new DatasetError('messages: expected one of the assistant, got none');
  return sequences.map(({ tokens, mask }) => ({ tokens: Int32Array.from(tokens), mask: Uint8Array.from(mask) }));
}

function rendered(render: () => string, message: number): string {
  try {
    return render();
  } catch (cause) {
    if (!(cause instanceof ModelFileError)) throw cause;
    throw new DatasetError(`messages[${message}]: ${cause.message}`, { cause });
  }
}

/** What follows the last token that ends a turn is the template's: a line end. */
function endOf(text: string, from: number, endTokens: readonly string[]): number {
  const ends = endTokens.map((token) => text.lastIndexOf(token) + token.length).filter((end) => end > from);
  return Math.max(...ends, -Infinity) > from ? Math.max(...ends) : text.length;
}

function append(sequence: { tokens: number[]; mask: number[] }, ids: Int32Array, counts: 0 | 1): void {
  for (const id of ids) {
    sequence.tokens.push(id);
    sequence.mask.push(counts);
  }
}
