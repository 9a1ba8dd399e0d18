import type {
  Learner,
  LearnerCapabilities,
  LearnerFactory,
  LearnerObjective,
  Objective,
  OptimizerParameters,
  PackedBatch,
  PolicyLoss,
  PolicySnapshot,
} from '../../../src/base/index.js';

export type BreakFactory = (sound: LearnerFactory) => LearnerFactory;

type Broken<Break> = readonly (readonly [what: string, found: string, breakIt: Break])[];

/** Reads every batch otherwise than it is. */
function readsBatches(change: (batch: PackedBatch) => PackedBatch) {
  return (learner: Learner): void => {
    const forwardBackward = learner.forwardBackward.bind(learner);
    const logprobs = learner.logprobs.bind(learner);
    learner.forwardBackward = (batch, ...rest) => forwardBackward(change(batch), ...rest);
    learner.logprobs = (batch, ...rest) => logprobs(change(batch), ...rest);
  };
}

/** Minimises something else than it is asked to. */
function readsObjectives(change: (objective: Objective) => LearnerObjective) {
  return (learner: Learner): void => {
    const forwardBackward = learner.forwardBackward.bind(learner);
    learner.forwardBackward = (batch, objective, options) =>
      forwardBackward(batch, 'kind' in objective ? objective : change(objective), options);
  };
}

/** Minimises the clipped loss where it is asked for some other. */
function takesForClip(isOne: (kind: PolicyLoss['kind'], learner: Learner) => boolean) {
  return (learner: Learner): void => {
    const forwardBackward = learner.forwardBackward.bind(learner);
    learner.forwardBackward = (batch, objective, options) =>
      forwardBackward(
        batch,
        'kind' in objective && isOne(objective.kind, learner) ? { kind: 'clip' } : objective,
        options,
      );
  };
}

function ignoresParameter(name: keyof OptimizerParameters) {
  return (learner: Learner): void => {
    const optimizerStep = learner.optimizerStep.bind(learner);
    learner.optimizerStep = (parameters, options) => optimizerStep({ ...parameters, [name]: undefined }, options);
  };
}

function givesPolicies(change: (policy: PolicySnapshot, learner: Learner) => Partial<PolicySnapshot>) {
  return (learner: Learner): void => {
    const policy = learner.policy.bind(learner);
    learner.policy = async () => {
      const sound = await policy();
      return {
        weightVersion: sound.weightVersion,
        generate: (...call) => sound.generate(...call),
        close: () => sound.close(),
        ...change(sound, { ...learner, policy }),
      };
    };
  };
}

/** Says of itself what is not so. */
function claims(changes: Partial<LearnerCapabilities>): BreakFactory {
  return (sound) => ({
    ...sound,
    createLearner: async (model) => {
      const learner = await sound.createLearner(model);
      return {
        capabilities: { ...learner.capabilities, ...changes },
        forwardBackward: (...call) => learner.forwardBackward(...call),
        optimizerStep: (...call) => learner.optimizerStep(...call),
        logprobs: (...call) => learner.logprobs(...call),
        policy: (...call) => learner.policy(...call),
        saveCheckpoint: (...call) => learner.saveCheckpoint(...call),
        loadCheckpoint: (...call) => learner.loadCheckpoint(...call),
        close: () => learner.close(),
      };
    },
  });
}

const withoutSignal = <T extends { readonly signal?: AbortSignal | undefined }>(options: T | undefined) =>
  options === undefined ? undefined : { ...options, signal: undefined };

