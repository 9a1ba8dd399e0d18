import { Refusal, type AnswerListener, type ModelAnswer } from '../../exchange.js';
import { AnswerReader } from './answer-reader.js';

/** Sends an answer's pieces as they are drawn. An engine's second try must begin as the first one did. */
export class Delivery {
  #reader: AnswerReader;
  #sent = { reasoning: '', content: '' };
  #read = { reasoning: '', content: '' };

  constructor(
    private readonly options: ConstructorParameters<typeof AnswerReader>[0],
    private readonly listener: AnswerListener | undefined,
  ) {
    this.#reader = new AnswerReader(options);
  }

  restart(): void {
    this.#reader = new AnswerReader(this.options);
    this.#read = { reasoning: '', content: '' };
  }

  add(text: string): void {
    if (this.listener === undefined) return;
    for (const piece of this.#reader.add(text)) {
      this.#read[piece.kind] += piece.text;
      this.#send(piece.kind);
    }
  }

  /** Sends what is left of a whole answer. @throws Refusal where the answer is not what was sent. */
  end(answer: ModelAnswer): void {
    if (this.listener === undefined) return;
    this.#read = { reasoning: answer.reasoning ?? '', content: answer.content };
    for (const kind of ['reasoning', 'content'] as const) {
      if (!this.#read[kind].startsWith(this.#sent[kind]))
        throw new Refusal('unavailable', 'the engine began the answer again, and otherwise');
      this.#send(kind);
    }
    deliverCalls(answer, this.listener);
  }

  #send(kind: 'reasoning' | 'content'): void {
    const [read, sent] = [this.#read[kind], this.#sent[kind]];
    if (read.length <= sent.length || !read.startsWith(sent)) return;
    this.#sent[kind] = read;
    this.listener!.piece({ kind, text: read.slice(sent.length) });
  }
}

export function deliverCalls({ calls }: ModelAnswer, listener: AnswerListener | undefined): void {
  for (const [index, call] of calls.entries()) {
    listener?.piece({ kind: 'call', index, id: call.id, name: call.name });
    if (call.arguments !== '') listener?.piece({ kind: 'arguments', index, text: call.arguments });
  }
}
