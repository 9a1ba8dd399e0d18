import type { AnswerPiece, AnswerStart, ModelAnswer } from '../model-answer.js';
import type { DeliveredCall } from '../../model-request.js';
import type { Refusal } from '../refusal.js';
import type { AnswerStream, ReadCall } from './dialect.js';
import { errorOf } from './responses-errors.js';
import {
  begunResponse,
  callItem,
  isSilent,
  messageItem,
  reasoningItem,
  responseOf,
  summaryPart,
  textLogprobs,
  textPart,
  type CallItem,
  type ItemStatus,
  type ResponsesEcho,
} from './responses-output.js';

/** A call that is being filled. */
interface OpenCall {
  readonly kind: 'call';
  id: string;
  readonly index: number;
  readonly call: DeliveredCall;
  text: string;
}

/** An item that is being filled. */
type OpenItem =
  | { readonly kind: 'reasoning'; readonly id: string; text: string }
  | { readonly kind: 'content'; readonly id: string; text: string }
  | OpenCall;

/**
 * Writes a response as events: each item is added, filled by deltas, and done before the next is added. Clients find items by their index, pieces by
 * their item's id, and take an item from the event that ends it; the last event has the whole response once more.
 *
 * The input of a tool with free text is sent when it is whole: it stands inside JSON, and what was written instead of that JSON is only known at
 * its end.
 */
export class ResponsesStream implements AnswerStream {
  #start: AnswerStart | undefined;
  #sequence = 0;
  #items = 0;
  readonly #texts = { reasoning: 0, content: 0 };
  #open: OpenItem | undefined;

  constructor(private readonly call: ReadCall<ResponsesEcho>) {}

  start(start: AnswerStart): string {
    this.#start = start;
    const response = begunResponse(start, this.call);
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response });
  }

  piece(piece: AnswerPiece): string {
    if (piece.kind === 'call') {
      const { index, id, name } = piece;
      const call = { id, name, arguments: '' };
      return this.#close() + this.#begin({ kind: 'call', id: `fc_${this.#start!.id}_${index}`, index, call, text: '' });
    }
    if (piece.kind === 'arguments') return this.#fill(piece.text);
    const begun = this.#open?.kind === piece.kind ? '' : this.#close() + this.#beginText(piece.kind);
    return begun + this.#fill(piece.text);
  }

  end(answer: ModelAnswer): string {
    const begun = isSilent(answer) ? this.#beginText('content') : '';
    return begun + this.#close(answer);
  }

  close([answer]: readonly ModelAnswer[]): string {
    const type = answer!.finish === 'length' ? 'response.incomplete' : 'response.completed';
    return this.#event(type, { response: responseOf(answer!, this.call) });
  }

  fail(refusal: Refusal): string {
    const error = errorOf(refusal);
    // Before a response began, clients take no other event.
    if (this.#start === undefined) return this.#event('error', { ...error, type: 'error' });
    const { code, message } = error;
    const response = { ...begunResponse(this.#start, this.call), status: 'failed', error: { code, message } };
    return this.#event('response.failed', { response });
  }

  #beginText(kind: 'reasoning' | 'content'): string {
    const id = `${kind === 'reasoning' ? 'rs' : 'msg'}_${this.#start!.id}`;
    // Text behind a call is another item; the whole response has all text of a kind in the first.
    const number = this.#texts[kind]++;
    return this.#begin({ kind, id: number === 0 ? id : `${id}_${number}`, text: '' });
  }

  #begin(item: OpenItem): string {
    this.#open = item;
    if (this.#isHeld(item)) return '';
    const added = this.#itemEvent('added', item, 'in_progress');
    if (item.kind === 'content')
      return added + this.#part('content_part.added', { content_index: 0, part: textPart('') });
    if (item.kind === 'reasoning')
      return added + this.#part('reasoning_summary_part.added', { summary_index: 0, part: summaryPart('') });
    return added;
  }

  #fill(delta: string): string {
    const item = this.#open!;
    item.text += delta;
    if (this.#isHeld(item)) return '';
    if (item.kind === 'content') return this.#part('output_text.delta', { content_index: 0, delta, logprobs: [] });
    if (item.kind === 'reasoning') return this.#part('reasoning_summary_text.delta', { summary_index: 0, delta });
    return this.#part('function_call_arguments.delta', { delta });
  }

  /** Ends the item that is open. @param answer - The whole answer, where its end ends the item. */
  #close(answer?: ModelAnswer): string {
    const item = this.#open;
    if (item === undefined) return '';
    const status = answer?.finish === 'length' ? 'incomplete' : 'completed';
    const last = this.#lastEvents(item, answer);
    const done = this.#itemEvent('done', item, status, answer);
    this.#open = undefined;
    this.#items++;
    return last + done;
  }

  #lastEvents(item: OpenItem, answer: ModelAnswer | undefined): string {
    const { text } = item;
    if (item.kind === 'reasoning')
      return (
        this.#part('reasoning_summary_text.done', { summary_index: 0, text }) +
        this.#part('reasoning_summary_part.done', { summary_index: 0, part: summaryPart(text) })
      );
    if (item.kind === 'content') {
      const logprobs = textLogprobs(answer?.logprobs);
      // The AI SDK reads logprobs of deltas alone.
      const delta = { content_index: 0, delta: '', logprobs };
      return (
        (logprobs.length === 0 ? '' : this.#part('output_text.delta', delta)) +
        this.#part('output_text.done', { content_index: 0, text, logprobs }) +
        this.#part('content_part.done', { content_index: 0, part: textPart(text, answer?.logprobs) })
      );
    }
    if (!this.#isHeld(item))
      return this.#part('function_call_arguments.done', { name: item.call.name, arguments: text });
    const { id, input } = this.#callItem(item, 'completed');
    item.id = id;
    return (
      this.#itemEvent('added', item, 'in_progress') +
      this.#part('custom_tool_call_input.delta', { delta: input }) +
      this.#part('custom_tool_call_input.done', { input })
    );
  }

  #isHeld(item: OpenItem): boolean {
    return item.kind === 'call' && this.call.echo.clientTools.get(item.call.name)?.type === 'custom';
  }

  #itemEvent(event: 'added' | 'done', item: OpenItem, status: ItemStatus, answer?: ModelAnswer): string {
    return this.#event(`response.output_item.${event}`, {
      output_index: this.#items,
      item: this.#itemOf(item, status, answer),
    });
  }

  #itemOf(item: OpenItem, status: ItemStatus, answer: ModelAnswer | undefined): object {
    if (item.kind === 'content') return messageItem(item.id, item.text, status, answer?.logprobs);
    if (item.kind === 'reasoning') return reasoningItem(item.id, this.#start!.id, item.text, this.call.echo);
    return this.#callItem(item, status);
  }

  #callItem({ index, call, text }: OpenCall, status: ItemStatus): CallItem {
    return callItem(this.#start!.id, index, { ...call, arguments: text }, status, this.call.echo);
  }

  /** An event of the item that is open. */
  #part(type: string, members: object): string {
    return this.#event(`response.${type}`, { item_id: this.#open!.id, output_index: this.#items, ...members });
  }

  #event(type: string, members: object): string {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...members })}\n\n`;
  }
}
