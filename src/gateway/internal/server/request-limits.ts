import type { IncomingMessage, ServerResponse } from 'node:http';
import { MIB } from '../../../base/internal/index.js';
import { ByteBudget, HttpError, parseJsonBody, RequestBodies, scanJson, type JsonMark } from '../../../io/index.js';
import type { ModelRequest } from '../../model-request.js';
import { Refusal } from '../refusal.js';

/** Most texts, lists and objects in a body: each takes up to a hundred times the memory of its JSON. */
const MOST_VALUES = 2 ** 18;
/** Deepest nesting of a body: the arguments of a call that the model wrote may have 64 levels, and stand in a message. */
const MOST_DEPTH = 96;
/** Most tools of a request. OpenAI takes 128; a harness with many MCP servers has some hundred. */
const MOST_TOOLS = 1024;

/** Reads the bodies of requests as JSON, within limits of their size. */
export class JsonBodies {
  readonly #bodies;

  /** @param limits - `transferMs`: how long a body may take to arrive. */
  constructor(private readonly limits: { readonly maxBodyBytes: number; readonly transferMs: number }) {
    const { maxBodyBytes, transferMs } = limits;
    const budget = new ByteBudget({ maxBytes: Math.max(256 * MIB, 4 * maxBodyBytes), status: 503 });
    this.#bodies = new RequestBodies(budget, transferMs);
  }

  /** @returns Undefined for an empty body. @throws HttpError for one that is too large, or no JSON. */
  async read(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding !== 'identity')
      throw new HttpError(415, `content-encoding: expected identity, got ${encoding.slice(0, 64)}`);
    const body = await this.#bodies.read(request, response, { maxBytes: this.limits.maxBodyBytes });
    if (body.length === 0) return undefined;
    let values = 0;
    const count = (mark: JsonMark) => {
      if (mark !== 'comma' && ++values > MOST_VALUES)
        throw new HttpError(413, `the request body has more than ${MOST_VALUES} texts, lists and objects`);
    };
    scanJson(body, count, MOST_DEPTH);
    return parseJsonBody(body);
  }
}

/** @throws Refusal for too many tools, and for more answers than a session may have under way. */
export function checkLimits({ tools, n }: ModelRequest, maxConcurrent: number): void {
  if (tools.length > MOST_TOOLS)
    throw new Refusal('invalid-request', `tools: expected at most ${MOST_TOOLS}, got ${tools.length}`, {
      param: 'tools',
    });
  if (n > maxConcurrent)
    throw new Refusal('invalid-request', `n: expected at most ${maxConcurrent}, got ${n}`, { param: 'n' });
}
