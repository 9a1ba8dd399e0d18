import { LearnerError, type CallOptions } from '../../../../base/index.js';
import type { TinkerAdam, TinkerDatum } from '../../../wire/messages.js';
import type { TinkerModel } from '../../tinker-model.js';
import type { TinkerLossName, TinkerReduction } from '../../semantics.js';
import { appliedUpward } from './built-in-losses.js';
import { batchDivisor, sequenceDivisor } from './reduction.js';
import { datumOf, placeLogprobs } from './sequence-places.js';

/** A gradient of known size on the logprob of one token: what a server is asked to apply, request by request. */
export interface Dose {
  readonly loss: TinkerLossName;
  readonly requests: readonly (readonly DosedSequence[])[];
  /** What the step may not exceed. Default 0: anything. */
  readonly maxGradientNorm?: number;
  /** How much of the steps before is in the step. Default 0: nothing. */
  readonly beta1?: number;
  /** The first request is made again under its id. Default false. */
  readonly repeats?: boolean;
}

/** A sequence whose first place is given a gradient of `value`. */
export interface DosedSequence {
  readonly value: number;
  /** Places in all; the others have none. Default 1. */
  readonly length?: number;
  /** Of importance sampling: how much likelier the token is now than it is said to have been. Default 1. */
  readonly ratio?: number;
}

/** A token and the one that follows it: what doses are given to. */
export interface TokenPair {
  readonly token: number;
  readonly target: number;
}

/** A single sequence of one place and weight 1: no rule divides that. */
export const UNIT: Dose = { loss: 'cross_entropy', requests: [[{ value: 1 }]] };

/** Between which ratios the doses of `ppo` and `cispo` are clipped: not what servers do unasked. */
const CLIP = { clip_low_threshold: 0.75, clip_high_threshold: 1.3 };

/** What a dose comes to where the server reduces as given; by default, where it sums: what steps are kept equally long by. */
export function reducedDose(
  { loss, requests }: Dose,
  reduction: TinkerReduction = { sequence: 'none', batch: 'none' },
): number {
  const step = requests.flat().length;
  let applied = 0;
  for (const sequences of requests)
    for (const sequence of sequences) {
      const { value, length = 1, ratio = 1 } = sequence;
      const weights = new Float32Array(length).fill(loss === 'cross_entropy' ? 0 : 1);
      if (loss === 'cross_entropy') weights[0] = value;
      const divisor =
        sequenceDivisor(reduction.sequence, weights) *
        batchDivisor(reduction.batch, { request: sequences.length, step });
      applied += appliedUpward(loss, value, ratio, CLIP) / divisor;
    }
  return applied;
}

/** How far a logprob is moved by a unit dose: far above rounding, and little enough that the next one moves as far. */
const UNIT_RISE = 0.05;

/** A model that doses are given to, and what comes of them is read from. */
export class DosedModel {
  readonly #model: TinkerModel;
  readonly #options: CallOptions;
  readonly #steps: number;
  #stepsTaken = 0;
  /** Whether each gradient came with the logprobs that it was taken at. */
  tellsLogprobs = true;
  /** Of plain gradient descent: Adam far below its ε is that, with a rate of learningRate / ε. */
  rate = 1e-3;

  /** @param options.steps - How many optimizer steps are taken, at most. */
  constructor(model: TinkerModel, { steps, signal }: CallOptions & { readonly steps: number }) {
    this.#model = model;
    this.#options = { signal };
    this.#steps = steps;
  }

  /** Goes on, as its first request, where another one is; its optimizer is to start anew. */
  async goOnFrom(other: DosedModel): Promise<void> {
    const path = await other.#model.saveState(`probe-${crypto.randomUUID()}`, this.#options);
    await this.#model.loadState(path, { ...this.#options, optimizer: false });
    this.rate = other.rate;
  }