/** Learners that each break one promise, and the case that must find it. */
export const BROKEN_LEARNERS: Broken<(learner: Learner) => void> = [
  [
    'ignores loss weights',
    'works the loss out',
    readsBatches((batch) => ({
      ...batch,
      lossWeights: Float32Array.from(batch.responseMask, (counts) => counts / 12),
    })),
  ],
  [
    'ignores advantages',
    'works the loss out',
    readsBatches((batch) => ({ ...batch, advantages: Float32Array.from(batch.responseMask) })),
  ],
  [
    'ignores old logprobs',
    'works the loss out',
    (learner) => {
      const forwardBackward = learner.forwardBackward.bind(learner);
      learner.forwardBackward = async (batch, ...rest) =>
        forwardBackward({ ...batch, oldLogprobs: await learner.logprobs(batch) }, ...rest);
    },
  ],
  ['ignores the numbers of an objective', 'works the loss out', readsObjectives(() => ({ loss: { kind: 'clip' } }))],
  ['ignores the KL term', 'a KL term', readsObjectives((objective) => ({ ...objective, kl: undefined }))],
  [
    'ignores the entropy bonus',
    'an entropy bonus',
    readsObjectives((objective) => ({ ...objective, entropy: undefined })),
  ],
  ['ignores the temperature', 'the temperature', readsBatches((batch) => ({ ...batch, temperature: 1 }))],
  ['ignores targets', 'explicit targets', readsBatches((batch) => ({ ...batch, targets: batch.tokens }))],
  [
    'reads the sequences of a batch as one',
    'sequences of a batch apart',
    readsBatches((batch) => ({ ...batch, offsets: Int32Array.of(0, batch.tokens.length) })),
  ],
  [
    'gives logprobs of tokens that do not count',
    'gives the logprobs of counted tokens',
    readsBatches((batch) => ({
      ...batch,
      responseMask: batch.responseMask.map((_, t) => Number(!batch.offsets.includes(t))),
    })),
  ],
  [
    'has a worse loss than the one it was asked for',
    'has the losses that it names',
    takesForClip((kind) => kind === 'gspo'),
  ],
  [
    'takes losses that it does not know for another',
    'has the losses that it names',
    takesForClip((kind, learner) => !learner.capabilities.losses.includes(kind)),
  ],
  [
    'forgets all but the last batch',
    'accumulates',
    (learner) => {
      const forwardBackward = learner.forwardBackward.bind(learner);
      learner.forwardBackward = async (...call) => {
        await learner.discardGradients!();
        return forwardBackward(...call);
      };
    },
  ],
  [
    'turns the sign of a loss',
    "cross-entropy's weights",
    (learner) => {
      const forwardBackward = learner.forwardBackward.bind(learner);
      learner.forwardBackward = (batch, objective) =>
        forwardBackward(
          'kind' in objective ? { ...batch, lossWeights: batch.lossWeights.map((weight) => -weight) } : batch,
          objective,
        );
    },
  ],
  [
    'keeps the gradient of a step',
    'clears the gradient',
    (learner) => {
      const forwardBackward = learner.forwardBackward.bind(learner);
      const optimizerStep = learner.optimizerStep.bind(learner);
      let again = () => Promise.resolve<unknown>(undefined);
      learner.forwardBackward = (...call) => {
        again = () => forwardBackward(...call);
        return again() as ReturnType<typeof forwardBackward>;
      };
      learner.optimizerStep = async (...call) => {
        const report = await optimizerStep(...call);
        await again();
        return report;
      };
    },
  ],
  [
    'steps nowhere',
    'clears the gradient',
    (learner) => {
      learner.optimizerStep = async ({ learningRate = 0 } = {}) => {
        await learner.discardGradients!();
        return { learningRate, step: 1 };
      };
    },
  ],
  [
    'takes what is not finite for 0',
    'does not fit',
    readsBatches((batch) => ({ ...batch, advantages: batch.advantages.map((a) => (Number.isFinite(a) ? a : 0)) })),
  ],
  [
    'takes a token that there is not for another',
    'does not fit',
    readsBatches((batch) => ({ ...batch, tokens: batch.tokens.map((token) => Math.min(token, 16)) })),
  ],
  [
    'discards nothing',
    'discarded',
    (learner) => {
      learner.discardGradients = () => Promise.resolve();
    },
  ],
  ['steps at its own rate', 'parameters of a single step', ignoresParameter('learningRate')],
  ...(['learningRate', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'maxGradientNorm'] as const).map(
    (name) => [`ignores ${name}`, 'each parameter that it takes', ignoresParameter(name)] as const,
  ),
  [
    'counts no steps',
    'parameters of a single step',
    (learner) => {
      const optimizerStep = learner.optimizerStep.bind(learner);
      learner.optimizerStep = async (...call) => ({ ...(await optimizerStep(...call)), step: 1 });
    },
  ],
  [
    'gives a policy that follows its weights',
    'ten more steps',
    givesPolicies((_, learner) => ({
      generate: async (request) => {
        const now = await learner.policy();
        const generation = await now.generate(request);
        await now.close();
        return generation;
      },
    })),
  ],
  [
    'gives logprobs that are not its own',
    'that the learner agrees with',
    givesPolicies((policy) => ({
      generate: async (request) => {
        const generation = await policy.generate(request);
        return { ...generation, logprobs: generation.logprobs.map((logprob) => logprob - 0.1) };
      },
    })),
  ],
  [
    'gives policies that end with it',
    'past the end of their learner',
    (learner) => {
      const policy = learner.policy.bind(learner);
      const close = learner.close.bind(learner);
      const open: PolicySnapshot[] = [];
      learner.policy = async () => {
        const snapshot = await policy();
        open.push(snapshot);
        return snapshot;
      };
      learner.close = async () => {
        for (const snapshot of open) await snapshot.close();
        await close();
      };
    },
  ],
  ['names all weights alike', 'names the weights', givesPolicies(() => ({ weightVersion: 'v' }))],
  [
    'gives policies that cannot be closed',
    'once a snapshot is closed',
    givesPolicies(() => ({ close: () => Promise.resolve() })),
  ],
  [
    'starts its optimizer anew when it resumes',
    'as if it had never stopped',
    (learner) => {
      const loadCheckpoint = learner.loadCheckpoint.bind(learner);
      learner.loadCheckpoint = (location) => loadCheckpoint(location, { optimizer: false });
    },
  ],
  [
    'takes the optimizer from a checkpoint unasked',
    'the weights alone',
    (learner) => {
      const loadCheckpoint = learner.loadCheckpoint.bind(learner);
      learner.loadCheckpoint = (location) => loadCheckpoint(location);
    },
  ],
  [
    'loads nothing',
    'the weights alone',
    (learner) => {
      learner.loadCheckpoint = () => Promise.resolve();
    },
  ],
  [
    'is content with no checkpoint',
    'that is not there',
    (learner) => {
      const loadCheckpoint = learner.loadCheckpoint.bind(learner);
      learner.loadCheckpoint = (...call) => loadCheckpoint(...call).catch(() => undefined);
    },
  ],
  [
    'does not listen to signals',
    "aborted signal's reason",
    (learner) => {
      const logprobs = learner.logprobs.bind(learner);
      learner.logprobs = (batch, options) => logprobs(batch, withoutSignal(options));
    },
  ],
  [
    'steps although its signal was aborted',
    "aborted signal's reason",
    (learner) => {
      const optimizerStep = learner.optimizerStep.bind(learner);
      learner.optimizerStep = async (parameters, options) => {
        const report = await optimizerStep(parameters, withoutSignal(options));
        options?.signal?.throwIfAborted();
        return report;
      };
    },
  ],
];

/** Factories that each break one promise, and the case that must find it. */
export const BROKEN_FACTORIES: Broken<BreakFactory> = [
  ['does what it says that it cannot', 'beyond its capabilities', claims({ entropies: false })],
  [
    'takes parameters of a step that it says it does not',
    'each parameter that it takes',
    claims({ optimizerParameters: ['learningRate'] }),
  ],
  [
    'is the same for every model',
    'interleaved',
    (sound) => {
      let shared: Promise<Learner> | undefined;
      return {
        ...sound,
        createLearner: async (model) =>
          Object.assign(await (shared ??= sound.createLearner(model)), { close: () => Promise.resolve() }),
      };
    },
  ],
  [
    'is given for any name of a model',
    'does not list',
    (sound) => ({ ...sound, createLearner: (model) => sound.createLearner({ ...model, baseModel: 'small' }) }),
  ],
];
