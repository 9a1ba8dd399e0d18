import type { LearnerModel } from '../../../../base/index.js';
import { parseTinkerPath, tinkerPath } from '../../../wire/index.js';
import type { TinkerSampleRequest } from '../../../wire/messages.js';
import { failureCategory, sampleAnswer } from '../answer.js';
import type { EngineLearner, EngineSampler } from '../engine/engine.js';
import { requireBaseModel, type Parts } from '../parts.js';
import { fingerprint, memoryOf, type FutureBody, type RequestBody } from '../requests.js';
import { learnerModelOf } from '../runs/records.js';
import { answerBytes } from './sample.js';
import type { Samplers, SamplerSource } from './samplers.js';

/** The session of samplers that belong to no client. */
const NO_SESSION = 'shared';

/** Requests that speak of a sampling session. */
export class SamplingRequests {
  constructor(
    private readonly parts: Parts,
    private readonly samplers: Samplers,
  ) {}

  create(request: RequestBody<'createSamplingSession'>) {
    const { sessions, runs, engine } = this.parts;
    const session = sessions.require(request.session_id);
    const { sampling_session_seq_id: number, base_model, model_path } = request;
    const id = session.samplers.get(number, fingerprint(request), 'sampling_session_seq_id', () => {
      const made = samplerId(session.id, number);
      if (model_path !== undefined) {
        const saved = runs.checkpoint(parseTinkerPath(model_path));
        const path = tinkerPath(saved);
        const { baseModel } = runs.get(saved.run);
        this.samplers.add(made, { session: session.id, baseModel, path }, () =>
          this.#checkpointWeights(session.id, path),
        );
      } else {
        const baseModel = requireBaseModel(engine, base_model);
        this.samplers.add(made, { session: session.id, baseModel }, () => this.#baseWeights(session.id, baseModel));
      }
      return made;
    });
    return { type: 'create_sampling_session', sampling_session_id: id };
  }

  /** Makes a sampling session of weights as they are now. @returns Its id. @throws HttpError 404 where its session ends meanwhile. */
  async keep(
    number: number,
    request: string,
    source: SamplerSource,
    weights: () => Promise<EngineSampler>,
  ): Promise<string> {
    const { sessions } = this.parts;
    const { samplers } = sessions.require(source.session);
    const made = samplerId(source.session, number);
    const id = samplers.get(number, request, 'sampling_session_seq_id', () => made);
    if (this.samplers.has(id)) return id;
    const snapshot = await weights();
    try {
      sessions.require(source.session);
      this.samplers.add(id, source, snapshot);
      return id;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  info(id: string) {
    const { baseModel, path } = this.samplers.get(id);
    return { sampler_id: id, base_model: baseModel, model_path: path ?? null };
  }

  /** @param number - The request's sequence id as it was written: clients of several processes use more digits than a double has. */
  sample(request: TinkerSampleRequest, number: string): FutureBody {
    const { sessions, futures, settings } = this.parts;
    const sampler = this.#samplerOf(request);
    if (sampler.session !== NO_SESSION) sessions.require(sampler.session);
    const { maxSamples } = settings.limits;
    if (!(request.samples >= 1 && request.samples <= maxSamples))
      throw new RangeError(`num_samples: expected 1 to ${maxSamples}, got ${request.samples}`);
    const model = settings.models[sampler.baseModel] ?? {};
    const request_id = sampler.futures.get(number, fingerprint(request), 'seq_id', () => {
      const bytes = memoryOf(request) + answerBytes(request, model);
      const answer = () =>
        this.samplers.use(sampler.id, async (weights) => sampleAnswer(await weights.sample(request)));
      return futures.add(bytes, answer, failureCategory);
    });
    const sample_sequence_ids = Array.from({ length: request.samples }, (_, i) => `${request_id}-${i}`);
    return { request_id, sample_sequence_ids };
  }

  /** A request without a sampling session draws from one that the server keeps for each model that is named so. */
  #samplerOf({ samplingSessionId, model }: TinkerSampleRequest): ReturnType<Samplers['get']> {
    if (samplingSessionId !== undefined) return this.samplers.get(samplingSessionId);
    const { runs, engine } = this.parts;
    const saved = model?.path === undefined ? undefined : runs.checkpoint(parseTinkerPath(model.path));
    const path = saved && tinkerPath(saved);
    const baseModel = saved ? runs.get(saved.run).baseModel : requireBaseModel(engine, model?.baseModel);
    const id = `${NO_SESSION}:${path ?? baseModel}`;
    if (!this.samplers.has(id)) {
      const open = () =>
        path === undefined ? this.#baseWeights(NO_SESSION, baseModel) : this.#checkpointWeights(NO_SESSION, path);
      this.samplers.add(id, { session: NO_SESSION, baseModel, path }, open);
    }
    return this.samplers.get(id);
  }

  #checkpointWeights(session: string, path: string): Promise<EngineSampler> {
    const { runs } = this.parts;
    const { location, run } = runs.checkpoint(parseTinkerPath(path));
    return this.#weightsOf(session, learnerModelOf(runs.get(run)), (learner) =>
      learner.loadCheckpoint(location, { optimizer: !learner.capabilities.optimizerReset }),
    );
  }

  /** An adapter that has learnt nothing changes nothing, and shares the base's weights with the other adapters. */
  #baseWeights(session: string, baseModel: string): Promise<EngineSampler> {
    const { lora } = this.parts.engine.capabilities;
    return this.#weightsOf(session, { baseModel, lora: lora ? { rank: 1 } : undefined });
  }

  async #weightsOf(
    session: string,
    model: LearnerModel,
    prepare?: (learner: EngineLearner) => Promise<void>,
  ): Promise<EngineSampler> {
    const learner = await this.parts.engine.createLearner(model, session);
    try {
      await prepare?.(learner);
      return await learner.policy();
    } finally {
      await learner.close();
    }
  }
}

function samplerId(session: string, number: number): string {
  return `${session}:sample:${number}`;
}
