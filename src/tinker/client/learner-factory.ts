import * as z from 'zod';
import type {
  CallOptions,
  Learner,
  LearnerCapabilities,
  LearnerFactory,
  LearnerModel,
  OptimizerParameters,
} from '../../base/index.js';
import { checkCapabilities, functionOption, functionSchema, parseOptions } from '../../base/internal/index.js';
import { POLICY_LOSS_KINDS } from '../../objective/index.js';
import { askEngine } from './internal/learner/engine-failure.js';
import { OWN_SERVER } from '../wire/index.js';
import type { TinkerClient } from './tinker-client.js';
import { adamSchema, optimizerParametersOf, requireRank, toTinkerLora } from './internal/learner/protocol-options.js';
import { tinkerLearner } from './internal/learner/tinker-learner.js';
import { exactPath } from './objective-plan.js';
import { probeOptionsSchema, probeTinkerServer, type TinkerProbe, type TinkerProbeOptions } from './probe.js';
import {
  semanticsOf,
  semanticsSchema,
  SERVER_NAMES,
  type TinkerSemantics,
  type TinkerServerName,
} from './semantics.js';

/** Options of {@link createTinkerLearnerFactory}. */
export interface TinkerLearnerFactoryOptions extends CallOptions {
  /** Client of the server. The caller closes it. */
  readonly client: Pick<TinkerClient, 'baseUrl' | 'capabilities' | 'createModel'> &
    Partial<Pick<TinkerClient, 'checkpoints'>>;
  /** Default parameters of `optimizerStep`. Default: the protocol's, 1e-4, 0.9, 0.95, 1e-12, 0, no clipping. */
  readonly optimizer?: OptimizerParameters | undefined;
  /**
   * Upper bound of token ids: a batch with other ids is refused before it is sent. Default: only the server checks. Not every server does;
   * with SkyRL on JAX all its models become NaN.
   */
  readonly vocabularySize?: number | undefined;
  /**
   * How the server computes losses: `rstar2` (`tinker serve`), `skyrl` (SkyRL 0.3.0 on JAX), `tinker` (the hosted service), or your own
   * description. Default: `rstar2` if the server reports this name; any other server is probed.
   */
  readonly semantics?: TinkerSemantics | TinkerServerName | undefined;
  /** Options of the probe of an unknown server. */
  readonly probe?: Omit<TinkerProbeOptions, 'signal'> | undefined;
  /** Called with the result of the probe, or of an earlier one from the cache. */
  readonly onProbe?: ((probe: TinkerProbe) => void) | undefined;
}

/** Learners on a Tinker server. */
export interface TinkerLearnerFactory extends LearnerFactory {
  /** How the server computes losses. */
  readonly semantics: TinkerSemantics;
}

const optionsSchema = z.strictObject({
  client: z.looseObject({ capabilities: functionSchema(), createModel: functionSchema() }),
  signal: z.instanceof(AbortSignal).optional(),
  optimizer: adamSchema.prefault({}),
  vocabularySize: z.int().positive().optional(),
  semantics: z.union([z.enum(SERVER_NAMES), semanticsSchema]).optional(),
  probe: probeOptionsSchema.omit({ signal: true }).optional(),
  onProbe: functionOption<(probe: TinkerProbe) => void>(() => {}),
});

/**
 * Creates learners whose models are on a Tinker server. All objectives are applied exactly.
 *
 * The factory must know how the server reduces losses; for an unknown server this is measured first (`probeTinkerServer`). A server without
 * an exact loss is refused. If the server has the loss of an objective (see `planTinkerObjective`), `forwardBackward` sends it. Otherwise
 * `forwardBackward` asks for logprobs and computes ∂loss/∂logprob here, and `optimizerStep` sends passes that apply it. After a crash,
 * continue from the last saved state: a model that may have too large a gradient is replaced by a new one with the same weights and
 * optimizer, and a model whose step failed halfway is refused until `loadCheckpoint`.
 *
 * The protocol does not support entropies, temperatures other than 1, and an adapter's alpha; some servers ignore the limit of the gradient
 * norm.
 *
 * @throws CapabilityError (rejecting) if the server applies no gradient exactly, or a probe needs consent; LearnerError if the server
 *   fails.
 * @example
 * const factory = await createTinkerLearnerFactory({ client });
 * const learner = await factory.createLearner({ baseModel: 'Qwen/Qwen3-8B', lora: { rank: 32 } });
 */
export async function createTinkerLearnerFactory(options: TinkerLearnerFactoryOptions): Promise<TinkerLearnerFactory> {
  const { optimizer: adam, signal, vocabularySize = Infinity, onProbe } = parseOptions(optionsSchema, options);
  const { client } = options;
  const { models, server } = await askEngine('capabilities', signal, () => client.capabilities({ signal }));
  const known = options.semantics ?? (server === OWN_SERVER ? 'rstar2' : undefined);
  let semantics: TinkerSemantics;
  if (known === undefined) {
    const probe = await probeTinkerServer(client, { ...options.probe, signal });
    onProbe(probe);
    semantics = probe.semantics;
  } else semantics = semanticsOf(known);
  const path = exactPath(semantics);
  const { honoursMaxGradientNorm, honoursSequenceIds, resetsOptimizer } = semantics;
  const capabilities: LearnerCapabilities = {
    losses: POLICY_LOSS_KINDS,
    kl: true,
    entropies: false,
    values: false,
    targets: true,
    segments: true,
    temperature: false,
    reference: true,
    lora: true,
    optimizerReset: resetsOptimizer,
    checkpointStorage: true,
    optimizerParameters: optimizerParametersOf(honoursMaxGradientNorm),
  };
  checkCapabilities(capabilities, { parameters: options.optimizer });
  const baseModels = models.map(({ name }) => name);
  const open = new Set<Learner>();
  return {
    capabilities,
    semantics,
    baseModels,
    async createLearner(model: LearnerModel, { signal }: CallOptions = {}): Promise<Learner> {
      signal?.throwIfAborted();
      checkCapabilities(capabilities, { model });
      const { baseModel } = model;
      if (!baseModels.includes(baseModel)) {
        const known = baseModels.map((name) => JSON.stringify(name));
        throw new RangeError(`model.baseModel: expected one of ${known.join(', ')}, got ${JSON.stringify(baseModel)}`);
      }
      // Where ids are not read, a request that is made again is another one.
      const [lora, { checkpoints }] = [toTinkerLora(model), client];
      const request = { baseModel, lora, repeat: honoursSequenceIds ? 'safe' : 'never' } as const;
      const makeModel = async (calling: CallOptions) => {
        const made = await client.createModel({ ...request, ...calling });
        await requireRank(made, request.lora?.rank, calling);
        return made;
      };
      const learner = tinkerLearner({
        model: await askEngine('createLearner', signal, () => makeModel({ signal })),
        deleteCheckpoint: async (saved) => checkpoints?.delete(saved),
        downloadAdapter:
          lora === undefined || checkpoints === undefined
            ? undefined
            : (path, directory, calling) => checkpoints.downloadAdapter(path, directory, calling),
        ...{ makeModel, capabilities, path, adam, semantics, vocabularySize },
        onClose: (closed) => open.delete(closed),
      });
      open.add(learner);
      return learner;
    },
    async close() {
      for (const learner of [...open]) await learner.close();
    },
  };
}
