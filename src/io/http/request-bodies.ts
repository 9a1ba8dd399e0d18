import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import type { ByteBudget, ByteReservation } from './byte-budget.js';
import { HttpError, whenOver } from './http-answers.js';
import { limitConcurrency } from '../limiter.js';

/** A body that arrives for longer than this is dropped if its memory is needed. */
const PATIENCE_MS = 5000;

/** A body that is arriving. */
interface Arriving {
  readonly reservation: ByteReservation;
  readonly sinceMs: number;
  /** Drops it, and has its request refused. */
  readonly cutOff: () => void;
}

interface CountedBuffer {
  readonly reservation: ByteReservation;
  readonly buffer: GrowingBuffer;
}

/** What a server accepts as a request's body. */
interface BodyOptions {
  /** Most bytes, both as sent and after decompression. */
  readonly maxBytes: number;
  /** Decompresses a body. */
  readonly inflate?: (() => Transform) | undefined;
}

/** Reads the bodies of requests, counted against a budget as they come, as they are inflated, and until they are answered. */
export class RequestBodies {
  /** The oldest first. */
  readonly #arriving = new Set<Arriving>();
  /** Decompression needs memory of its own. */
  readonly #inflating = limitConcurrency(1);

  /** @param timeoutMs - How long a body may take to arrive. Default as long as Node waits for a request, five minutes. */
  constructor(
    private readonly budget: ByteBudget,
    private readonly timeoutMs = 300_000,
  ) {
    budget.onShort((missing, asking) => this.#cutOffSlow(missing, asking));
  }

  /**
   * Reads a body whole, up to a size; one that is larger is not read on.
   *
   * @throws HttpError 413 for a body that is too large, 408 for one that is too slow, 400 for one that cannot be inflated; the
   *   budget's refusal when the others take up too much.
   */
  async read(request: IncomingMessage, response: ServerResponse, options: BodyOptions): Promise<Buffer> {
    const { maxBytes, inflate } = options;
    requireSize(Number(request.headers['content-length'] ?? 0), maxBytes);
    if (request.headers.expect !== undefined) {
      // A client that asked whether to send it has waited for this.
      response.removeHeader('connection');
      response.writeContinue();
    }
    const sent = this.#buffer(request, response, maxBytes);
    const inflated = this.#buffer(request, response, maxBytes);
    await this.#receive(request, response, sent);
    if (inflate === undefined) return sent.buffer.bytes;
    await this.#inflating(() => inflateInto(inflated.buffer, sent.buffer.bytes, inflate));
    sent.buffer.release();
    return inflated.buffer.bytes;
  }

  /** A buffer for the arriving bytes, counted until the request is answered. */
  #buffer(request: IncomingMessage, response: ServerResponse, maxBytes: number): CountedBuffer {
    const reservation = this.budget.reserve();
    const buffer = new GrowingBuffer(reservation, maxBytes);
    whenOver(request, response, () => buffer.release());
    return { reservation, buffer };
  }

  #receive(request: IncomingMessage, response: ServerResponse, { reservation, buffer }: CountedBuffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        this.#arriving.delete(arriving);
        request.off('data', take);
      };
      const fail = (error: Error) => {
        stop();
        buffer.release();
        reject(error);
      };
      const take = (piece: Buffer) => {
        try {
          buffer.push(piece);
        } catch (error) {
          fail(error as Error);
        }
      };
      const cutOff = () => fail(new HttpError(408, 'the request body came too slowly', { connection: 'close' }));
      const arriving = { reservation, sinceMs: performance.now(), cutOff };
      const timer = setTimeout(cutOff, this.timeoutMs);
      this.#arriving.add(arriving);
      request.on('data', take);
      request.on('end', () => {
        stop();
        resolve();
      });
      request.on('error', fail);
      whenOver(request, response, () => fail(new Error('the client disconnected')));
    });
  }

  #cutOffSlow(missing: number, asking: ByteReservation): void {
    let left = missing;
    for (const { reservation, sinceMs, cutOff } of this.#arriving) {
      if (left <= 0 || performance.now() - sinceMs < PATIENCE_MS) return;
      if (reservation === asking || reservation.bytes === 0) continue;
      left -= reservation.bytes;
      cutOff();
    }
  }
}

async function inflateInto(buffer: GrowingBuffer, bytes: Buffer, inflate: () => Transform): Promise<void> {
  const stream = inflate();
  stream.end(bytes);
  try {
    for await (const piece of stream) buffer.push(piece as Buffer);
  } catch (error) {
    buffer.release();
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, `the request body is not what content-encoding says: ${(error as Error).message}`);
  }
}

/** Size of the first buffer. It is not counted, because a connection needs more memory than it. */
const LEAST_CAPACITY = 1024;

/** Bytes that come piece by piece: however small the pieces are, one buffer has them, which grows, and that is what is counted. */
class GrowingBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #isReleased = false;

  constructor(
    private readonly reservation: ByteReservation,
    private readonly maxBytes: number,
  ) {}

  /** What has come, as a view. @throws HttpError once it was released. */
  get bytes(): Buffer {
    this.#requireKept();
    return this.#buffer.subarray(0, this.#size);
  }

  /** @throws HttpError 413 for more than may come, 400 once it was released; the budget's error if the memory is used up. */
  push(piece: Uint8Array): void {
    this.#requireKept();
    const needed = this.#size + piece.length;
    requireSize(needed, this.maxBytes);
    if (needed > this.#buffer.length) this.#grow(needed);
    this.#buffer.set(piece, this.#size);
    this.#size = needed;
  }

  /** Releases what has come, for good: what comes later is refused. */
  release(): void {
    this.#isReleased = true;
    this.reservation.set(0);
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #requireKept(): void {
    if (this.#isReleased) throw new HttpError(400, 'the request ended before its body was read');
  }

  /** Grows the buffer to this number of bytes, or twice as many if more may come. */
  #grow(needed: number): void {
    const doubled = 2 ** Math.ceil(Math.log2(Math.max(needed, LEAST_CAPACITY)));
    const capacity = Math.max(needed, Math.min(this.maxBytes, doubled));
    if (capacity > LEAST_CAPACITY) this.reservation.ask(capacity);
    const grown = Buffer.allocUnsafeSlow(capacity);
    grown.set(this.bytes);
    this.#buffer = grown;
  }
}

/** @throws HttpError 413 for a body that is too large. */
function requireSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new HttpError(413, `the request body is larger than ${maxBytes} bytes`);
}
