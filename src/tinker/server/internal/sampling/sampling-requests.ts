import type { Learner, LearnerModel, PolicySnapshot } from '../../../../base/index.js';
import { limitConcurrency, type Limiter } from '../../../../io/index.js';
import { encodeSampleResult, parseTinkerPath, sampleResultToJson, tinkerPath } from '../../../wire/index.js';
import type { TinkerSampleRequest } from '../../../wire/messages.js';
import { answerOf, failureCategory } from '../answer.js';
import { requireBaseModel, type Parts } from '../parts.js';
import { fingerprint, memoryOf, type FutureBody, type RequestBody } from '../requests.js';
import { learnerModelOf } from '../runs/records.js';
import { answerBytes, runSample } from './sample.js';
import type { Samplers, SamplerSource } from './samplers.js';

const SAMPLE_FORMS = { toJson: sampleResultToJson, toBytes: encodeSampleResult };

/** Requests that speak of a sampling session. */
export class SamplingRequests {
  readonly #drawing: Limiter;

  constructor(
    private readonly parts: Parts,
    private readonly samplers: Samplers,
  ) {
    this.#drawing = limitConcurrency(parts.settings.limits.maxConcurrentSamples);
  }

  create(request: RequestBody<'createSamplingSession'>) {
    const { sessions, runs, settings } = this.parts;
    const session = sessions.require(request.session_id);
    const { sampling_session_seq_id: number, base_model, model_path } = request;
    const id = session.samplers.get(number, fingerprint(request), 'sampling_session_seq_id', () => {
      const made = samplerId(session.id, number);
      if (model_path !== undefined) {
        const saved = runs.checkpoint(parseTinkerPath(model_path));
        const path = tinkerPath(saved);
        const { baseModel } = runs.get(saved.run);
        this.samplers.add(made, { session: session.id, baseModel, path }, () => this.#checkpointWeights(path));
      } else {
        const baseModel = requireBaseModel(settings, base_model);
        this.samplers.add(made, { session: session.id, baseModel }, () => this.#baseWeights(baseModel));
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
    weights: () => Promise<PolicySnapshot>,
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
    const sampler = this.samplers.get(request.samplingSessionId);
    sessions.require(sampler.session);
    const { maxSamples } = settings.limits;
    if (!(request.samples >= 1 && request.samples <= maxSamples))
      throw new RangeError(`num_samples: expected 1 to ${maxSamples}, got ${request.samples}`);
    const model = settings.models[sampler.baseModel] ?? {};
    const request_id = sampler.futures.get(number, fingerprint(request), 'seq_id', () => {
      const bytes = memoryOf(request) + answerBytes(request, model);
      const answer = () =>
        this.samplers.use(sampler.id, async (policy) =>
          answerOf(await runSample(policy, request, model, this.#drawing), SAMPLE_FORMS),
        );
      return futures.add(bytes, answer, failureCategory);
    });
    const sample_sequence_ids = Array.from({ length: request.samples }, (_, i) => `${request_id}-${i}`);
    return { request_id, sample_sequence_ids };
  }

  #checkpointWeights(path: string): Promise<PolicySnapshot> {
    const { runs } = this.parts;
    const { location, run } = runs.checkpoint(parseTinkerPath(path));
    return this.#weightsOf(learnerModelOf(runs.get(run)), (learner) =>
      learner.loadCheckpoint(location, { optimizer: !learner.capabilities.optimizerReset }),
    );
  }

  /** An adapter that has learnt nothing changes nothing, and shares the base's weights with the other adapters. */
  #baseWeights(baseModel: string): Promise<PolicySnapshot> {
    const { lora } = this.parts.settings.factory.capabilities;
    return this.#weightsOf({ baseModel, lora: lora ? { rank: 1 } : undefined });
  }

  async #weightsOf(model: LearnerModel, prepare?: (learner: Learner) => Promise<void>): Promise<PolicySnapshot> {
    const learner = await this.parts.settings.factory.createLearner(model);
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
