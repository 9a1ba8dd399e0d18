import { delay, retryDelayMs, TimeLimitError, withTimeLimit, type HttpAnswer } from '../../../io/index.js';
import { endpoints, parseBody, PROTOBUF_TYPE, requestFailedSchema, tryAgainSchema } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import { parseJson, plainId, readAnswer, refusal, requireOwnModel, requireOwnResult, serverWords } from './answers.js';
import { RequestLife } from './requests.js';
import { POLL_MS, type ExchangeOptions, type FutureRoute, type Transport } from './transport.js';
import type { z } from 'zod';

/** Proxies inject a 400 now and then; a server that means it says it again. */
const MOST_BAD_REQUESTS = 3;
/** How often a request whose result is gone is made again. */
const MOST_RESUBMISSIONS = 3;
/** A `not yet` that comes sooner was not delayed by the server: asking at once would be a storm. */
const LEAST_WAIT_MS = 1000;

/** A request that takes time, and how its result is read. */
export interface FutureRequest<T> extends ExchangeOptions {
  /** For messages: `/api/v1/optim_step`. */
  readonly what: string;
  /**
   * Hands the request in.
   *
   * @returns The number under which its result will be, and what tells it from all other requests: the same when it is handed in again.
   */
  readonly submit: (options: ExchangeOptions) => Promise<{ readonly id: string; readonly owner: string }>;
  readonly readJson: (json: unknown) => T;
  /** Absent where the result is only ever JSON. */
  readonly readProtobuf?: ((bytes: Uint8Array) => T) | undefined;
}

type Outcome<T> =
  { readonly kind: 'result'; readonly value: T } | { readonly kind: 'gone'; readonly error: TinkerError };

/**
 * Hands a request in and waits for its result, however long that takes.
 *
 * @throws TinkerError where the request fails; `answerLost` where it is not known whether it was carried out.
 */
export async function resultOf<T>(transport: Transport, request: FutureRequest<T>): Promise<T> {
  const { signal, repeat, what, life = new RequestLife() } = request;
  try {
    for (let submissions = 1; ; submissions++) {
      const { id, owner } = await request.submit({ signal, repeat, life });
      transport.claim(plainId(id, what), owner, what);
      const outcome = await retrieve(transport, id, request);
      if (outcome.kind === 'result') return outcome.value;
      if (repeat === 'never' || submissions > MOST_RESUBMISSIONS) throw outcome.error;
    }
  } catch (error) {
    throw life.ended(error);
  }
}

/** A request that takes time, with its body and its result in JSON. */
interface JsonFutureRequest<Q extends z.ZodType> extends ExchangeOptions {
  /** The model that the request is of; undefined where it makes the model. */
  readonly modelId: string | undefined;
  /** Calls `send` with the body and with what tells the request from all others. */
  readonly submit: <T>(send: (body: z.input<Q>, owner: string) => Promise<T>) => Promise<T>;
}

/** The same, of a route whose bodies are JSON. @throws TinkerError also for an answer of another request or model. */
export function jsonResultOf<Q extends z.ZodType, R extends z.ZodType>(
  transport: Transport,
  route: FutureRoute<Q, R>,
  { modelId, submit, ...request }: JsonFutureRequest<Q>,
): Promise<z.output<R>> {
  const what = route.path;
  return resultOf(transport, {
    ...request,
    what,
    submit: (options) =>
      submit(async (body, owner) => {
        const { request_id, model_id } = await transport.call(route, body, options);
        readAnswer(what, () => requireOwnModel(model_id, modelId));
        return { id: request_id, owner };
      }),
    readJson: (json) => {
      requireOwnResult(json, what, modelId);
      return parseBody(route.result, json);
    },
  });
}

/** Asks for a result until it is there. */
async function retrieve<T>(transport: Transport, requestId: string, request: FutureRequest<T>): Promise<Outcome<T>> {
  const { signal, readProtobuf } = request;
  const { retry } = transport.settings;
  const what = `the result of ${request.what}`;
  const headers = { accept: readProtobuf === undefined ? 'application/json' : PROTOBUF_TYPE };
  const body = JSON.stringify({ request_id: requestId });
  const { method, path } = endpoints.retrieveFuture;
  // In a row.
  let [failures, quick] = [0, 0];
  let badRequests = 0;
  const afterFailure = async (error: TinkerError) => {
    if (!error.retryable || failures >= retry.retries) throw error;
    await delay(retryDelayMs(failures++, retry, error), signal);
  };
  for (;;) {
    const askedMs = performance.now();
    const answer = await withTimeLimit(
      (limited) => transport.poll({ method, path, body, headers, signal: limited }),
      signal,
      POLL_MS,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof TimeLimitError || error instanceof TinkerError) return error;
      throw error;
    });
    if (answer instanceof TimeLimitError) continue;
    if (answer instanceof TinkerError) {
      await afterFailure(answer);
      continue;
    }
    const { status } = answer;
    if (status === 410) return { kind: 'gone', error: refusal(what, answer) };
    if (status === 400) {
      if (++badRequests > MOST_BAD_REQUESTS) throw refusal(what, answer);
      continue;
    }
    if (status !== 200 && status !== 408) {
      await afterFailure(refusal(what, answer));
      continue;
    }
    const read = status === 200 ? readResult(answer, request, what) : undefined;
    if (read !== undefined) return { kind: 'result', value: read.value };
    failures = 0;
    quick = performance.now() - askedMs < LEAST_WAIT_MS ? quick + 1 : 0;
    if (quick > 0) await delay(Math.min(LEAST_WAIT_MS, 10 * 2 ** Math.min(quick, 10)), signal);
  }
}

/** @returns undefined where there is no result yet. @throws TinkerError where the request failed. */
function readResult<T>(answer: HttpAnswer, request: FutureRequest<T>, what: string): { readonly value: T } | undefined {
  const { readProtobuf } = request;
  const type = answer.headers['content-type'] ?? '';
  if (type.includes(PROTOBUF_TYPE) && readProtobuf !== undefined)
    return { value: readAnswer(what, () => readProtobuf(answer.bytes), answer) };
  const json = readAnswer(what, () => parseJson(answer), answer);
  if (tryAgainSchema.safeParse(json).success) return undefined;
  const failed = requestFailedSchema.safeParse(json);
  if (failed.success)
    throw new TinkerError(`${request.what}: ${serverWords(answer.body)}`, { category: failed.data.category });
  return { value: readAnswer(what, () => request.readJson(json), answer) };
}
