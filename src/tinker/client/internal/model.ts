import type { z } from 'zod';
import type { CallOptions } from '../../../base/index.js';
import { checkArgument, parseOptions } from '../../../base/internal/index.js';
import { followSignal } from '../../../io/index.js';
import {
  adamToJson,
  decodeForwardResult,
  endpoints,
  forwardResultFromJson,
  parseBody,
  PROTOCOL_ADAM,
  WireError,
} from '../../wire/index.js';
import type { TinkerAdam, TinkerBatch, TinkerForwardResult } from '../../wire/messages.js';
import { TinkerError } from '../tinker-error.js';
import type { TinkerModel, TinkerModelInfo } from '../tinker-model.js';
import { remoteSampler, type TinkerSampler } from '../tinker-sampler.js';
import { readAnswer, requireOwnModel, requireOwnResult } from './answers.js';
import { checkBatch, chunksOf, failedChunk, joinResults } from './batch.js';
import type { Connection } from './connection.js';
import { resultOf } from './futures.js';
import { RequestQueue } from './requests.js';
import { adamSchema, type Repeat } from './settings.js';
import type { FutureRoute } from './transport.js';

/** Which request of which model a body is. */
interface Place {
  readonly model_id: string;
  readonly seq_id: number;
}

/** A model in training, over the wire. */
export class RemoteModel implements TinkerModel {
  readonly #requests = new RequestQueue();

  /** @param repeat - Whether a request that adds to the gradient, or applies it, is made again where its answer is lost. */
  constructor(
    private readonly connection: Connection,
    readonly id: string,
    private readonly repeat: Repeat,
  ) {}

  forward(batch: TinkerBatch, options?: CallOptions): Promise<TinkerForwardResult> {
    return this.#pass(batch, { forwardOnly: true, repeat: 'safe' }, options);
  }

  forwardBackward(batch: TinkerBatch, options?: CallOptions): Promise<TinkerForwardResult> {
    return this.#pass(batch, { forwardOnly: false, repeat: this.repeat }, options);
  }

  async optimStep(adam: Partial<TinkerAdam> = {}, { signal }: CallOptions = {}): ReturnType<TinkerModel['optimStep']> {
    parseOptions(adamSchema, adam, 'adam');
    const adam_params = adamToJson({ ...PROTOCOL_ADAM, ...adam });
    const { metrics } = await this.#later(endpoints.optimStep, (place) => ({ ...place, adam_params }), {
      signal,
      repeat: this.repeat,
    });
    return metrics ?? {};
  }

  async saveState(name: string, { signal, overwrite }: Parameters<TinkerModel['saveState']>[1] = {}): Promise<string> {
    checkArgument(name, 'name', 'a string');
    const { path } = await this.#later(
      endpoints.saveWeights,
      (place) => ({ ...place, path: name, ...(overwrite && { overwrite }) }),
      { signal },
    );
    return path;
  }

  async loadState(
    path: string,
    { signal, optimizer = true }: Parameters<TinkerModel['loadState']>[1] = {},
  ): Promise<void> {
    checkArgument(path, 'path', 'a string');
    await this.#later(endpoints.loadWeights, (place) => ({ ...place, path, optimizer }), { signal });
  }

  async saveForSampler(name: string, { signal }: CallOptions = {}): Promise<string> {
    checkArgument(name, 'name', 'a string');
    const route = endpoints.saveWeightsForSampler;
    const saved = await this.#later(route, (place) => ({ ...place, path: name }), { signal });
    return requireField(saved.path, route.path, 'path');
  }

  async createSampler({ signal }: CallOptions = {}): Promise<TinkerSampler> {
    const route = endpoints.saveWeightsForSampler;
    const sampling_session_seq_id = this.connection.session.nextSampler();
    const saved = await this.#later(route, (place) => ({ ...place, sampling_session_seq_id }), { signal });
    const id = requireField(saved.sampling_session_id, route.path, 'sampling_session_id');
    return remoteSampler(this.connection, id);
  }

  info({ signal }: CallOptions = {}): Promise<TinkerModelInfo> {
    const { transport } = this.connection;
    return transport.during(signal, async (inner) => {
      const body = { model_id: this.id };
      const { model_data, lora_rank } = await transport.call(endpoints.getInfo, body, { signal: inner });
      return {
        id: this.id,
        baseModel: model_data.model_name ?? model_data.base_model,
        tokenizer: model_data.tokenizer_id,
        loraRank: lora_rank ?? model_data.lora_config?.rank,
      };
    });
  }

  async unload({ signal }: CallOptions = {}): Promise<void> {
    await this.#later(endpoints.unloadModel, ({ model_id }) => ({ model_id }), { signal });
    this.connection.models.delete(this.id);
  }

  async #pass(
    batch: TinkerBatch,
    { forwardOnly, repeat }: { readonly forwardOnly: boolean; readonly repeat: Repeat },
    { signal }: CallOptions = {},
  ): Promise<TinkerForwardResult> {
    checkBatch(batch);
    const { transport, config, form } = this.connection;
    const { loss, lossConfig } = batch;
    return transport.during(signal, async (inner) => {
      const chunks = chunksOf(batch.data, config).map((data) => ({ data, request: this.#requests.add() }));
      const stop = followSignal(inner);
      const results = chunks.map(({ data, request }, i) => {
        const body = { data, loss, lossConfig, forwardOnly, modelId: this.id };
        return resultOf(transport, {
          ...{ signal: stop.signal, repeat, life: request.life, what: endpoints.forwardBackward.path },
          submit: (options) =>
            request.handIn(
              (sequenceId) =>
                form
                  .submit({ ...body, sequenceId }, options)
                  .then((id) => ({ id, owner: `${this.id} ${sequenceId}` }))
                  .catch((error: unknown) => {
                    // Those after it are not sent; those before it were taken.
                    stop.abort(failedChunk(error, chunks, i));
                    throw error;
                  }),
              stop.signal,
            ),
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
  }

  /** Hands a request in when it is its turn, and waits for its result. */
  #later<Q extends z.ZodType, R extends z.ZodType>(
    route: FutureRoute<Q, R>,
    bodyOf: (place: Place) => z.input<Q>,
    { signal, repeat }: { readonly signal: AbortSignal | undefined; readonly repeat?: Repeat },
  ): Promise<z.output<R>> {
    const { transport } = this.connection;
    return transport.during(signal, (inner) => {
      const request = this.#requests.add();
      return resultOf(transport, {
        ...{ signal: inner, repeat, life: request.life, what: route.path },
        submit: (options) =>
          request.handIn(async (seq_id) => {
            const body = bodyOf({ model_id: this.id, seq_id });
            const { request_id, model_id } = await transport.call(route, body, options);
            readAnswer(route.path, () => requireOwnModel(model_id, this.id));
            return { id: request_id, owner: `${this.id} ${seq_id}` };
          }, inner),
        readJson: (json) => {
          requireOwnResult(json, route.path, this.id);
          return parseBody(route.result, json);
        },
      });
    });
  }
}

/** @throws WireError for a result of another number of sequences. */
function requireOutputs(result: TinkerForwardResult, count: number): TinkerForwardResult {
  if (result.outputs.length === count) return result;
  throw new WireError('loss_fn_outputs', `expected one for each of ${count} sequences, got ${result.outputs.length}`);
}

/** @throws TinkerError for a server that says it has saved but not where. */
function requireField(value: string | undefined, path: string, field: string): string {
  if (value !== undefined) return value;
  throw new TinkerError(`the result of ${path}: expected ${field}, got none`);
}
