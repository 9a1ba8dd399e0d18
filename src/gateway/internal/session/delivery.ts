import type { AnswerListener, AnswerPiece, ModelAnswer } from '../model-answer.js';
import type { DeliveredCall } from '../../model-request.js';
import { Refusal } from '../refusal.js';
import { AnswerReader, type AnswerOptions } from './answer-reader.js';

/** The parts of an answer so far. */
interface Parts {
  reasoning: string;
  content: string;
  readonly calls: { id: string; name: string; arguments: string }[];
}

/** Sends an answer's pieces as they are drawn. An engine's second try must begin as the first one did. */
export class Delivery {
  #reader: AnswerReader | undefined;
  #read = noParts();
  readonly #sent = noParts();
  /** Whether the engine began again after something had been sent. */
  #isSecond = false;

  constructor(
    private readonly options: AnswerOptions,
    private readonly listener: AnswerListener | undefined,
  ) {}

  /** The engine begins the turn again. */
  restart(): void {
    this.#reader = undefined;
    this.#read = noParts();
    const { reasoning, content, calls } = this.#sent;
    this.#isSecond ||= reasoning !== '' || content !== '' || calls.length > 0;
  }

  add(text: string): void {
    if (this.listener === undefined) return;
    this.#reader ??= new AnswerReader(this.options);
    for (const piece of this.#reader.add(text)) {
      if (!this.#isSecond) this.#give(piece);
      else {
        addTo(this.#read, piece);
        this.#giveLeft(piece, this.#read);
      }
    }
  }

  /** Sends what is left of a whole answer. @throws Refusal where the answer is not what was sent. */
  end(answer: ModelAnswer): void {
    if (this.listener === undefined) return;
    const { reasoning = '', content, calls } = answer;
    const sent = this.#sent;
    const isSame =
      reasoning.startsWith(sent.reasoning) &&
      content.startsWith(sent.content) &&
      sent.calls.every((call, index) => isBeginning(call, calls[index]));
    if (!isSame) throw new Refusal('unavailable', 'the engine restarted the answer and generated different text');
    for (const piece of piecesOf(answer)) this.#giveLeft(piece, answer);
  }

  /** Gives what was not given before. @param read - What was read up to and with the piece. */
  #giveLeft(piece: AnswerPiece, read: Readonly<Parts> | ModelAnswer): void {
    if (piece.kind === 'call') {
      if (this.#sent.calls[piece.index] === undefined) this.#give(piece);
      return;
    }
    const [before, now] = [textOf(this.#sent, piece), textOf(read, piece)];
    if (now.length > before.length && now.startsWith(before)) this.#give({ ...piece, text: now.slice(before.length) });
  }

  #give(piece: AnswerPiece): void {
    addTo(this.#sent, piece);
    this.listener!.piece(piece);
  }
}

/** Sends the pieces of an answer that is whole already. */
export function deliverWhole(answer: ModelAnswer, listener: AnswerListener): void {
  for (const piece of piecesOf(answer)) listener.piece(piece);
}

/** @returns A whole answer as pieces. */
function piecesOf(answer: ModelAnswer): AnswerPiece[] {
  const { reasoning, content } = answer;
  return [
    ...(reasoning ? [{ kind: 'reasoning', text: reasoning } as const] : []),
    ...(content ? [{ kind: 'content', text: content } as const] : []),
    ...callPieces(answer),
  ];
}

function callPieces({ calls }: ModelAnswer): AnswerPiece[] {
  return calls.flatMap(({ id, name, arguments: text }, index): AnswerPiece[] => [
    { kind: 'call', index, id, name },
    ...(text === '' ? [] : [{ kind: 'arguments', index, text } as const]),
  ]);
}

function noParts(): Parts {
  return { reasoning: '', content: '', calls: [] };
}

function addTo(parts: Parts, piece: AnswerPiece): void {
  if (piece.kind === 'call') parts.calls.push({ id: piece.id, name: piece.name, arguments: '' });
  else if (piece.kind === 'arguments') parts.calls[piece.index]!.arguments += piece.text;
  else parts[piece.kind] += piece.text;
}

function textOf(parts: Readonly<Parts> | ModelAnswer, piece: Exclude<AnswerPiece, { kind: 'call' }>): string {
  if (piece.kind === 'arguments') return parts.calls[piece.index]?.arguments ?? '';
  return parts[piece.kind] ?? '';
}

function isBeginning(sent: DeliveredCall, whole: DeliveredCall | undefined): boolean {
  return sent.id === whole?.id && sent.name === whole.name && whole.arguments.startsWith(sent.arguments);
}
