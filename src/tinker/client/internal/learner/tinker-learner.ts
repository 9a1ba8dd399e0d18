import { z } from 'zod';
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
  parseOptions,
  wholeObjective,
} from '../../../../base/internal/index.js';
import { checkObjective } from '../../../../objective/index.js';
import { policyLoss } from '../../../../objective/index.js';
import { adamSchema, gradientNormOf, toTinkerAdam, type FilledAdam } from './adam.js';
import { checkpointName, stepOf } from './checkpoint-name.js';
import { askEngine } from './engine-failure.js';
import type { TinkerModel } from '../../tinker-model.js';
import { exactPasses, type ExactPath, type PendingGradient } from './exact-passes.js';
import { samplerPolicy } from './sampler-policy.js';
import { giveUp, ReferenceModel } from './reference-model.js';
import { datumOf, placeLogprobs, sequencesOf, type SequencePlaces } from './sequence-places.js';

const logprobOptionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  weights: z.enum(['current', 'reference']).optional(),
});

/** What a learner is made of. */
export interface TinkerLearnerParts {
  readonly model: TinkerModel;
  /** Makes one more model with the weights that training starts from. */
  readonly makeModel: (options: CallOptions) => Promise<TinkerModel>;
  readonly capabilities: LearnerCapabilities;
  readonly path: ExactPath;
  readonly adam: FilledAdam;
  readonly keepsSnapshots: boolean;
  readonly vocabularySize: number;
  /** Called once. */
  readonly onClose: () => void;
}

/**
 * A learner whose model is on a Tinker server.
 *
 * `forwardBackward` takes logprobs alone and works the derivative out here; `optimizerStep` sends the passes that apply it, and the
 * step. So nothing is on the server between steps: a gradient that is discarded, or whose program was killed, was never there,
 * and divisors that are known only when the step is whole are known. A step that breaks off half-way leaves a model that nobody
 * knows the gradient of: the learner refuses it until `loadCheckpoint` has made another.
 */
export class TinkerLearner implements Learner {
  readonly capabilities: LearnerCapabilities;
  readonly #parts: TinkerLearnerParts;
  /** The server knows its context, and refuses what does not fit. */
  readonly #limits: { readonly vocabSize: number; readonly maxPositionEmbeddings: number };
  #model: TinkerModel;
  readonly #reference: ReferenceModel;
  #pending: PendingGradient[] = [];
  #steps = 0;
  /** Counts what changes the model's weights. */
  #weights = 0;
  /** What broke a step off. */
  #broken: unknown;
  #closed = false;

  constructor(parts: TinkerLearnerParts) {
    this.#parts = parts;
    this.#model = parts.model;
    this.#reference = new ReferenceModel(parts.makeModel);
    this.#limits = { vocabSize: parts.vocabularySize, maxPositionEmbeddings: Infinity };
    this.capabilities = parts.capabilities;
  }

