import type { z } from 'zod';
import type { CallOptions } from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import { followSignal } from '../../io/index.js';
import { adamToJson, decodeForwardResult, endpoints, forwardResultFromJson, WireError } from '../wire/index.js';
import { PROTOCOL_ADAM, type TinkerAdam, type TinkerBatch, type TinkerForwardResult } from '../wire/messages.js';
import { checkTinkerBatch, chunksOf, failedChunk, joinResults } from './internal/batch.js';
import type { Connection } from './internal/connection.js';
import { jsonResultOf, resultOf } from './internal/futures.js';
import { RequestQueue } from './internal/requests.js';
import { adamSchema, type Repeat } from './internal/settings.js';
import type { ExchangeOptions, FutureRoute } from './internal/transport.js';
import { TinkerError } from './tinker-error.js';
import { remoteSampler, type TinkerSampler } from './tinker-sampler.js';

/** What a server says about a model. */
export interface TinkerModelInfo {
  readonly id: string;
  readonly baseModel: string | undefined;
  readonly tokenizer: string | undefined;
  /** Rank of the adapter; undefined if unknown, or without an adapter. */
  readonly loraRank: number | undefined;
}

/**
 * One model in training on a server. Requests are sent in the order of the calls. You need not await each call: a step can be a
 * `forwardBackward` and an `optimStep` at the same time.
 *
 * Every method rejects with TinkerError if the server refuses or fails, or the connection stays lost; with the signal's reason when
 * aborted, which does not undo requests that were sent.
 */
export interface TinkerModel {
  /** The server's id of the model. */
  readonly id: string;
  /** @returns Logprobs of the targets, and other outputs of the server; no gradient. */
  forward(batch: TinkerBatch, options?: CallOptions): Promise<TinkerForwardResult>;
  /**
   * Adds the gradient of a loss to the accumulated gradient. A batch above the server's limits is sent in several requests, and their
   * results are joined in the batch's order. Metrics are joined by the reduction in their names (`loss:sum`); others are left out.
   */
  forwardBackward(batch: TinkerBatch, options?: CallOptions): Promise<TinkerForwardResult>;
  /** Applies the accumulated gradient with Adam and clears it. @returns The server's metrics. */
  optimStep(adam?: Partial<TinkerAdam>, options?: CallOptions): Promise<{ readonly [name: string]: number }>;
  /** Saves weights and optimizer. @returns The path for `loadState`. */
  saveState(name: string, options?: CallOptions & { readonly overwrite?: boolean | undefined }): Promise<string>;
  /**
   * Loads saved weights with the optimizer's state. Many servers allow this only as a model's first request.
   *
   * @param options - `optimizer: false` loads only the weights. Default true.
   */
  loadState(path: string, options?: CallOptions & { readonly optimizer?: boolean | undefined }): Promise<void>;
  /** Saves weights for sampling. @returns The path for `createSampler` of the client. */
  saveForSampler(name: string, options?: CallOptions): Promise<string>;
  /** @returns A sampler with the current weights. They have no path, and the server decides how long it keeps them. */
  createSampler(options?: CallOptions): Promise<TinkerSampler>;
  /** @returns What the server says about the model. */
  info(options?: CallOptions): Promise<TinkerModelInfo>;
  /** Unloads the model on the server. Saved checkpoints stay. */
  unload(options?: CallOptions): Promise<void>;
}

/** Which request of which model a body is. */
interface Place {
  readonly model_id: string;
  readonly seq_id: number;
}

/**
 * @param repeat - Whether a request that adds to the gradient, or applies it, is made again where its answer is lost.
 * @returns A model in training, over the wire.
 */
