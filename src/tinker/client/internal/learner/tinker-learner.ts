import {
  LearnerError,
  type CallOptions,
  type Learner,
  type LearnerCapabilities,
  type LearnerObjective,
  type LogprobOptions,
  type LossReport,
  type OptimizerParameters,
  type OptimizerReport,
  type PackedBatch,
  type PolicySnapshot,
} from '../../../../base/index.js';
import {
  checkArgument,
  checkCapabilities,
  countedTokens,
  logprobOptionsSchema,
  parseOptions,
  wholeObjective,
} from '../../../../base/internal/index.js';
import { checkObjective, policyLoss } from '../../../../objective/index.js';
import { samplerPolicy } from '../../policy.js';
import type { TinkerModel } from '../../tinker-model.js';
import type { TinkerSemantics } from '../../semantics.js';
import { askEngine } from './engine-failure.js';
import { onePassOf } from './passes.js';
import { adamSchema, gradientNormOf, toTinkerAdam, type FilledAdam } from './protocol-options.js';
import { datumOf, inBatch, placeLogprobs, sequencesOf, type SequencePlaces } from './sequence-places.js';
import { checkpointName, ReferenceModel, TrainedModel, type TrainedModelParts } from './trained-model.js';

/** What a learner is made of. */
export interface TinkerLearnerParts extends TrainedModelParts {
  readonly capabilities: LearnerCapabilities;
  readonly semantics: TinkerSemantics;
  readonly adam: FilledAdam;
  readonly vocabularySize: number;
  /** Called once. */
  readonly onClose: () => void;
}

/**
 * A learner whose model is on a Tinker server.
 *
 * Where an objective is a loss of the server's, `forwardBackward` sends it. Elsewhere it takes logprobs alone and works the derivative
 * out here; `optimizerStep` sends the passes that apply it, so that divisors that are known only when the step is whole are known.
 */
export class TinkerLearner implements Learner {
  readonly capabilities: LearnerCapabilities;
  readonly #parts: TinkerLearnerParts;
  /** The server knows its context, and refuses what does not fit. */
  readonly #limits: { readonly vocabSize: number; readonly maxPositionEmbeddings: number };
  readonly #trained: TrainedModel;
  readonly #reference: ReferenceModel;
  #closed = false;

  constructor(parts: TinkerLearnerParts) {
    this.#parts = parts;
    this.#trained = new TrainedModel(parts);
    this.#reference = new ReferenceModel(parts.makeModel);
    this.#limits = { vocabSize: parts.vocabularySize, maxPositionEmbeddings: Infinity };
    this.capabilities = parts.capabilities;
  }

