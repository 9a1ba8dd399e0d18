import { LearnerError, type CallOptions, type Learner } from '../../../../base/index.js';
import {
  checkArgument,
  checkCapabilities,
  countedTokens,
  logprobOptionsSchema,
  parseOptions,
  wholeObjective,
} from '../../../../base/internal/index.js';
import { checkBatch, policyLoss } from '../../../../objective/index.js';
import { samplerPolicy } from '../../policy.js';
import type { TinkerSemantics } from '../../semantics.js';
import type { TinkerCheckpoints } from '../../tinker-checkpoints.js';
import type { TinkerModel } from '../../tinker-model.js';
import { askEngine } from './engine-failure.js';
import { onePassOf } from './passes.js';
import { adamSchema, gradientNormOf, toTinkerAdam, type FilledAdam } from './protocol-options.js';
import { datumOf, inBatch, placeLogprobs, sequencesOf, type SequencePlaces } from './sequence-places.js';
import { checkpointName, ReferenceModel, TrainedModel, type TrainedModelParts } from './trained-model.js';

/** What a learner is made of. */
interface TinkerLearnerParts extends TrainedModelParts, Pick<Learner, 'capabilities'> {
  readonly semantics: TinkerSemantics;
  readonly adam: FilledAdam;
  readonly vocabularySize: number;
  /** Undefined where the client cannot. */
  readonly downloadAdapter: TinkerCheckpoints['downloadAdapter'] | undefined;
  /** Called once. */
  readonly onClose: (learner: Learner) => void;
}

/**
 * A learner whose model is on a Tinker server.
 *
 * Where an objective is a loss of the server's, `forwardBackward` sends it. Elsewhere it takes logprobs alone and works the derivative
 * out here; `optimizerStep` sends the passes that apply it, so that divisors that are known only when the step is whole are known.
 */
export function tinkerLearner(parts: TinkerLearnerParts): Learner {
  const { capabilities, semantics, downloadAdapter } = parts;
  const trained = new TrainedModel(parts);
  const reference = new ReferenceModel(parts.makeModel);
  // The server knows its context, and refuses what does not fit.
  const limits = { vocabSize: parts.vocabularySize, maxPositionEmbeddings: Infinity };
  let closed = false;

  const requireOpen = () => {
    if (closed) throw new TypeError('learner: expected an open learner, got a closed one');
  };
  const usable = (what: string, signal?: AbortSignal): TinkerModel => {
    requireOpen();
    const model = trained.get(what);
    signal?.throwIfAborted();
    return model;
  };

  const learner: Learner = {
    capabilities,

    async forwardBackward(batch, objective, { signal } = {}) {
      const model = usable('forwardBackward', signal);
      checkCapabilities(capabilities, { batch, objective });
      const whole = wholeObjective(objective);
      const counted = countedTokens(batch, limits).at.length;
      checkBatch(batch, whole);
      if (counted === 0) return { loss: 0, logprobs: new Float32Array(batch.tokens.length), metrics: { tokens: 0 } };
      const sequences = sequencesOf(batch);
      const onePass = onePassOf(batch, whole, sequences, semantics);
      const perSequence =
        onePass === undefined
          ? await forwardLogprobs('forwardBackward', model, sequences, signal)
          : await trained.offer(onePass, sequences, signal);
      const logprobs = inBatch(batch, sequences, perSequence);
      const { loss, gradient, metrics } = policyLoss({ ...batch, logprobs }, whole);
      const wrong = [loss, ...gradient].find((value) => !Number.isFinite(value));
      if (wrong !== undefined) throw new LearnerError(`forwardBackward: the loss is ${loss}, a derivative ${wrong}`);
      if (onePass?.isExactAt(logprobs, gradient) === true) trained.accept(onePass.requests);
      else trained.wait({ sequences, logprobs: perSequence, gradient });
      return { loss, logprobs, metrics: { ...metrics, tokens: counted } };
    },

    async optimizerStep(parameters = {}, { signal } = {}) {
      usable('optimizerStep', signal);
      checkCapabilities(capabilities, { parameters });
      const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
      const adam = parseOptions(adamSchema, { ...parts.adam, ...given }, 'parameters');
      if (trained.isEmpty) throw new TypeError('optimizerStep: expected forwardBackward before it');
      const gradientNorm = gradientNormOf(await trained.step(toTinkerAdam(adam), signal));
      return {
        ...(gradientNorm !== undefined && { gradientNorm }),
        learningRate: adam.learningRate,
        step: trained.steps,
      };
    },

    discardGradients: () =>
      new Promise((resolve) => {
        usable('discardGradients');
        trained.discard();
        resolve();
      }),

    async logprobs(batch, options = {}) {
      const current = usable('logprobs');
      const { signal, weights = 'current' } = parseOptions(logprobOptionsSchema, options);
      signal?.throwIfAborted();
      checkCapabilities(capabilities, { batch, weights });
      countedTokens(batch, limits);
      const sequences = sequencesOf(batch);
      if (sequences.length === 0) return new Float32Array(batch.tokens.length);
      const model = weights === 'current' ? current : await reference.get(signal);
      return inBatch(batch, sequences, await forwardLogprobs('logprobs', model, sequences, signal));
    },

    async policy({ signal } = {}) {
      const model = usable('policy', signal);
      const at = trained.version;
      const sampler = await askEngine('policy', signal, () => model.createSampler({ signal }));
      return samplerPolicy(sampler, () => semantics.keepsSnapshots || at === trained.version);
    },

    async saveCheckpoint(location, { signal } = {}) {
      const model = usable('saveCheckpoint', signal);
      checkArgument(location, 'location', 'a string');
      // A name is used once: a retry, a run that is made again and `best` must not meet what is there.
      const name = checkpointName(location, trained.steps);
      return askEngine('saveCheckpoint', signal, () => model.saveState(name, { signal }));
    },

    ...(downloadAdapter && {
      async saveAdapter(directory: string, { signal }: CallOptions = {}) {
        const model = usable('saveAdapter', signal);
        checkArgument(directory, 'directory', 'a string');
        const name = checkpointName('adapter', trained.steps);
        await askEngine('saveAdapter', signal, async () => {
          const path = await model.saveForSampler(name, { signal });
          await downloadAdapter(path, directory, { signal });
          // Not every server deletes what it saved.
          await parts.deleteCheckpoint(path).catch(() => undefined);
        });
      },
    }),

    async loadCheckpoint(location, { signal, optimizer = true } = {}) {
      requireOpen();
      checkArgument(location, 'location', 'a string');
      checkCapabilities(capabilities, { optimizer });
      signal?.throwIfAborted();
      await trained.load(location, { signal, optimizer });
      // Where the server was started anew it is gone.
      await reference.giveUp();
    },

    async close() {
      if (closed) return;
      closed = true;
      parts.onClose(learner);
      await trained.giveUp();
      await reference.giveUp();
    },
  };
  return learner;
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
