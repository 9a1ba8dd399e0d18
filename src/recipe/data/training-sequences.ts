import * as z from 'zod';
import { DatasetError, ModelFileError, type ChatConversation } from '../../base/index.js';
import { functionSchema, parseOptions } from '../../base/internal/index.js';
import { layOutConversation, type ConversationLayout, type ModelFormat } from '../../rollout/internal/index.js';

/** A tokenized conversation, with a mask of the tokens to learn. */
export interface TrainingSequence extends ConversationLayout {
  /** The index of its conversation, from 0. */
  readonly place: number;
}

/** A refused conversation, with the reason. */
export interface RefusedConversation<C extends ChatConversation = ChatConversation> {
  readonly place: number;
  /** `messages[2]: …: the chat template refuses the conversation: …`, `expected at most 8192 tokens, got 9001`. */
  readonly reason: string;
  readonly conversation: C;
}

/** Options of {@link trainingSequences}. */
export interface TrainingSequencesOptions<C extends ChatConversation = ChatConversation> {
  /** Most tokens of a sequence. Default: the model's context (`contextLength`), else no limit. */
  readonly length?: number | undefined;
  /** The index of the first conversation, to continue an earlier stream. Default 0. */
  readonly start?: number | undefined;
  /** Called with every refused conversation; the stream continues. Default: the first one throws a `DatasetError`. */
  readonly onRefused?: ((refused: RefusedConversation<C>) => void) | undefined;
}

const optionsSchema = z.strictObject({
  length: z.int().positive().optional(),
  start: z.int().nonnegative().default(0),
  onRefused: z.optional(functionSchema<(refused: RefusedConversation<never>) => void>()),
});

/**
 * Converts conversations to training sequences with the model's chat template, as `layOutConversation` does, with the loss on only the
 * assistant's tokens.
 *
 * A conversation that is invalid (no messages, an answer to no call), that the template refuses (roles in another order than it
 * takes) or that is too long is refused as a whole.
 *
 * @param format - The results of `loadChatTemplate` and `loadTokenizer`.
 * @throws DatasetError for a refused conversation without `onRefused`. TypeError, RangeError for bad options.
 *
 * @example
 * const template = await loadChatTemplate('models/qwen3');
 * const sequences = trainingSequences(readConversations('sft.jsonl'), { tokenizer, template });
 * for await (const { tokens, mask } of sequences) console.log(tokens.length, mask.length);
 */
export async function* trainingSequences<C extends ChatConversation>(
  conversations: AsyncIterable<C> | Iterable<C>,
  format: ModelFormat,
  options: TrainingSequencesOptions<C> = {},
): AsyncGenerator<TrainingSequence> {
  const { length = format.template.contextLength ?? Infinity, start } = parseOptions(optionsSchema, options);
  const refuse = options.onRefused ?? thrown;
  let next = start;
  for await (const conversation of conversations) {
    const place = next++;
    const layout = layoutOf(conversation, format);
    if (typeof layout === 'string') refuse({ place, reason: layout, conversation });
    else if (layout.tokens.length > length)
      refuse({ place, reason: `expected at most ${length} tokens, got ${layout.tokens.length}`, conversation });
    else yield { ...layout, place };
  }
}

/** @returns Its layout, or why it has none. */
function layoutOf(conversation: ChatConversation, format: ModelFormat): ConversationLayout | string {
  try {
    return layOutConversation(conversation, format);
  } catch (error) {
    if (error instanceof ModelFileError || error instanceof DatasetError) return error.message;
    throw error;
  }
}

function thrown({ place, reason, conversation }: RefusedConversation): never {
  const { id } = conversation as { readonly id?: unknown };
  throw new DatasetError(`${typeof id === 'string' ? id : `conversation ${place}`}: ${reason}`);
}
