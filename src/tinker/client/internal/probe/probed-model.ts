import { LearnerError, type CallOptions } from '../../../../base/index.js';
import type { TinkerAdam, TinkerDatum } from '../../../wire/messages.js';
import { batchDivisor, sequenceDivisor, type TinkerLossName, type TinkerReduction } from '../../semantics.js';
import type { TinkerModel } from '../../tinker-model.js';
import { datumOf, placeLogprobs } from '../learner/sequence-places.js';

/** One optimizer step with a gradient of known size on the logprob of one token. */
export interface ProbeStep {
  readonly loss: TinkerLossName;
  readonly requests: ProbeRequests;
  /** What the gradient may not exceed. Default 0: anything. */
  readonly maxGradientNorm?: number;
  /** How much of the steps before is in the step. Default 0: nothing. */
  readonly beta1?: number;
}

/** Sequences by request: the first of a sequence's places has a gradient of `value`, the others none. Default `length` 1. */
export type ProbeRequests = readonly (readonly { readonly value: number; readonly length?: number }[])[];

/** A token and the one that follows it. */
export interface TokenPair {
  readonly token: number;
  readonly target: number;
}

/** A single sequence of one place and weight 1: no rule divides that. */
export const UNIT: ProbeStep = { loss: 'cross_entropy', requests: [[{ value: 1 }]] };

/** @returns The gradient that is left where the server reduces as given. Default: where it sums. */
export function reducedGradient(
  { loss, requests }: ProbeStep,
  reduction: TinkerReduction = { sequence: 'none', batch: 'none' },
): number {
  const step = requests.flat().length;
  let applied = 0;
  for (const sequences of requests)
    for (const { value, length = 1 } of sequences) {
      const weights = new Float32Array(length).fill(loss === 'cross_entropy' ? 0 : 1);
      if (loss === 'cross_entropy') weights[0] = value;
      const divisor =
        sequenceDivisor(reduction.sequence, weights) *
        batchDivisor(reduction.batch, { request: sequences.length, step });
      applied += value / divisor;
    }
  return applied;
}

/** How far a unit step should move a logprob: far above rounding, and little enough that the next one moves it as far. */
const UNIT_RISE = 0.05;

/** A throw-away model that takes probe steps. */
export class ProbedModel {
  #stepsTaken = 0;
  /** Of plain gradient descent. */
  #rate = 1e-3;

  /** @param steps - How many optimizer steps are taken, at most. */
  constructor(
    private readonly model: TinkerModel,
    private readonly steps: number,
    private readonly options: CallOptions,
  ) {}

  /** Goes on, as its first request, where another one is; its optimizer is to start anew. */
  async goOnFrom(other: ProbedModel): Promise<void> {
    const path = await other.model.saveState(`probe-${crypto.randomUUID()}`, this.options);
    await this.model.loadState(path, { ...this.options, optimizer: false });
    this.#rate = other.#rate;
  }

  /** @throws LearnerError where the server gives no finite number. */
  async logprob({ token, target }: TokenPair): Promise<number> {
    const data = [probeDatum({ token, target }, 'cross_entropy', { value: 1 }, 0)];
    const result = await this.model.forward({ data, loss: 'cross_entropy' }, this.options);
    const logprob = placeLogprobs(result, [{ targets: Int32Array.of(target) }])[0]![0]!;
    if (!Number.isFinite(logprob)) throw new LearnerError(`expected a finite logprob, got ${logprob}`);
    return logprob;
  }

  /**
   * @returns How much the logprob rose by the step, as if the step had been as long as the rate says.
   * @throws LearnerError once all steps were taken.
   */
  async take(pair: TokenPair, step: ProbeStep): Promise<number> {
    if (++this.#stepsTaken > this.steps)
      throw new LearnerError(`expected a clear measurement within ${this.steps} optimizer steps, got none`);
    const { loss, requests, maxGradientNorm = 0, beta1 = 0 } = step;
    const before = await this.logprob(pair);
    for (const sequences of requests) {
      const data = sequences.map((sequence) => probeDatum(pair, loss, sequence, before));
      await this.model.forwardBackward({ data, loss }, this.options);
    }
    const scale = Math.abs(reducedGradient(step));
    await this.model.optimStep({ ...linearAdam(this.#rate / scale, maxGradientNorm), beta1 }, this.options);
    return ((await this.logprob(pair)) - before) * scale;
  }

  /**
   * Finds the rate at which a unit step shows on a pair, and leaves the rate so.
   *
   * @returns How far it moved the logprob.
   * @throws LearnerError where no rate moves it.
   */
  async unit(pair: TokenPair): Promise<number> {
    for (let tries = 0; tries < 8; tries++) {
      const rise = await this.take(pair, UNIT);
      if (rise > UNIT_RISE / 2 && rise < 2 * UNIT_RISE) return rise;
      this.#rate *= rise > 0 ? Math.min(100, UNIT_RISE / rise) : rise < 0 ? 0.01 : 100;
    }
    throw new LearnerError('no optimizer step moved a logprob in the direction of its gradient, at any learning rate');
  }
}

/** ε of the probe steps, far above every gradient. */
const EPSILON = 1e6;

/** Gradient descent, as far as Adam can be it: no momentum, and gradients that vanish beside ε. */
export function linearAdam(rate: number, maxGradientNorm = 0): TinkerAdam {
  return { learningRate: rate * EPSILON, beta1: 0, beta2: 0.95, epsilon: EPSILON, weightDecay: 0, maxGradientNorm };
}

function probeDatum(
  { token, target }: TokenPair,
  loss: TinkerLossName,
  { value, length = 1 }: ProbeRequests[number][number],
  logprob: number,
): TinkerDatum {
  const first = (at: number) => Float32Array.from({ length }, (_, t) => (t === 0 ? at : 0));
  const inputs: { readonly [name: string]: Float32Array } =
    loss === 'cross_entropy' ? { weights: first(value) } : { logprobs: first(logprob), advantages: first(value) };
  return datumOf({ tokens: new Int32Array(length).fill(token), targets: new Int32Array(length).fill(target) }, inputs);
}