  async forwardBackward(
    batch: PackedBatch,
    objective: LearnerObjective,
    { signal }: CallOptions = {},
  ): Promise<LossReport> {
    const model = this.#usable('forwardBackward');
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, objective });
    const whole = wholeObjective(objective);
    const counted = countedTokens(batch, this.#limits).at.length;
    checkObjective(batch, whole);
    if (counted === 0) return { loss: 0, logprobs: new Float32Array(batch.tokens.length), metrics: { tokens: 0 } };
    const sequences = sequencesOf(batch);
    const onePass = onePassOf(batch, whole, sequences, this.#parts.semantics);
    const perSequence =
      onePass === undefined
        ? await forwardLogprobs('forwardBackward', model, sequences, signal)
        : await this.#trained.offer(onePass, sequences, signal);
    const logprobs = inBatch(batch, sequences, perSequence);
    const { loss, gradient, metrics } = policyLoss({ ...batch, logprobs }, whole);
    const wrong = [loss, ...gradient].find((value) => !Number.isFinite(value));
    if (wrong !== undefined) throw new LearnerError(`forwardBackward: the loss is ${loss}, a derivative ${wrong}`);
    const accumulated = this.#trained.gradient;
    if (onePass?.isExactAt(logprobs, gradient) === true) accumulated.accept(onePass.requests);
    else accumulated.wait({ sequences, logprobs: perSequence, gradient });
    return { loss, logprobs, metrics: { ...metrics, tokens: counted } };
  }

  async optimizerStep(parameters: OptimizerParameters = {}, { signal }: CallOptions = {}): Promise<OptimizerReport> {
    this.#usable('optimizerStep');
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { parameters });
    const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
    const adam = parseOptions(adamSchema, { ...this.#parts.adam, ...given }, 'parameters');
    if (this.#trained.gradient.isEmpty) throw new TypeError('optimizerStep: expected forwardBackward before it');
    const metrics = await this.#trained.step(toTinkerAdam(adam), signal);
    const gradientNorm = gradientNormOf(metrics);
    return {
      ...(gradientNorm !== undefined && { gradientNorm }),
      learningRate: adam.learningRate,
      step: this.#trained.steps,
    };
  }

  discardGradients(): Promise<void> {
    return new Promise((resolve) => {
      this.#usable('discardGradients');
      this.#trained.gradient.discard();
      resolve();
    });
  }

  async logprobs(batch: PackedBatch, options: LogprobOptions = {}): Promise<Float32Array> {
    const current = this.#usable('logprobs');
    const { signal, weights = 'current' } = parseOptions(logprobOptionsSchema, options);
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, weights });
    countedTokens(batch, this.#limits);
    const sequences = sequencesOf(batch);
    if (sequences.length === 0) return new Float32Array(batch.tokens.length);
    const model = weights === 'current' ? current : await this.#reference.get(signal);
    return inBatch(batch, sequences, await forwardLogprobs('logprobs', model, sequences, signal));
  }

  async policy({ signal }: CallOptions = {}): Promise<PolicySnapshot> {
    const model = this.#usable('policy');
    signal?.throwIfAborted();
    const at = this.#trained.version;
    const sampler = await askEngine('policy', signal, () => model.createSampler({ signal }));
    const isKept = () => this.#parts.semantics.keepsSnapshots || at === this.#trained.version;
    return samplerPolicy(sampler, isKept);
  }

  async saveCheckpoint(location: string, { signal }: CallOptions = {}): Promise<string> {
    const model = this.#usable('saveCheckpoint');
    checkArgument(location, 'location', 'a string');
    signal?.throwIfAborted();
    // A name is used once: a retry, a run that is made again and `best` must not meet what is there.
    const name = checkpointName(location, this.#trained.steps);
    return askEngine('saveCheckpoint', signal, () => model.saveState(name, { signal }));
  }

  async loadCheckpoint(
    location: string,
    { signal, optimizer = true }: CallOptions & { readonly optimizer?: boolean | undefined } = {},
  ): Promise<void> {
    this.#requireOpen();
    checkArgument(location, 'location', 'a string');
    checkCapabilities(this.capabilities, { optimizer });
    signal?.throwIfAborted();
    await this.#trained.load(location, { signal, optimizer });
    // Where the server was started anew it is gone.
    await this.#reference.giveUp();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#parts.onClose();
    await this.#trained.giveUp();
    await this.#reference.giveUp();
  }

  #usable(what: string): TinkerModel {
    this.#requireOpen();
    return this.#trained.get(what);
  }

  #requireOpen(): void {
    if (this.#closed) throw new TypeError('learner: expected an open one, got one that was closed');
  }
}

/** @returns The logprobs of each sequence's places, shape [L]. */
async function forwardLogprobs(
  what: string,
  model: TinkerModel,
  sequences: readonly SequencePlaces[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const data = sequences.map((sequence) =>
    datumOf(sequence, { weights: new Float32Array(sequence.targets.length).fill(1) }),
  );
  const ask = async () => placeLogprobs(await model.forward({ data, loss: 'cross_entropy' }, { signal }), sequences);
  return askEngine(what, signal, ask, true);
}
