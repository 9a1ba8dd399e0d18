import type { AnswerPiece, AnswerStart, ModelAnswer, ModelRequest, Refusal } from '../../exchange.js';
import type { AnswerStream } from './dialect.js';
import { errorOf } from './responses-errors.js';
import {
  begunResponse,
  callItem,
  messageItem,
  reasoningItem,
  responseOf,
  textPart,
  type ResponsesEcho,
} from './responses-output.js';

/** An item whose pieces are being sent. */
type OpenItem =
  | { readonly kind: 'reasoning'; readonly id: string; text: string }
  | { readonly kind: 'content'; readonly id: string; text: string }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly index: number;
      readonly callId: string;
      readonly name: string;
      text: string;
    };

/** Writes a response as events: each item is added, filled by deltas, and done before the next one is added. */
export class ResponsesStream implements AnswerStream {
  #start: AnswerStart | undefined;
  #sequence = 0;
  #items = 0;
  #open: OpenItem | undefined;

  constructor(
    private readonly request: ModelRequest,
    private readonly echo: ResponsesEcho,
  ) {}

  start(start: AnswerStart): string {
    this.#start = start;
    const response = begunResponse(start, this.request, this.echo);
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response });
  }

  piece(piece: AnswerPiece): string {
    if (piece.kind === 'call') {
      const id = `fc_${this.#start!.id}_${piece.index}`;
      return (
        this.#close() +
        this.#add({ kind: 'call', id, index: piece.index, callId: piece.id, name: piece.name, text: '' })
      );
    }
    const kind = piece.kind === 'arguments' ? 'call' : piece.kind;
    let events = '';
    if (this.#open?.kind !== kind && kind !== 'call') {
      const id = `${kind === 'content' ? 'msg' : 'rs'}_${this.#start!.id}`;
      events = this.#close() + this.#add({ kind, id, text: '' });
    }
    const open = this.#open!;
    open.text += piece.text;
    return events + this.#delta(open, piece.text);
  }

  end(answer: ModelAnswer): string {
    const isSilent = answer.content === '' && answer.calls.length === 0;
    const events = this.#close(answer.finish === 'length' && !isSilent);
    if (!isSilent) return events;
    return (
      events +
      this.#add({ kind: 'content', id: `msg_${answer.id}`, text: '' }) +
      this.#close(answer.finish === 'length')
    );
  }

  close([answer]: readonly ModelAnswer[]): string {
    const type = answer!.finish === 'length' ? 'response.incomplete' : 'response.completed';
    return this.#event(type, { response: responseOf(answer!, this.request, this.echo) });
  }

  fail(refusal: Refusal): string {
    const error = errorOf(refusal);
    if (this.#start === undefined) return this.#event('error', { ...error, type: 'error' });
    const response = {
      ...begunResponse(this.#start, this.request, this.echo),
      status: 'failed',
      error: { code: error.code, message: error.message },
    };
    return this.#event('response.failed', { response });
  }

  #add(open: OpenItem): string {
    this.#open = open;
    const added = this.#event('response.output_item.added', {
      output_index: this.#items,
      item: this.#item(open, 'in_progress'),
    });
    const at = { item_id: open.id, output_index: this.#items };
    if (open.kind === 'content')
      return added + this.#event('response.content_part.added', { ...at, content_index: 0, part: textPart('') });
    if (open.kind === 'reasoning')
      return (
        added +
        this.#event('response.reasoning_summary_part.added', {
          ...at,
          summary_index: 0,
          part: { type: 'summary_text', text: '' },
        })
      );
    return added;
  }

  #delta(open: OpenItem, delta: string): string {
    const at = { item_id: open.id, output_index: this.#items };
    if (open.kind === 'content')
      return this.#event('response.output_text.delta', { ...at, content_index: 0, delta, logprobs: [] });
    if (open.kind === 'reasoning')
      return this.#event('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta });
    return this.#event('response.function_call_arguments.delta', { ...at, delta });
  }

  #close(isCut = false): string {
    const open = this.#open;
    if (open === undefined) return '';
    const { text } = open;
    const at = { item_id: open.id, output_index: this.#items };
    let events: string;
    if (open.kind === 'content')
      events =
        this.#event('response.output_text.done', { ...at, content_index: 0, text, logprobs: [] }) +
        this.#event('response.content_part.done', { ...at, content_index: 0, part: textPart(text) });
    else if (open.kind === 'reasoning')
      events =
        this.#event('response.reasoning_summary_text.done', { ...at, summary_index: 0, text }) +
        this.#event('response.reasoning_summary_part.done', {
          ...at,
          summary_index: 0,
          part: { type: 'summary_text', text },
        });
    else events = this.#event('response.function_call_arguments.done', { ...at, name: open.name, arguments: text });
    events += this.#event('response.output_item.done', {
      output_index: this.#items,
      item: this.#item(open, isCut ? 'incomplete' : 'completed'),
    });
    this.#items++;
    this.#open = undefined;
    return events;
  }

  #item(open: OpenItem, status: 'in_progress' | 'incomplete' | 'completed'): object {
    const { id } = this.#start!;
    if (open.kind === 'content') return messageItem(id, open.text, status);
    if (open.kind === 'reasoning') return reasoningItem(id, open.text);
    return callItem(
      id,
      open.index,
      { id: open.callId, name: open.name, arguments: open.text },
      status === 'in_progress' ? status : 'completed',
    );
  }

  #event(type: string, data: object): string {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...data })}\n\n`;
  }
}
