import type { ParsedToolCall, TemplateMessage, TemplateToolCall } from '../../../base/index.js';
import type { ParsedTurn } from '../../tool-calls/tool-call-format.js';
import { withTextArguments } from '../../chat-template/openai-form.js';
import type { WrittenTurn } from './written-turn.js';

/** A turn as it was sampled. */
export interface SampledTurn {
  /** Without the token that ends it. */
  readonly text: string;
  /** The token that ended it, written out; undefined where it was cut off. */
  readonly end: string | undefined;
  /** The content and calls that the tool-call format read. */
  readonly parsed: ParsedTurn;
}

/**
 * @param index - How many turns there were before.
 * @returns The message encodings of a turn for the template: with its calls read, where they are calls, and as plain text.
 */
export function turnMessages(turn: SampledTurn | WrittenTurn, index: number): [TemplateMessage, ...TemplateMessage[]] {
  const plain = { role: 'assistant', content: turn.text } as const;
  if ('message' in turn) return [turn.message, plain];
  const { content, calls } = turn.parsed;
  // Some formats write words otherwise than they are said: harmony's are in a message of a channel.
  if (calls.length === 0) return content === turn.text ? [plain] : [{ role: 'assistant', content }, plain];
  const toolCalls = calls.map((call, i) => ({ ...requestedCall(call), id: idOf(call, index, i) }));
  const withCalls = { role: 'assistant', content, toolCalls } as const;
  return [withCalls, { ...withCalls, toolCalls: toolCalls.map(withTextArguments) }, plain];
}

/** A call as servers take it; one that does not parse, as it was recorded. */
function requestedCall(call: ParsedToolCall): Omit<TemplateToolCall, 'id'> {
  if (call.kind === 'invalid') return { name: 'invalid', arguments: {} };
  const { name, arguments: args, argumentsText } = call;
  return { name, arguments: args, ...(argumentsText === undefined ? {} : { argumentsText }) };
}

/** @returns The id that the model gave a call; else one of ours. */
export function idOf(call: ParsedToolCall, turn: number, index: number): string {
  return (call.kind === 'call' ? call.id : undefined) ?? callId(turn, index);
}

/** Nine letters and digits, as Mistral's templates demand; the same in every run. */
export function callId(turn: number, index: number): string {
  return `${String(turn % 10_000).padStart(4, '0')}${String(index % 100_000).padStart(5, '0')}`;
}