export function remoteModel(connection: Connection, id: string, repeat: Repeat): TinkerModel {
  const { transport, config, form } = connection;
  const requests = new RequestQueue();

  const pass = (
    batch: TinkerBatch,
    forwardOnly: boolean,
    signal: AbortSignal | undefined,
  ): Promise<TinkerForwardResult> =>
    transport.during(signal, async (inner) => {
      checkTinkerBatch(batch);
      const { data: all, loss, lossConfig } = batch;
      const chunks = chunksOf(all, config).map((data) => ({ data, request: requests.add() }));
      const stop = followSignal(inner);
      const results = chunks.map(({ data, request }, i) => {
        const body = { data, loss, lossConfig, forwardOnly, modelId: id };
        const submit = async (sequenceId: number, options: ExchangeOptions) => {
          try {
            return { id: await form.submit({ ...body, sequenceId }, options), owner: `${id} ${sequenceId}` };
          } catch (error) {
            // Those after it are not sent; those before it were taken.
            stop.abort(failedChunk(error, chunks, i));
            throw error;
          }
        };
        return resultOf(transport, {
          ...{ signal: stop.signal, life: request.life, what: endpoints.forwardBackward.path },
          repeat: forwardOnly ? 'safe' : repeat,
          submit: (options) => request.handIn((sequenceId) => submit(sequenceId, options), stop.signal),
          readJson: (json) => requireOutputs(forwardResultFromJson(json), data.length),
          readProtobuf: (bytes) => requireOutputs(decodeForwardResult(bytes, data.length), data.length),
        }).catch((error: unknown) => {
          const failure = failedChunk(error, chunks, i);
          stop.abort(failure);
          throw inner.aborted ? failure : stop.signal.reason;
        });
      });
      try {
        return joinResults(await Promise.all(results));
      } finally {
        stop.release();
      }
    });

  /** Hands a request in when it is its turn, and waits for its result. */
  const later = <Q extends z.ZodType, R extends z.ZodType>(
    route: FutureRoute<Q, R>,
    bodyOf: (place: Place) => z.input<Q>,
    signal: AbortSignal | undefined,
    whenLost: Repeat = 'safe',
  ): Promise<z.output<R>> =>
    transport.during(signal, (inner) => {
      const request = requests.add();
      return jsonResultOf(transport, route, {
        ...{ signal: inner, repeat: whenLost, life: request.life, modelId: id },
        submit: (send) => request.handIn((seq_id) => send(bodyOf({ model_id: id, seq_id }), `${id} ${seq_id}`), inner),
      });
    });

  return {
    id,
    forward: (batch, { signal } = {}) => pass(batch, true, signal),
    forwardBackward: (batch, { signal } = {}) => pass(batch, false, signal),
    async optimStep(adam = {}, { signal } = {}) {
      parseOptions(adamSchema, adam, 'adam');
      const adam_params = adamToJson({ ...PROTOCOL_ADAM, ...adam });
      const { metrics } = await later(endpoints.optimStep, (place) => ({ ...place, adam_params }), signal, repeat);
      return metrics ?? {};
    },
    async saveState(name, { signal, overwrite } = {}) {
      checkArgument(name, 'name', 'a string');
      const bodyOf = (place: Place) => ({ ...place, path: name, ...(overwrite && { overwrite }) });
      return (await later(endpoints.saveWeights, bodyOf, signal)).path;
    },
    async loadState(path, { signal, optimizer = true } = {}) {
      checkArgument(path, 'path', 'a string');
      await later(endpoints.loadWeights, (place) => ({ ...place, path, optimizer }), signal);
    },
    async saveForSampler(name, { signal } = {}) {
      checkArgument(name, 'name', 'a string');
      const { path } = await later(endpoints.saveWeightsForSampler, (place) => ({ ...place, path: name }), signal);
      return requireField(path, 'path');
    },
    async createSampler({ signal } = {}) {
      const sampling_session_seq_id = connection.session.samplers++;
      const bodyOf = (place: Place) => ({ ...place, sampling_session_seq_id });
      const saved = await later(endpoints.saveWeightsForSampler, bodyOf, signal);
      return remoteSampler(connection, requireField(saved.sampling_session_id, 'sampling_session_id'));
    },
    info: ({ signal } = {}) =>
      transport.during(signal, async (inner) => {
        const { model_data, lora_rank } = await transport.call(endpoints.getInfo, { model_id: id }, { signal: inner });
        return {
          id,
          baseModel: model_data.model_name ?? model_data.base_model,
          tokenizer: model_data.tokenizer_id,
          loraRank: lora_rank ?? model_data.lora_config?.rank,
        };
      }),
    async unload({ signal } = {}) {
      await later(endpoints.unloadModel, ({ model_id }) => ({ model_id }), signal);
      connection.models.delete(id);
    },
  };
}

/** @throws WireError for a result of another number of sequences. */
function requireOutputs(result: TinkerForwardResult, count: number): TinkerForwardResult {
  if (result.outputs.length === count) return result;
  throw new WireError('loss_fn_outputs', `expected one for each of ${count} sequences, got ${result.outputs.length}`);
}

/** @throws TinkerError for a server that says it has saved but not where. */
function requireField(value: string | undefined, field: string): string {
  if (value !== undefined) return value;
  throw new TinkerError(`the result of ${endpoints.saveWeightsForSampler.path}: expected ${field}, got none`);
}
