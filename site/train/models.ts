import type { Learner, Policy, Rollout, Tokenizer, Tool } from 'rstar2-agent';
import { rewardRollouts, rollOut, type TrainingProblem } from 'rstar2-agent/recipe';
import { createDecoder, createTfjsLearnerFactory, type DecoderConfig, type LearnerFactory } from 'rstar2-agent/tfjs';
import type { Algorithm } from '../../examples/training/algorithms.js';
import type { Attempt, Weights } from './messages.js';
import { SEED } from './settings.js';
import { readJson, type Position, type Stores } from './stores.js';

const MODEL = 'small';
const STAGE_NAMES: { readonly [stage: string]: string } = { sft: 'SFT', rl: 'RL', 'rl-hard': 'RL on hard problems,' };

/** How an attempt is sampled. */
export interface Sampling {
  readonly maxTokens: number;
  readonly maxTurns: number;
  readonly temperature: number;
}

/** A learner, and which weights it has. */
interface Loaded {
  readonly learner: Learner;
  weights: Weights | undefined;
}

/** The models that the page asks: the one that is trained, and while none is, the one of a run's last checkpoint. */
export class Models {
  readonly #factory: LearnerFactory;
  #trained: Loaded | undefined;
  /** Of the last checkpoint of the algorithm that was asked last. */
  #kept: { readonly of: Algorithm; readonly loaded: Loaded } | undefined;
  /** Ends when every `ask` so far has ended. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: DecoderConfig,
    private readonly environment: { readonly tokenizer: Tokenizer; readonly tools: readonly Tool[] },
    private readonly stores: Stores,
  ) {
    this.#factory = createTfjsLearnerFactory({
      baseModels: { [MODEL]: (seed) => createDecoder(this.config, { seed }) },
    });
  }

  countParameters(): number {
    const model = createDecoder(this.config, { seed: SEED });
    const count = [...model.parameters.values()].reduce((sum, { size }) => sum + size, 0);
    model.dispose();
    return count;
  }

  untrained(): Promise<Learner> {
    return this.#factory.createLearner({ baseModel: MODEL, seed: `${SEED}/weights` });
  }

  /** @returns The learner of a run, which answers what is asked until the run closes it. */
  async forRun(algorithm: Algorithm): Promise<Learner> {
    await this.forget();
    const learner = await this.untrained();
    // The run itself says what is wrong with its files.
    const trained: Loaded = { learner, weights: await this.#lastWeights(algorithm).catch(() => undefined) };
    this.#trained = trained;
    const close = learner.close.bind(learner);
    learner.close = () => {
      this.#trained = undefined;
      return close();
    };
    return learner;
  }

  /** The run that is under way has taken a step. */
  tookStep(algorithm: Algorithm, position: Position): void {
    if (this.#trained !== undefined) this.#trained.weights = { algorithm, after: stepText(position) };
  }

  /** Releases the model of a checkpoint, which is there no longer. */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      const kept = this.#kept;
      this.#kept = undefined;
      await kept?.loaded.learner.close();
    });
  }

  /** @returns An attempt of the model that is trained; while none is, of the algorithm's last checkpoint. */
  ask(algorithm: Algorithm, task: TrainingProblem, sampling: Sampling): Promise<Attempt> {
    return this.#inTurn(async () => this.#attempt(this.#trained ?? (await this.#load(algorithm)), task, sampling));
  }

  /** @returns An attempt of the model that is trained, made in a step of its run. */
  tryTrained(task: TrainingProblem, sampling: Sampling): Promise<Attempt> {
    return this.#attempt(this.#trained!, task, sampling);
  }

  /** @returns Rollouts, with rewards where there are answers to compare with. */
  async rollOut(
    policy: Policy,
    tasks: readonly TrainingProblem[],
    sampling: Sampling,
    samples = 1,
  ): Promise<Rollout[]> {
    if (tasks.length === 0) return [];
    const rollouts = await rollOut(policy, tasks, { ...this.environment, samples, sampling, seed: 'shown' });
    return tasks[0]!.metadata === undefined ? rollouts : rewardRollouts(rollouts);
  }

  async #attempt({ learner, weights }: Loaded, task: TrainingProblem, sampling: Sampling): Promise<Attempt> {
    const policy = await learner.policy();
    try {
      const [rollout] = await this.rollOut(policy, [task], sampling);
      return attemptOf(rollout!, task, weights);
    } finally {
      await policy.close();
    }
  }

  async #load(algorithm: Algorithm): Promise<Loaded> {
    if (this.#kept?.of === algorithm) return this.#kept.loaded;
    await this.#kept?.loaded.learner.close();
    this.#kept = undefined;
    const weights = await this.#lastWeights(algorithm);
    const learner = await this.untrained();
    try {
      const storage = await this.stores.open(algorithm);
      if (weights !== undefined) await learner.loadCheckpoint(weights.checkpoint, { storage, optimizer: false });
    } catch (error) {
      await learner.close();
      throw error;
    }
    const loaded = { learner, weights };
    this.#kept = { of: algorithm, loaded };
    return loaded;
  }

  /** @returns The weights of a run's last checkpoint. */
  async #lastWeights(algorithm: Algorithm): Promise<(Weights & { readonly checkpoint: string }) | undefined> {
    const position = (await readJson(await this.stores.open(algorithm), 'latest.json')) as Position | undefined;
    if (position === undefined) return undefined;
    return { algorithm, after: stepText(position), checkpoint: `checkpoints/${position.stage}-${position.step}` };
  }

  /** One after the other: two that ask at once would each load the model. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#asked.then(work);
    this.#asked = done.catch(() => undefined);
    return done;
  }
}

/** @returns An attempt as the page shows it. */
export function attemptOf(rollout: Rollout, { metadata }: TrainingProblem, weights: Weights | undefined): Attempt {
  const shown: Rollout = { ...rollout };
  // The page reads text.
  delete (shown as { tokens?: unknown }).tokens;
  return { rollout: shown, groundTruth: metadata?.['groundTruth'] as string | undefined, weights };
}

function stepText({ stage, step }: Position): string {
  return `${STAGE_NAMES[stage] ?? stage} step ${step}`;
}
