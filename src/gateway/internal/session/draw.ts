import { giveUpOnAbort } from '../../../io/index.js';
import type { AnswerListener, AnswerPiece, AnswerStart, ModelAnswer } from '../model-answer.js';
import { deliverWhole } from './delivery.js';

/** What a draw ends with. */
interface DrawnAnswer {
  readonly answer: ModelAnswer;
}

/** The answer to a request, and the calls that say what became of it. */
export interface Answered {
  readonly answer: ModelAnswer;
  /** The client has it. */
  readonly delivered: () => void;
  /** The client went away before it had it. */
  readonly left: () => void;
}

interface DrawOptions {
  /** Its number among equal requests. */
  readonly ordinal: number;
  /** By which its client names the request. */
  readonly retryKey: string | undefined;
  /** Whether its client counts how often it sends a request. */
  readonly isCounted: boolean;
  /** How long it goes on after the last client left, in milliseconds: a client that gave up may ask again. */
  readonly waitMs: number;
  /** Begins to draw; called with the first client. */
  readonly begin: () => Promise<DrawnAnswer>;
}

/** A client that waits for the answer. */
interface Receiver {
  readonly listener: AnswerListener | undefined;
  /** Stops listening for its going. */
  readonly forget: () => void;
}

/** One answer: drawn once, for the client that asked, and for the same client when it asks again because it did not get the answer whole. */
export class Draw implements AnswerListener {
  readonly ordinal: number;
  readonly retryKey: string | undefined;
  readonly isCounted: boolean;
  /** The turn; set by the first client. */
  #turn: Promise<DrawnAnswer> | undefined;
  /** What was sent so far; undefined once the turn is whole. */
  #sent: { start: AnswerStart | undefined; readonly pieces: AnswerPiece[] } | undefined = {
    start: undefined,
    pieces: [],
  };
  readonly #receivers = new Set<Receiver>();
  readonly #waitMs: number;
  /** Until the first client is there. What is asked is not kept longer. */
  #begin: (() => Promise<DrawnAnswer>) | undefined;
  /** While it is drawn. */
  #stop: AbortController | undefined = new AbortController();
  #isStopped = false;
  #isDelivered = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ ordinal, retryKey, isCounted, waitMs, begin }: DrawOptions) {
    this.isCounted = isCounted;
    [this.ordinal, this.retryKey, this.#waitMs, this.#begin] = [ordinal, retryKey, waitMs, begin];
  }

  /** Aborted when the session ends, and when no client waits for the answer any more. Only while it is drawn. */
  get signal(): AbortSignal {
    return this.#stop!.signal;
  }

  /** How many clients wait for it. */
  get waiting(): number {
    return this.#receivers.size;
  }

  /** Whether a client that asks again is to get it. */
  get canBeRepeated(): boolean {
    return !this.#isDelivered && !this.#isStopped;
  }

  get isDelivered(): boolean {
    return this.#isDelivered;
  }

  /** Whether no client got it whole and none is there any more. */
  get isAbandoned(): boolean {
    return !this.#isDelivered && this.#receivers.size === 0;
  }

  /** Whether somebody listens while it is drawn. */
  get isStreamed(): boolean {
    return [...this.#receivers].some(({ listener }) => listener !== undefined);
  }

  /**
   * Sends the answer to a client; the first one begins the draw.
   *
   * @param signal - Aborted when the client has gone.
   * @throws The signal's reason; what the drawing throws.
   */
  receive(listener: AnswerListener | undefined, signal: AbortSignal | undefined): Promise<Answered> {
    clearTimeout(this.#timer);
    const leave = () => this.#leave(receiver, signal?.reason);
    const receiver: Receiver = { listener, forget: () => signal?.removeEventListener('abort', leave) };
    this.#receivers.add(receiver);
    signal?.addEventListener('abort', leave, { once: true });
    const isWhole = this.#sent === undefined;
    if (this.#turn === undefined) this.#turn = this.#draw();
    else {
      if (this.#sent?.start !== undefined) listener?.start(this.#sent.start);
      for (const piece of this.#sent?.pieces ?? []) listener?.piece(piece);
    }
    return giveUpOnAbort(this.#turn, signal).then(({ answer }) => {
      if (isWhole && listener !== undefined) {
        listener.start(answer);
        deliverWhole(answer, listener);
      }
      return { answer, delivered: () => this.#deliver(), left: leave };
    });
  }

  /** Breaks it off. */
  stop(reason: unknown): void {
    this.#isStopped = this.#stop !== undefined;
    this.#stop?.abort(reason);
  }

  #draw(): Promise<DrawnAnswer> {
    const turn = this.#begin!();
    const end = () => {
      clearTimeout(this.#timer);
      this.#begin = this.#stop = this.#sent = undefined;
    };
    turn.then(end, () => {
      end();
      this.#forgetAll();
    });
    return turn;
  }

  start(start: AnswerStart): void {
    this.#sent!.start = start;
    for (const { listener } of this.#receivers) listener?.start(start);
  }

  piece(piece: AnswerPiece): void {
    // A policy may report tokens late, when its answer is there.
    if (this.#sent === undefined) return;
    this.#sent.pieces.push(piece);
    for (const { listener } of this.#receivers) listener?.piece(piece);
  }

  #deliver(): void {
    this.#isDelivered = true;
    this.#forgetAll();
  }

  #forgetAll(): void {
    for (const { forget } of this.#receivers) forget();
    this.#receivers.clear();
  }

  #leave(receiver: Receiver, reason: unknown): void {
    this.#receivers.delete(receiver);
    if (this.#receivers.size > 0 || this.#sent === undefined) return;
    if (this.#waitMs === 0) this.stop(reason);
    else this.#timer = setTimeout(() => this.stop(reason), this.#waitMs);
  }
}
