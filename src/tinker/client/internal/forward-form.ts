import { builtInModule, delay, retryDelayMs, type HttpAnswer, type HttpRequest } from '../../../io/index.js';
import { encodeForwardRequest, endpoints, forwardRequestToJson, PROTOBUF_TYPE } from '../../wire/index.js';
import type { TinkerForwardRequest } from '../../wire/messages.js';
import { TinkerError } from '../tinker-error.js';
import { readAnswer, readJson, requireOwnModel } from './answers.js';
import type { ExchangeOptions, Transport } from './transport.js';

/** What servers answer that cannot read a body: 500, again and again, where one fails at saying so, as SkyRL's release does at bytes in its words. */
const UNREADABLE = [400, 415, 422, 500];

/**
 * In which of the protocol's two forms a server takes forward requests. None says so: it is asked in protobuf first, in JSON
 * where it cannot read that, and then in the form that it took.
 */
export class ForwardForm {
  #form: 'protobuf' | 'json' | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly compress: boolean,
  ) {
    const { wire } = transport.settings;
    this.#form = wire === 'auto' ? undefined : wire;
  }

  /** Hands a request in. @returns The number of its future. @throws TinkerError. */
  async submit(request: TinkerForwardRequest, options: ExchangeOptions): Promise<string> {
    if (this.#form === 'json') return this.#submitJson(request, options);
    if (this.#form === 'protobuf') return this.#submitProtobuf(request, options);
    try {
      const id = await this.#offerProtobuf(request, options);
      this.#form = 'protobuf';
      return id;
    } catch (error) {
      if (isUnreadable(error) && (options.repeat !== 'never' || !error.answerLost))
        return await this.#submitJsonAfter(error, request, options);
      throw error;
    }
  }

  /**
   * Asks as long as any request is asked, but that a 500 is taken for an answer when it comes again: what says it to every body of
   * this form, and may cut the connection with it, would be asked for minutes.
   */
  async #offerProtobuf(request: TinkerForwardRequest, options: ExchangeOptions): Promise<string> {
    const { retry } = this.transport.settings;
    let unread = 0;
    for (let failures = 0; ; failures++) {
      try {
        return await this.#submitProtobuf(request, { ...options, repeat: 'never' });
      } catch (error) {
        if (!(error instanceof TinkerError) || !error.retryable || options.repeat === 'never') throw error;
        if (error.status === 500) unread++;
        if (unread > 1 || failures >= retry.retries) throw error;
        await delay(retryDelayMs(failures, retry, error), options.signal);
      }
    }
  }

  /** A server that reads neither form minds the request. Under the same sequence id it is the same request in any form. */
  async #submitJsonAfter(
    refused: TinkerError,
    request: TinkerForwardRequest,
    options: ExchangeOptions,
  ): Promise<string> {
    try {
      const id = await this.#submitJson(request, options);
      this.#form = 'json';
      return id;
    } catch (error) {
      if (!isUnreadable(error) || error.answerLost) throw error;
      const { status } = refused;
      throw new TinkerError(`${refused.message}; in JSON: ${error.message}`, { status, cause: error });
    }
  }

  #submitJson(request: TinkerForwardRequest, options: ExchangeOptions): Promise<string> {
    const { path } = request.forwardOnly ? endpoints.forward : endpoints.forwardBackward;
    return this.#send(request.modelId, { path, body: JSON.stringify(forwardRequestToJson(request)) }, options);
  }

  async #submitProtobuf(request: TinkerForwardRequest, options: ExchangeOptions): Promise<string> {
    const bytes = encodeForwardRequest(request);
    const compressed = this.compress ? await compressZstd(bytes) : undefined;
    const headers = {
      'content-type': PROTOBUF_TYPE,
      ...(compressed === undefined ? {} : { 'content-encoding': 'zstd' }),
    };
    const { path } = endpoints.forwardBackward;
    return this.#send(request.modelId, { path, body: compressed ?? bytes, headers }, options);
  }

  async #send(modelId: string, request: Omit<HttpRequest, 'method'>, options: ExchangeOptions): Promise<string> {
    const { path } = request;
    const read = (given: HttpAnswer): string => {
      const { request_id, model_id } = readJson(endpoints.forwardBackward.answer, path, given);
      readAnswer(path, () => requireOwnModel(model_id, modelId), given);
      return request_id;
    };
    return this.transport.exchange({ method: 'POST', ...request }, read, options);
  }
}

function isUnreadable(error: unknown): error is TinkerError {
  return error instanceof TinkerError && UNREADABLE.includes(error.status ?? 0);
}

type Compress = (bytes: Uint8Array, done: (error: Error | null, compressed: Uint8Array) => void) => void;

/** @returns undefined where the runtime has no zstd (browsers, Node before 22.15). */
async function compressZstd(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const compress = (builtInModule('zlib') as { readonly zstdCompress?: Compress } | undefined)?.zstdCompress;
  if (compress === undefined) return undefined;
  return new Promise((resolve, reject) =>
    compress(bytes, (error, compressed) => (error === null ? resolve(compressed) : reject(error))),
  );
}
