import type { z } from 'zod';
import { plainText } from '../../../base/internal/index.js';
import { scanJson, type HttpAnswer } from '../../../io/index.js';
import { parseBody, WireError } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';

/** @returns The error that an answer of another status than 200 is; retryable where the same request may succeed later. */
export function refusal(what: string, { status, retryAfterMs, body }: HttpAnswer): TinkerError {
  const words = serverWords(body);
  return new TinkerError(`${what}: HTTP ${status}${words === '' ? '' : `: ${words}`}`, {
    status,
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfterMs,
  });
}

/** Longer answers (pages of proxies, traces) are cut. */
const MOST_CHARACTERS = 500;

/**
 * @returns What a refusal says, on one line: `detail` (a text, or pydantic's list of places and messages), `error` or `message` of JSON, else
 *   the text itself.
 */
export function serverWords(body: string): string {
  const words = plainText(wordsOf(body).slice(0, 4 * MOST_CHARACTERS));
  return words.trim().slice(0, MOST_CHARACTERS);
}

function wordsOf(body: string): string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof json !== 'object' || json === null) return body;
  const { detail, error, message } = json as { readonly [name: string]: unknown };
  const words = detail ?? error ?? message;
  if (Array.isArray(words)) return words.map(placeAndMessage).join('; ');
  return typeof words === 'string' ? words : body;
}

function placeAndMessage(item: unknown): string {
  const { loc, msg } = (item ?? {}) as { readonly loc?: unknown; readonly msg?: unknown };
  if (typeof msg !== 'string') return JSON.stringify(item);
  return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
}

/** @throws TinkerError for an answer that is no JSON, or not what the protocol says. */
export function readJson<A extends z.ZodType>(schema: A, what: string, answer: HttpAnswer): z.output<A> {
  return readAnswer(what, () => parseBody(schema, answer.bytes.length === 0 ? null : parseJson(answer)), answer);
}

/** Lists, objects and texts of one answer: each takes many times its bytes once it is read. */
const MOST_PARTS = 2 ** 21;

/** @throws WireError or SyntaxError for anything but JSON, and for JSON that takes all memory. */
export function parseJson({ bytes, body }: HttpAnswer): unknown {
  let parts = 0;
  try {
    scanJson(bytes, (mark) => {
      if (mark !== 'comma' && ++parts > MOST_PARTS)
        throw new WireError('', `expected at most ${MOST_PARTS} lists, objects and texts, got more`);
    });
  } catch (error) {
    throw error instanceof WireError ? error : new WireError('', 'expected lists and objects of at most 64 levels');
  }
  return JSON.parse(body);
}

/**
 * @param answer - Whose content encoding the error names: the client never requests one.
 * @throws TinkerError for what is unreadable.
 */
export function readAnswer<T>(what: string, read: () => T, answer?: HttpAnswer): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof WireError || cause instanceof SyntaxError)) throw cause;
    const encoding = answer?.headers['content-encoding'];
    const encoded =
      encoding === undefined ? '' : ` in content-encoding ${plainText(encoding)}, which was not asked for`;
    const message = `${what}: an answer${encoded} that is not the protocol's: ${plainText(cause.message)}`;
    throw new TinkerError(message, { cause });
  }
}

/** @returns A route's path with its places filled; a slash of an id stays one. @throws RangeError for an id that leads elsewhere. */
export function fillPath(path: string, ids: { readonly [name: string]: string }): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parts = ids[name]!.split('/');
    if (parts.some((part) => part === '.' || part === '..' || part === ''))
      throw new RangeError(`${name}: expected an id, got ${JSON.stringify(ids[name]!.slice(0, 200))}`);
    return parts.map(encodeURIComponent).join('/');
  });
}

/** @throws TinkerError for what a server gave for an id and is none. */
export function plainId(id: string, what: string): string {
  if (/^(?!\.{0,2}$)[^\p{Cc}\s/]{1,512}$/u.test(id)) return id;
  throw new TinkerError(`${what}: expected an id, got ${JSON.stringify(id.slice(0, 100))}`);
}

/** Fields of the results of other requests: the result of a request that changes a model has none of them. */
const FOREIGN = ['loss_fn_outputs', 'sequences'];
const KINDS = [
  ...['create_model', 'unload_model', 'optim_step', 'save_weights', 'load_weights'],
  ...['save_weights_for_sampler', 'forward', 'forward_backward', 'asample', 'sample'],
];

/**
 * Looks whether a result can be that of a request.
 *
 * @param path - Of the route: `/api/v1/optim_step`.
 * @param modelId - The request's; undefined where it makes the model.
 * @throws WireError for the result of a request of another kind, or of another model.
 */
export function requireOwnResult(json: unknown, path: string, modelId: string | undefined): void {
  if (typeof json !== 'object' || json === null) return;
  const { type, model_id } = json as { readonly type?: unknown; readonly model_id?: unknown };
  const kind = path.split('/').at(-1)!;
  const foreign = FOREIGN.find((field) => field in json);
  if (foreign !== undefined) throw new WireError(foreign, `expected none in the result of ${kind}`);
  if (typeof type === 'string' && type !== kind && KINDS.includes(type))
    throw new WireError('type', `expected ${kind}, got ${type}`);
  requireOwnModel(model_id, modelId);
}

/** @throws WireError for another model than was asked for. */
export function requireOwnModel(got: unknown, modelId: string | undefined): void {
  if (modelId !== undefined && typeof got === 'string' && got !== modelId)
    throw new WireError('model_id', `expected ${JSON.stringify(modelId)}, got ${JSON.stringify(got.slice(0, 64))}`);
}
