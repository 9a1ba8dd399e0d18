import { HttpError } from '../../../../io/index.js';
import { checkCheckpointName, parseTinkerPath, type CheckpointKind } from '../../../wire/index.js';
import { forwardAnswer, jsonAnswer, type Answer } from '../answer.js';
import type { Batch } from '../batches/batches.js';
import type { EngineLearner } from '../engine/engine.js';
import type { RequestPlace } from '../http/bodies.js';
import { requireBaseModel, type Parts } from '../parts.js';
import { fingerprint, memoryOf, Numbered, type FutureBody, type RequestBody } from '../requests.js';
import type { SavedCheckpoint } from '../runs/records.js';
import type { SamplingRequests } from '../sampling/sampling-requests.js';
import type { Model, Models } from './models.js';
import type { QueuedRequest } from './request-queue.js';
import { loraOf, makeModel, requireAlike } from './new-models.js';

/** Requests that speak of a model. */
export class ModelRequests {
  /** The futures of unloading, by the model: the same request again is answered as it was. */
  readonly #unloads = new Numbered<string>((future) => this.parts.futures.has(future));

  /** Models that a step has left beyond training: they take other weights and nothing else. */
  readonly #unsound = new WeakSet<EngineLearner>();

  constructor(
    private readonly parts: Parts,
    private readonly models: Models,
    private readonly sampling: SamplingRequests,
  ) {}

  create(request: RequestBody<'createModel'>): FutureBody {
    const lora = request.lora_config;
    const shape = {
      baseModel: requireBaseModel(this.parts.engine, request.base_model),
      lora: lora && loraOf(lora),
      seed: lora?.seed,
    };
    return makeModel(this.parts, this.models, request, shape, (model_id) => ({ type: 'create_model', model_id }));
  }

