import { LearnerError, type CallOptions } from '../../../../base/index.js';
import type { TinkerAdam, TinkerBatch } from '../../../wire/messages.js';
import type { ExactPath } from '../../objective-plan.js';
import { TinkerError } from '../../tinker-error.js';
import type { TinkerModel } from '../../tinker-model.js';
import { askEngine } from './engine-failure.js';
import { exactPasses, type OnePass, type PendingGradient } from './passes.js';
import { placeLogprobs, type SequencePlaces } from './sequence-places.js';

/** What a trained model is made of. */
export interface TrainedModelParts {
  readonly model: TinkerModel;
  /** Makes one more model with the weights that training starts from. */
  readonly makeModel: (options: CallOptions) => Promise<TinkerModel>;
  /** Deletes what was saved, where that can be. */
  readonly deleteCheckpoint: (path: string) => Promise<void>;
  readonly path: ExactPath;
}

/**
 * The model that a learner trains, and the gradient that has accumulated since its last step: here, as gradients that wait for the
 * step; and with the server, as requests that it has carried out. Where it is not known any more what the server has (an answer was
 * lost, or the gradient is discarded, for which the protocol has no word), those requests are sent again to another model with the
 * same weights and optimizer.
 *
 * A step that breaks off half-way leaves a model of unknown weights: it is refused until another one is loaded.
 */
export class TrainedModel {
  #model: TinkerModel;
  #steps = 0;
  #version = 0;
  /** What broke a step off. */
  #broken: unknown;
  #waiting: PendingGradient[] = [];
  #sent: TinkerBatch[] = [];
  /** Whether the server has what was sent, and nothing else. */
  #isCertain = true;

  constructor(private readonly parts: TrainedModelParts) {
    this.#model = parts.model;
  }

  /** How many were taken, those before the saved state that was loaded among them. */
  get steps(): number {
    return this.#steps;
  }

  /** Counts what changes the weights, or the place that they have on the server. */
  get version(): number {
    return this.#version;
  }

