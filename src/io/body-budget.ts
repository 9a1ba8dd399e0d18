import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './http-error.js';
import { whenOver } from './when-over.js';

/** What the first bytes of a body are given room for. */
const LEAST_CAPACITY = 1024;

/** @returns Room for so many bytes, and for as many again where there may be more. */
function capacityFor(size: number, maxBytes: number): number {
  const doubled = 2 ** Math.ceil(Math.log2(Math.max(size, LEAST_CAPACITY)));
  return Math.max(size, Math.min(maxBytes, doubled));
}

/** What all requests together may hold in memory. */
export class BodyBudget {
  #held = 0;

  constructor(private readonly maxPendingBytes: number) {}

  /**
   * Reads a body whole, up to a size; one that is larger is not read on. Its bytes count until it is answered.
   *
   * @throws HttpError 413 for a body that is too large, 503 when the others take up too much.
   */
  async read(request: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<Buffer> {
    const announced = Number(request.headers['content-length'] ?? 0);
    const refusal = this.#refusalOf(announced, maxBytes, announced, 0);
    if (refusal !== undefined) throw refusal;
    if (request.headers.expect !== undefined) {
      // Whoever asked whether to send it has waited for this.
      response.removeHeader('connection');
      response.writeContinue();
    }
    return this.#receive(request, response, maxBytes);
  }

  /** However small the pieces in which it comes, a body takes one buffer, which grows, and that is what is counted. */
  #receive(request: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let buffer: Buffer = Buffer.alloc(0);
      let size = 0;
      const hold = (bytes: Buffer) => {
        this.#held += bytes.length - buffer.length;
        buffer = bytes;
      };
      const stop = () => {
        request.off('data', take);
        hold(Buffer.alloc(0));
      };
      const take = (chunk: Buffer) => {
        const needed = size + chunk.length;
        const capacity = needed <= buffer.length ? buffer.length : capacityFor(needed, maxBytes);
        const refusal = this.#refusalOf(needed, maxBytes, capacity - buffer.length, buffer.length);
        if (refusal !== undefined) {
          stop();
          return reject(refusal);
        }
        if (capacity > buffer.length) {
          const grown = Buffer.allocUnsafeSlow(capacity);
          buffer.copy(grown, 0, 0, size);
          hold(grown);
        }
        size += chunk.copy(buffer, size);
      };
      whenOver(request, response, stop);
      request.on('data', take);
      request.on('end', () => resolve(buffer.subarray(0, size)));
      request.on('error', reject);
      request.on('close', () => reject(new Error('the client disconnected')));
    });
  }

  /** @param more - What is not counted as held yet. @param own - What is, and is this body's. */
  #refusalOf(size: number, maxBytes: number, more: number, own: number): HttpError | undefined {
    if (size > maxBytes) return new HttpError(413, `the request body is larger than ${maxBytes} bytes`);
    if (this.#held === own || this.#held + more <= this.maxPendingBytes) return undefined;
    return new HttpError(503, 'too many requests are under way', { 'retry-after': '1' });
  }
}