  /** @throws LearnerError where the server gives no finite number. */
  async logprob({ token, target }: TokenPair): Promise<number> {
    const data = [dosedDatum({ token, target }, 'cross_entropy', { value: 1 }, 0)];
    const result = await this.#model.forward({ data, loss: 'cross_entropy' }, this.#options);
    const logprob = placeLogprobs(result, [{ targets: Int32Array.of(target) }])[0]![0]!;
    if (!Number.isFinite(logprob)) throw new LearnerError(`expected a finite logprob, got ${logprob}`);
    return logprob;
  }

  /**
   * @returns How much the logprob rose by the dose, as if the step had been as long as the rate says.
   * @throws LearnerError once all steps were taken.
   */
  async give(pair: TokenPair, dose: Dose): Promise<number> {
    if (++this.#stepsTaken > this.#steps)
      throw new LearnerError(`expected at most ${this.#steps} optimizer steps to tell, got no clear measure by then`);
    const before = await this.logprob(pair);
    await this.leave(pair, dose, before);
    const { maxGradientNorm = 0, beta1 = 0 } = dose;
    const scale = Math.abs(reducedDose(dose));
    await this.#model.optimStep({ ...linearAdam(this.rate / scale, maxGradientNorm), beta1 }, this.#options);
    return ((await this.logprob(pair)) - before) * scale;
  }

  /** Adds the gradient of a dose, and takes no step. @param logprob - Of the pair, as it is. */
  async leave(pair: TokenPair, { loss, requests, repeats = false }: Dose, logprob: number): Promise<void> {
    const lossConfig = loss === 'ppo' || loss === 'cispo' ? CLIP : undefined;
    for (const [i, sequences] of requests.entries()) {
      const batch = { data: sequences.map((one) => dosedDatum(pair, loss, one, logprob)), loss, lossConfig };
      const { outputs } = await this.#model.forwardBackward(batch, this.#options);
      this.tellsLogprobs &&= sequences.every((_, at) => outputs[at]?.['logprobs'] !== undefined);
      if (repeats && i === 0) await this.#model.forwardBackward(batch, { ...this.#options, again: true });
    }
  }

  /**
   * Finds the rate at which a unit dose shows on a pair, and leaves the rate so.
   *
   * @returns How far it moved the logprob.
   * @throws LearnerError where no rate moves it.
   */
  async unit(pair: TokenPair): Promise<number> {
    for (let tries = 0; tries < 8; tries++) {
      const rise = await this.give(pair, UNIT);
      if (rise > UNIT_RISE / 2 && rise < 2 * UNIT_RISE) return rise;
      this.rate *= rise > 0 ? Math.min(100, UNIT_RISE / rise) : rise < 0 ? 0.01 : 100;
    }
    throw new LearnerError('no optimizer step moved a logprob the way that its gradient points, by any rate');
  }
}

/** ε of the doses' steps, far above every gradient. */
const EPSILON = 1e6;

/** Gradient descent, as far as Adam can be it: no momentum, and gradients that vanish beside ε. */
export function linearAdam(rate: number, maxGradientNorm = 0): TinkerAdam {
  return { learningRate: rate * EPSILON, beta1: 0, beta2: 0.95, epsilon: EPSILON, weightDecay: 0, maxGradientNorm };
}

function dosedDatum(
  { token, target }: TokenPair,
  loss: Dose['loss'],
  { value, length = 1, ratio = 1 }: DosedSequence,
  logprob: number,
): TinkerDatum {
  const first = (at: number) => Float32Array.from({ length }, (_, t) => (t === 0 ? at : 0));
  const inputs: { readonly [name: string]: Float32Array } =
    loss === 'cross_entropy'
      ? { weights: first(value) }
      : { logprobs: first(logprob - Math.log(ratio)), advantages: first(value) };
  return datumOf({ tokens: new Int32Array(length).fill(token), targets: new Int32Array(length).fill(target) }, inputs);
}
