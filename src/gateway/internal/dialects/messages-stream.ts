import type { AnswerPiece, AnswerStart, ModelAnswer } from '../model-answer.js';
import type { Refusal } from '../refusal.js';
import { objectOf } from '../json-object.js';
import type { AnswerStream } from './dialect.js';
import { endOf, headOf, usageOf } from './messages-answer.js';
import type { MessagesEcho } from './messages-request.js';

/** A content block that is open. */
type OpenBlock =
  | { readonly kind: 'thinking' | 'text' }
  | { readonly kind: 'tool_use'; readonly call: number; readonly isEager: boolean; held: string };

/**
 * Writes an answer as the events of Messages: each block of content is opened, filled by deltas, and closed before the next.
 *
 * The arguments of a call are sent when the call is whole: clients drop the whole answer if arguments do not parse, or take a half call for
 * a whole one, and sent text cannot be taken back. Arguments that are not an object are sent as `{}`. For tools with
 * `eager_input_streaming` (in Anthropic's service: unchecked arguments) they are sent while they are generated.
 */
export class MessagesStream implements AnswerStream {
  #open: OpenBlock | undefined;
  #blocks = 0;
  #id = '';

  constructor(
    private readonly echo: MessagesEcho,
    private readonly errorBody: (refusal: Refusal) => object,
  ) {}

  start(start: AnswerStart): string {
    this.#id = start.id;
    const usage = {
      input_tokens: start.promptTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 0,
    };
    const message = { ...headOf(start), content: [], stop_reason: null, stop_sequence: null, usage };
    return eventOf('message_start', { message });
  }

  piece(piece: AnswerPiece): string {
    switch (piece.kind) {
      case 'reasoning':
        return this.#text('thinking', { type: 'thinking_delta', thinking: piece.text });
      case 'content':
        return this.#text('text', { type: 'text_delta', text: piece.text });
      case 'call': {
        const { id, name, index: call } = piece;
        const block: OpenBlock = { kind: 'tool_use', call, isEager: this.echo.eagerTools.has(name), held: '' };
        return this.#begin(block, { type: 'tool_use', id, name, input: {} });
      }
      case 'arguments': {
        const block = this.#open;
        if (block?.kind !== 'tool_use' || block.call !== piece.index)
          throw new Error('arguments of a call whose block is closed');
        if (block.isEager) return this.#delta({ type: 'input_json_delta', partial_json: piece.text });
        block.held += piece.text;
        // The client sees that the answer goes on.
        return this.#delta({ type: 'input_json_delta', partial_json: '' });
      }
    }
  }

  end(answer: ModelAnswer): string {
    return this.#close() + eventOf('message_delta', { delta: endOf(answer), usage: usageOf(answer) });
  }

  close(): string {
    return eventOf('message_stop', {});
  }

  fail(refusal: Refusal): string {
    return eventOf('error', this.errorBody(refusal));
  }

  #text(kind: 'thinking' | 'text', delta: object): string {
    const empty = kind === 'thinking' ? { type: kind, thinking: '', signature: '' } : { type: kind, text: '' };
    const begun = this.#open?.kind === kind ? '' : this.#begin({ kind }, empty);
    return begun + this.#delta(delta);
  }

  #begin(block: OpenBlock, empty: object): string {
    const closed = this.#close();
    this.#open = block;
    return closed + eventOf('content_block_start', { index: this.#blocks, content_block: empty });
  }

  #delta(delta: object): string {
    return eventOf('content_block_delta', { index: this.#blocks, delta });
  }

  #close(): string {
    const block = this.#open;
    if (block === undefined) return '';
    let last = '';
    if (block.kind === 'thinking') last = this.#delta({ type: 'signature_delta', signature: this.#id });
    if (block.kind === 'tool_use' && !block.isEager)
      last = this.#delta({
        type: 'input_json_delta',
        partial_json: objectOf(block.held) === undefined ? '{}' : block.held,
      });
    this.#open = undefined;
    return last + eventOf('content_block_stop', { index: this.#blocks++ });
  }
}

/** Clients go by the `event` line: an event of data alone is not seen. */
function eventOf(type: string, members: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
}
