import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './http-error.js';

/** What all requests together may hold in memory. */
export class BodyBudget {
  #held = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly maxPendingBytes: number,
  ) {}

  /**
   * Reads a body whole, up to a size; one that is larger is not read on. Its bytes count until it is answered.
   *
   * @throws HttpError 413 for a body that is too large, 503 when the others take up too much.
   */
  async read(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
    const announced = Number(request.headers['content-length'] ?? 0);
    const refusal = this.#refusalOf(announced, announced);
    if (refusal !== undefined) throw refusal;
    if (request.headers.expect !== undefined) {
      // Whoever asked whether to send it has waited for this.
      response.removeHeader('connection');
      response.writeContinue();
    }
    return this.#receive(request, response);
  }

  #receive(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('close', () => (this.#held -= size));
      const take = (chunk: Buffer) => {
        size += chunk.length;
        this.#held += chunk.length;
        const refusal = this.#refusalOf(size, 0);
        if (refusal === undefined) return void chunks.push(chunk);
        request.off('data', take);
        chunks.length = 0;
        reject(refusal);
      };
      request.on('data', take);
      request.on('end', () => resolve(Buffer.concat(chunks)));
      request.on('error', reject);
      request.on('close', () => reject(new Error('the client disconnected')));
    });
  }

  /** @param more - What is not counted as held yet. */
  #refusalOf(size: number, more: number): HttpError | undefined {
    if (size > this.maxBytes) return new HttpError(413, `the request body is larger than ${this.maxBytes} bytes`);
    const others = this.#held + more - size;
    if (others <= 0 || this.#held + more <= this.maxPendingBytes) return undefined;
    return new HttpError(503, 'too many requests are under way', { 'retry-after': '1' });
  }
}