  /** Whether no gradient has accumulated. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#sent.length === 0;
  }

  /** @throws LearnerError for a model whose step broke off. */
  get(what: string): TinkerModel {
    if (this.#broken === undefined) return this.#model;
    throw new LearnerError(
      `${what}: an earlier step failed, and it is not known which of its gradients the server has; ` +
        'call loadCheckpoint to continue from the last saved state',
      { cause: this.#broken },
    );
  }

  /** Keeps a gradient for the step. */
  wait(gradient: PendingGradient): void {
    this.#waiting.push(gradient);
  }

  /**
   * Sends requests that add to the gradient on the server. Until they are accepted, the server has more than it should.
   *
   * @returns The logprobs of each sequence's places, at which the server took them; shape [L].
   */
  async offer(
    { requests }: OnePass,
    sequences: readonly SequencePlaces[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const what = 'forwardBackward';
    await this.#becomeCertain(what, signal);
    const send = async () => {
      const results = [];
      try {
        this.#isCertain = false;
        for (const request of requests) results.push(await this.#model.forwardBackward(request, { signal }));
      } catch (error) {
        // Where it refused the first of them, the server has what it had.
        this.#isCertain = results.length === 0 && error instanceof TinkerError && !error.answerLost;
        throw error;
      }
      return placeLogprobs({ outputs: results.flatMap(({ outputs }) => outputs) }, sequences);
    };
    return askEngine(what, signal, send, true);
  }

  /** Counts requests that were offered as part of the gradient. */
  accept(requests: readonly TinkerBatch[]): void {
    this.#sent.push(...requests);
    this.#isCertain = true;
  }

  /** Forgets the gradient. The server has what it has. */
  discard(): void {
    this.#isCertain &&= this.#sent.length === 0;
    this.#waiting = [];
    this.#sent = [];
  }

  /** Sends what waits, and takes a step. @returns The server's metrics. */
  async step(adam: TinkerAdam, signal: AbortSignal | undefined): Promise<{ readonly [name: string]: number }> {
    const what = 'optimizerStep';
    await this.#becomeCertain(what, signal);
    try {
      return await askEngine(what, signal, async () => {
        for (const pass of exactPasses(this.parts.path, this.#waiting))
          await this.#model.forwardBackward(pass, { signal });
        const metrics = await this.#model.optimStep(adam, { signal });
        this.#waiting = [];
        this.#sent = [];
        this.#steps++;
        return metrics;
      });
    } catch (error) {
      this.#broken = error;
      throw error;
    } finally {
      this.#version++;
    }
  }

  /** Goes on from a saved state, without a gradient. */
  async load(
    location: string,
    { signal, optimizer }: { readonly signal: AbortSignal | undefined; readonly optimizer: boolean },
  ): Promise<void> {
    const fresh = await this.#loaded('loadCheckpoint', location, optimizer, signal);
    const [before, isClean] = [this.#model, this.#isClean];
    this.#model = fresh;
    this.#steps = optimizer ? stepOf(location) : 0;
    this.#version++;
    this.#broken = undefined;
    this.discard();
    this.#isCertain = true;
    await leave(before, isClean, signal);
  }

  async giveUp(): Promise<void> {
    await leave(this.#model, this.#isClean, undefined);
  }

  /** Whether the server has no gradient of the model. */
  get #isClean(): boolean {
    return this.#broken === undefined && this.#isCertain && this.isEmpty;
  }

  /** What the server may have too much of, it is not asked to forget, which the protocol cannot say: another model goes on. */
  async #becomeCertain(what: string, signal: AbortSignal | undefined): Promise<void> {
    const before = this.get(what);
    if (this.#isCertain) return;
    const name = checkpointName('without-what-had-accumulated', this.#steps);
    const path = await askEngine(what, signal, () => before.saveState(name, { signal }));
    const fresh = await this.#loaded(what, path, true, signal);
    try {
      await askEngine(what, signal, async () => {
        for (const request of this.#sent) await fresh.forwardBackward(request, { signal });
      });
    } catch (error) {
      await leave(fresh, false, undefined);
      throw error;
    }
    this.#isCertain = true;
    this.#model = fresh;
    this.#version++;
    await this.parts.deleteCheckpoint(path).catch(() => undefined);
    await leave(before, false, signal);
  }

  /** @returns Another model: servers let one load as its first request alone, and one that is broken is beyond repair. */
  async #loaded(what: string, path: string, optimizer: boolean, signal: AbortSignal | undefined): Promise<TinkerModel> {
    const fresh = await askEngine(what, signal, () => this.parts.makeModel({ signal }));
    try {
      await askEngine(what, signal, () => fresh.loadState(path, { optimizer, signal }));
    } catch (error) {
      await giveUp(fresh);
      throw error;
    }
    return fresh;
  }
}

/** Gives a model up. One server leaves what has accumulated to the model that comes next in the same place: a step takes it away. */
async function leave(model: TinkerModel, isClean: boolean, signal: AbortSignal | undefined): Promise<void> {
  if (!isClean) await model.optimStep({ learningRate: 0 }, { signal }).catch(() => undefined);
  await giveUp(model);
}

/** What servers let a checkpoint be called: letters, digits, `-` and `_`, 255 at most. */
const LONGEST_STEM = 160;

/**
 * A name that no checkpoint has: the end of the place that was asked for, how many steps were taken, and a part that is drawn.
 *
 * The steps are in the name since servers keep weights and optimizer alone.
 */
export function checkpointName(location: string, steps: number): string {
  const stem = location
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(-LONGEST_STEM);
  return `${stem || 'state'}-step${steps}-${crypto.randomUUID().slice(0, 8)}`;
}

/** @returns The steps that a checkpoint's path names; 0 where another program called it. */
function stepOf(path: string): number {
  return Number(/-step(\d+)-[0-9a-f]{8}$/.exec(path)?.[1] ?? 0);
}

/** The weights that training started from, made when they are first asked for: an adapter that is never trained adds nothing. */
export class ReferenceModel {
  readonly #makeModel: (options: CallOptions) => Promise<TinkerModel>;
  #model: Promise<TinkerModel> | undefined;

  constructor(makeModel: (options: CallOptions) => Promise<TinkerModel>) {
    this.#makeModel = makeModel;
  }

  /** @throws LearnerError where it cannot be made; the next call tries again. */
  get(signal: AbortSignal | undefined): Promise<TinkerModel> {
    this.#model ??= askEngine('logprobs', signal, () => this.#makeModel({ signal })).catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    });
    return this.#model;
  }

  /** Gives it up where there is one; who asks for it then is given another. */
  async giveUp(): Promise<void> {
    const given = this.#model;
    this.#model = undefined;
    const model = await given?.catch(() => undefined);
    if (model !== undefined) await giveUp(model);
  }
}

/** Unloads a model. A failure is ignored: the server has forgotten the model, or will. */
export async function giveUp(model: TinkerModel): Promise<void> {
  await model.unload().catch(() => undefined);
}