  unload({ model_id }: RequestBody<'unloadModel'>): FutureBody {
    const request_id = this.#unloads.get(model_id, '', 'model_id', () => {
      const model = this.#model(model_id);
      return this.models.submit(model, { sequenceId: undefined, fingerprint: '', bytes: 0 }, async () => {
        await this.models.unload(model, 'it was unloaded');
        return jsonAnswer({ type: 'unload_model', model_id });
      });
    });
    return { request_id, model_id };
  }

  /** Forgets the requests whose outcomes are not kept any more. */
  sweep(): void {
    this.#unloads.sweep();
    this.models.sweep();
  }

  /** A request of that place was refused as it came. */
  refuse({ modelId, sequenceId }: RequestPlace, error: Error): void {
    this.models.find(modelId)?.queue.refuse(sequenceId, error);
  }

  info({ model_id }: RequestBody<'getInfo'>) {
    const { baseModel, lora } = this.#model(model_id).run;
    return {
      type: 'get_info',
      model_id,
      model_data: {
        model_name: baseModel,
        tokenizer_id: this.parts.settings.models[baseModel]?.tokenizerId ?? baseModel,
      },
      model_name: baseModel,
      is_lora: lora !== undefined,
      lora_rank: lora?.rank ?? null,
    };
  }

  forward(batch: Batch): FutureBody {
    const { settings } = this.parts;
    const { baseModel } = this.#model(batch.modelId).run;
    const { maxDatums, maxTokens, maxTokensPerPass } = settings.limits;
    const { contextLength, vocabularySize } = settings.models[baseModel] ?? {};
    const limits = { maxDatums, maxTokens, maxTokensPerPass, contextLength, vocabularySize };
    const { modelId, sequenceId, fingerprint, bytes } = batch;
    return this.#submitAs(modelId, { sequenceId, fingerprint, bytes }, async (learner) => {
      const { capabilities, forwardBackward, logprobs, discardGradients } = learner;
      const used = { capabilities, forwardBackward, logprobs, ...(discardGradients && { discardGradients }) };
      return forwardAnswer(await batch.run(used, limits));
    });
  }

  optimStep(request: RequestBody<'optimStep'>): FutureBody {
    const { maxGradientNorm, ...adam } = request.adam_params;
    const parameters = { ...adam, maxGradientNorm: maxGradientNorm === 0 ? Infinity : maxGradientNorm };
    return this.#submit(request.model_id, request.seq_id, request, async (learner) => {
      const outcome = await learner.step(parameters);
      if (outcome.kind === 'unsound') {
        this.#unsound.add(learner);
        throw new RangeError(outcome.reason);
      }
      const { gradientNorm, learningRate, step } = outcome.report;
      const norm = gradientNorm === undefined ? {} : { grad_norm: gradientNorm };
      return jsonAnswer({ type: 'optim_step', metrics: { learning_rate: learningRate, step, ...norm } });
    });
  }

  save(request: RequestBody<'saveWeights'>): FutureBody {
    const name = request.path ?? `checkpoint-${request.seq_id ?? Date.now()}`;
    return this.#save('training', name, { ...request, type: 'save_weights' });
  }

  /** Saves weights to sample from under a name, or keeps those of now for a sampling session that is made here. */
  saveForSampler(request: RequestBody<'saveWeightsForSampler'>): FutureBody {
    const { model_id: run, path, sampling_session_seq_id: number } = request;
    const type = 'save_weights_for_sampler';
    if (path !== undefined) return this.#save('sampler', path, { ...request, type });
    if (number === undefined) throw new HttpError(400, 'expected a path or a sampling_session_seq_id, got neither');
    const { session, run: trained } = this.#model(run);
    return this.#submit(run, request.seq_id, request, async (learner) => {
      const source = { session, baseModel: trained.baseModel };
      const id = await this.sampling.keep(number, fingerprint(request), source, () => learner.policy());
      return jsonAnswer({ type, sampling_session_id: id });
    });
  }

  /** Loads weights into a model, or makes a model of them. */
  load(request: RequestBody<'loadWeights'>): FutureBody {
    const { model_id, path, optimizer, session_id, model_seq_id } = request;
    const { runs } = this.parts;
    if (model_id !== undefined) {
      const load = async (learner: EngineLearner) => {
        const { location, run } = this.#trained(path);
        requireAlike(runs.get(run), runs.get(model_id));
        await learner.loadCheckpoint(location, { optimizer });
        this.#unsound.delete(learner);
        return jsonAnswer({ type: 'load_weights', path, model_id });
      };
      return this.#submit(model_id, request.seq_id, request, load, false);
    }
    if (session_id === undefined || model_seq_id === undefined)
      throw new HttpError(400, 'expected a model_id, or a session_id and a model_seq_id, got neither');
    const { location, run } = this.#trained(path);
    const { baseModel, lora } = runs.get(run);
    if ((request.base_model ?? baseModel) !== baseModel)
      throw new RangeError(`base_model: expected ${baseModel} (the checkpoint's), got ${request.base_model}`);
    return makeModel(
      this.parts,
      this.models,
      { ...request, session_id, model_seq_id },
      { baseModel, lora, prepare: (learner) => learner.loadCheckpoint(location, { optimizer }) },
      (made) => ({ type: 'load_weights', path, model_id: made }),
    );
  }

  /** @throws RangeError for no path of saved weights; HttpError 404 for a checkpoint that is not there. */
  #trained(path: string): SavedCheckpoint {
    const name = parseTinkerPath(path);
    if (name.kind === 'training') return this.parts.runs.checkpoint(name);
    throw new RangeError(`path: expected that of saved weights (save_weights), got ${path}`);
  }

  #save(
    kind: CheckpointKind,
    given: string,
    request: RequestBody<'saveWeights' | 'saveWeightsForSampler'> & { readonly type: string },
  ): FutureBody {
    const { model_id: run, seq_id, ttl_seconds, type } = request;
    const name = checkCheckpointName(given);
    const overwrite = 'overwrite' in request ? request.overwrite : undefined;
    return this.#submit(run, seq_id, request, async (learner) => {
      const options = { ttlSeconds: ttl_seconds, overwrite };
      const write = (directory: string) => learner.saveCheckpoint(directory);
      return jsonAnswer({ type, path: await this.parts.runs.save({ run, kind, name }, options, write) });
    });
  }

  #model(id: string): Model {
    const model = this.models.get(id);
    this.parts.sessions.require(model.session);
    return model;
  }

  #submit(
    model_id: string,
    sequenceId: number | null | undefined,
    request: object,
    work: (learner: EngineLearner) => Promise<Answer>,
    needsSound = true,
  ): FutureBody {
    const asked = { sequenceId, fingerprint: fingerprint(request), bytes: memoryOf(request) };
    return this.#submitAs(model_id, asked, work, needsSound);
  }

  #submitAs(
    model_id: string,
    asked: Omit<QueuedRequest, 'sequenceId'> & { readonly sequenceId: number | null | undefined },
    work: (learner: EngineLearner) => Promise<Answer>,
    needsSound = true,
  ): FutureBody {
    const model = this.#model(model_id);
    const onSound = (learner: EngineLearner) => {
      if (needsSound && this.#unsound.has(learner))
        throw new RangeError(
          `model_id: ${model_id} cannot be trained any more, because the numbers of a step were too large; load a checkpoint`,
        );
      return work(learner);
    };
    // 0 says that there is none: ids count from 1.
    const request = { ...asked, sequenceId: asked.sequenceId || undefined };
    return { request_id: this.models.submit(model, request, onSound), model_id };
  }
}
