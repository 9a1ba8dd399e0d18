import type { ServerResponse } from 'node:http';
import { MIB } from '../../../base/internal/index.js';

/** A client with this many unread bytes has `CATCH_UP_MS` to read them; then its connection is ended, because a policy cannot be slowed down. */
const MOST_UNSENT_BYTES = MIB;
const CATCH_UP_MS = 10_000;

/** A comment is sent when nothing else was for so long: proxies and clients end connections that are silent. */
const SILENCE_MS = 15_000;

/** Server-sent events of one answer. What is sent in one tick goes out together at its end. */
export class EventStream {
  #pending = '';
  #isScheduled = false;
  #isOver = false;
  #isQuiet = true;
  readonly #timer;
  /** Runs while the client is behind. */
  #cutOff: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly response: ServerResponse) {
    this.#timer = setInterval(() => this.#keepAlive(), SILENCE_MS).unref();
  }

  /** Whether the response has begun with status 200. From then on errors are sent as events. */
  get isOpen(): boolean {
    return this.response.headersSent;
  }

  /** Keeps events until the next that are sent: until then the request can still be refused with a status, which clients ask again after. */
  hold(events: string): void {
    this.#pending += events;
  }

  send(events: string): void {
    this.#pending += events;
    if (this.#pending === '' || this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.#flush());
  }

  /** Sends the last events. */
  end(events: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#open();
    this.response.end(this.#pending + events);
  }

  /** What was not sent is dropped. */
  release(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    clearTimeout(this.#cutOff);
  }

  #flush(): void {
    this.#isScheduled = false;
    if (this.#isOver) return;
    this.#isQuiet = false;
    this.#open();
    this.response.write(this.#pending);
    this.#pending = '';
    if (this.response.writableLength > MOST_UNSENT_BYTES) this.#requireCaughtUp();
  }

  #requireCaughtUp(): void {
    if (this.#cutOff !== undefined) return;
    this.#cutOff = setTimeout(() => this.response.destroy(), CATCH_UP_MS);
    this.response.once('drain', () => {
      clearTimeout(this.#cutOff);
      this.#cutOff = undefined;
    });
  }

  #open(): void {
    if (this.isOpen) return;
    this.response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    });
  }

  #keepAlive(): void {
    if (this.#isQuiet) this.send(': waiting\n\n');
    this.#isQuiet = true;
  }
}
