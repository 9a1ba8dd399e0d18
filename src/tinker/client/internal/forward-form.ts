import { builtInModule, type HttpAnswer } from '../../../io/index.js';
import { encodeForwardRequest, endpoints, forwardRequestToJson, PROTOBUF_TYPE } from '../../wire/index.js';
import type { TinkerForwardRequest } from '../../wire/messages.js';
import { TinkerError } from '../tinker-error.js';
import { readAnswer, readJson, requireOwnModel } from './answers.js';
import type { ExchangeOptions, Transport } from './transport.js';

/** What servers answer that cannot read a body. SkyRL's release says 500, again and again, where it fails at saying so. */
const UNREADABLE = [400, 415, 422, 500];

/**
 * In which of the protocol's two forms a server takes forward requests. The protocol has no way to ask: the first request is sent in
 * protobuf, then in JSON where the server cannot read that, and all others in the form that it took.
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
    if (this.#form !== undefined) return this.#send(this.#form, request, options);
    const refused = await this.#try('protobuf', request, { ...options, most500s: 1 });
    if (typeof refused === 'string') return refused;
    if (options.repeat === 'never' && refused.answerLost) throw refused;
    // Under the same sequence id it is the same request in any form.
    const error = await this.#try('json', request, options);
    if (typeof error === 'string') return error;
    if (error.answerLost) throw error;
    // A server that reads neither form minds the request.
    const { status } = refused;
    throw new TinkerError(`${refused.message}; in JSON: ${error.message}`, { status, cause: error });
  }

  /** @returns The number of the future; or the refusal of a server that cannot read this form. */
  async #try(
    form: 'protobuf' | 'json',
    request: TinkerForwardRequest,
    options: ExchangeOptions,
  ): Promise<string | TinkerError> {
    try {
      const id = await this.#send(form, request, options);
      this.#form = form;
      return id;
    } catch (error) {
      if (error instanceof TinkerError && UNREADABLE.includes(error.status ?? 0)) return error;
      throw error;
    }
  }

  async #send(form: 'protobuf' | 'json', request: TinkerForwardRequest, options: ExchangeOptions): Promise<string> {
    const isJsonForward = form === 'json' && request.forwardOnly;
    const { path } = isJsonForward ? endpoints.forward : endpoints.forwardBackward;
    const content =
      form === 'json' ? { body: JSON.stringify(forwardRequestToJson(request)) } : await this.#inProtobuf(request);
    const read = (given: HttpAnswer): string => {
      const { request_id, model_id } = readJson(endpoints.forwardBackward.answer, path, given);
      readAnswer(path, () => requireOwnModel(model_id, request.modelId), given);
      return request_id;
    };
    return this.transport.exchange({ method: 'POST', path, ...content }, read, options);
  }

  async #inProtobuf(request: TinkerForwardRequest) {
    const bytes = encodeForwardRequest(request);
    const compressed = this.compress ? await compressZstd(bytes) : undefined;
    const encoding = compressed === undefined ? {} : { 'content-encoding': 'zstd' };
    return { body: compressed ?? bytes, headers: { 'content-type': PROTOBUF_TYPE, ...encoding } };
  }
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