  async forwardBackward(
    batch: PackedBatch,
    objective: LearnerObjective,
    { signal }: CallOptions = {},
  ): Promise<LossReport> {
    this.#requireUsable('forwardBackward');
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, objective });
    const whole = wholeObjective(objective);
    const counted = countedTokens(batch, this.#limits).at.length;
    checkObjective(batch, whole);
    if (counted === 0) return { loss: 0, logprobs: new Float32Array(batch.tokens.length), metrics: { tokens: 0 } };
    const sequences = sequencesOf(batch);
    const perSequence = await this.#forward('forwardBackward', this.#model, sequences, signal);
    const logprobs = inBatch(batch, sequences, perSequence);
    const { loss, gradient, metrics } = policyLoss({ ...batch, logprobs }, whole);
    const wrong = [loss, ...gradient].find((value) => !Number.isFinite(value));
    if (wrong !== undefined) throw new LearnerError(`forwardBackward: the loss is ${loss}, a derivative ${wrong}`);
    this.#pending.push({ sequences, logprobs: perSequence, gradient });
    return { loss, logprobs, metrics: { ...metrics, tokens: counted } };
  }

  async optimizerStep(parameters: OptimizerParameters = {}, { signal }: CallOptions = {}): Promise<OptimizerReport> {
    this.#requireUsable('optimizerStep');
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { parameters });
    const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
    const adam = parseOptions(adamSchema, { ...this.#parts.adam, ...given }, 'parameters');
    if (this.#pending.length === 0) throw new TypeError('optimizerStep: expected forwardBackward before it');
    const metrics = await this.#unlessBroken('optimizerStep', signal, async () => {
      for (const pass of exactPasses(this.#parts.path, this.#pending))
        await this.#model.forwardBackward(pass, { signal });
      return this.#model.optimStep(toTinkerAdam(adam), { signal });
    });
    this.#pending = [];
    this.#steps++;
    this.#weights++;
    const gradientNorm = gradientNormOf(metrics);
    return {
      ...(gradientNorm !== undefined && { gradientNorm }),
      learningRate: adam.learningRate,
      step: this.#steps,
    };
  }

  discardGradients(): Promise<void> {
    return new Promise((resolve) => {
      this.#requireUsable('discardGradients');
      this.#pending = [];
      resolve();
    });
  }

  async logprobs(batch: PackedBatch, options: LogprobOptions = {}): Promise<Float32Array> {
    this.#requireUsable('logprobs');
    const { signal, weights = 'current' } = parseOptions(logprobOptionsSchema, options);
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, weights });
    countedTokens(batch, this.#limits);
    const sequences = sequencesOf(batch);
    if (sequences.length === 0) return new Float32Array(batch.tokens.length);
    const model = weights === 'current' ? this.#model : await this.#reference.get(signal);
    return inBatch(batch, sequences, await this.#forward('logprobs', model, sequences, signal));
  }

  async policy({ signal }: CallOptions = {}): Promise<PolicySnapshot> {
    this.#requireUsable('policy');
    signal?.throwIfAborted();
    const at = this.#weights;
    const sampler = await askEngine('policy', signal, () => this.#model.createSampler({ signal }));
    const isKept = () => this.#parts.keepsSnapshots || at === this.#weights;
    return samplerPolicy(sampler, isKept);
  }

  async saveCheckpoint(location: string, { signal }: CallOptions = {}): Promise<string> {
    this.#requireUsable('saveCheckpoint');
    checkArgument(location, 'location', 'a string');
    signal?.throwIfAborted();
    // A name is used once: a retry, a run that is made again and `best` must not meet what is there.
    return askEngine('saveCheckpoint', signal, () =>
      this.#model.saveState(checkpointName(location, this.#steps), { signal }),
    );
  }

  async loadCheckpoint(
    location: string,
    { signal, optimizer = true }: CallOptions & { readonly optimizer?: boolean | undefined } = {},
  ): Promise<void> {
    this.#requireOpen();
    checkArgument(location, 'location', 'a string');
    checkCapabilities(this.capabilities, { optimizer });
    signal?.throwIfAborted();
    // Servers let a model load as its first request alone, and one that is broken is beyond repair.
    const fresh = await askEngine('loadCheckpoint', signal, () => this.#parts.makeModel({ signal }));
    try {
      await askEngine('loadCheckpoint', signal, () => fresh.loadState(location, { optimizer, signal }));
    } catch (error) {
      await giveUp(fresh);
      throw error;
    }
    const [before, wasBroken] = [this.#model, this.#broken !== undefined];
    this.#model = fresh;
    this.#pending = [];
    this.#broken = undefined;
    this.#steps = optimizer ? stepOf(location) : 0;
    this.#weights++;
    // One server leaves what has accumulated to the model that comes next in the same place.
    if (wasBroken) await before.optimStep({ learningRate: 0 }, { signal }).catch(() => undefined);
    await giveUp(before);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending = [];
    this.#parts.onClose();
    await giveUp(this.#model);
    await this.#reference.giveUp();
  }

  async #forward(
    what: string,
    model: TinkerModel,
    sequences: readonly SequencePlaces[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const data = sequences.map((sequence) =>
      datumOf(sequence, { weights: new Float32Array(sequence.targets.length).fill(1) }),
    );
    return askEngine(
      what,
      signal,
      async () => placeLogprobs(await model.forward({ data, loss: 'cross_entropy' }, { signal }), sequences),
      'batch',
    );
  }

  /** Work that moves the model: when it breaks off, nobody knows where the model is. */
  async #unlessBroken<T>(what: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await askEngine(what, signal, work);
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }

  #requireUsable(what: string): void {
    this.#requireOpen();
    if (this.#broken !== undefined)
      throw new LearnerError(
        `${what}: a step broke off before it, and which of its gradients the server has is not known; ` +
          'loadCheckpoint goes on from the last saved state',
        { cause: this.#broken },
      );
  }

  #requireOpen(): void {
    if (this.#closed) throw new TypeError('learner: expected an open one, got one that was closed');
  }
}

/** @returns The values of places where the batch has what they speak of, 0 where the mask is 0; shape [N]. */
function inBatch(
  { tokens, responseMask }: PackedBatch,
  sequences: readonly SequencePlaces[],
  values: readonly Float32Array[],
): Float32Array {
  const whole = new Float32Array(tokens.length);
  sequences.forEach(({ from }, i) => whole.set(values[i]!, from));
  return whole.map((value, t) => (responseMask[t] === 0 ? 0 : value));
}
