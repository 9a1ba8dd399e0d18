import { LearnerError } from '../../../../base/index.js';
import {
  BATCH_DIVISORS,
  SEQUENCE_DIVISORS,
  type TinkerLossName,
  type TinkerReduction,
  type TinkerSemantics,
} from '../../semantics.js';
import { TinkerError } from '../../tinker-error.js';
import {
  reducedGradient,
  UNIT,
  type ProbedModel,
  type ProbeRequests,
  type ProbeStep,
  type TokenPair,
} from './probed-model.js';

/** One thing that was measured. */
export interface TinkerProbeFinding {
  readonly name: string;
  /** Relative to the effect of a single sequence with one position and weight 1; or the reason why it was not measured. */
  readonly measured: number | string;
}

/** Where the model is surer of a token, its logprob cannot rise enough. */
const MOST_SURE = -0.5;
/** β₁ of the steps that go on with the ones before. */
const MOMENTUM = 0.9;
/** Rules differ by more than half. */
const TOLERANCE = 0.2;

const REDUCTIONS: readonly TinkerReduction[] = SEQUENCE_DIVISORS.flatMap((sequence) =>
  BATCH_DIVISORS.map((batch) => ({ sequence, batch })),
);

/** What tells the rules of reduction apart: no two of them make the same of all these. */
const REDUCED: readonly (readonly [name: string, requests: ProbeRequests])[] = [
  ['three', [[{ value: 3 }]]],
  ['a quarter', [[{ value: 0.25 }]]],
  ['one of four places', [[{ value: 1, length: 4 }]]],
  ['one, then three of two', [[{ value: 1 }], [{ value: 2 }, { value: 2 }, { value: 2 }]]],
];

/** What the probe measured, and the rest at its most cautious. */
export interface Measured {
  readonly semantics: TinkerSemantics;
  readonly findings: readonly TinkerProbeFinding[];
}

/**
 * Measures, one probe step after the other, what a server makes of what it is sent.
 *
 * @param other - A model that was asked for nothing yet.
 */
export async function measureSemantics(model: ProbedModel, other: ProbedModel): Promise<Measured> {
  const meter = new Meter(model);
  const crossEntropy = await meter.reduction('cross_entropy');
  const importanceSampling = await meter.reduction('importance_sampling');
  const loss = importanceSampling === undefined ? 'cross_entropy' : 'importance_sampling';
  const hundred = await meter.measure('a hundred', { loss, requests: [[{ value: 100 }]] });
  const one = { loss, requests: UNIT.requests } as const;
  const clipped = await meter.measure('one, norm of next to nothing asked for', { ...one, maxGradientNorm: 1e-9 });
  return {
    semantics: {
      crossEntropy,
      importanceSampling,
      clipsGradients: !isAbout(hundred, 100),
      honoursMaxGradientNorm: Math.abs(clipped) < TOLERANCE,
      resetsOptimizer: await meter.resetsOptimizer(loss, other),
      honoursSequenceIds: false,
      keepsSnapshots: false,
    },
    findings: meter.findings,
  };
}

class Meter {
  readonly findings: TinkerProbeFinding[] = [];
  #pairs = 0;

  constructor(private readonly model: ProbedModel) {}

  /** @returns undefined where the server does not have the loss, or reduces it by no rule that we know. */
  reduction(loss: TinkerLossName): Promise<TinkerReduction | undefined> {
    return this.#unlessRefused(loss, async () => {
      let left = REDUCTIONS;
      for (const [name, requests] of REDUCED) {
        const step = { loss, requests };
        const measured = await this.measure(`${loss}: ${name}`, step);
        left = left.filter((reduction) => isAbout(measured, reducedGradient(step, reduction)));
      }
      const [reduction] = left;
      if (reduction === undefined || (loss === 'cross_entropy' && reduction.sequence.startsWith('weights')))
        return reduction;
      const negative = await this.measure(`${loss}: minus one`, { loss, requests: [[{ value: -1 }]] });
      return isAbout(negative, -1) ? reduction : undefined;
    });
  }

  /**
   * A step with momentum goes on with the large one before it, unless the optimizer started anew.
   *
   * @param other - Is loaded without the optimizer.
   * @returns Whether it did; false where the server refuses.
   */
  async resetsOptimizer(loss: TinkerLossName, other: ProbedModel): Promise<boolean> {
    const name = 'one with momentum, loaded without the optimizer';
    const measured = await this.#unlessRefused(name, async () => {
      const pair = await this.#nextPair();
      const before = await this.model.unit(pair);
      await this.model.take(pair, { loss, requests: [[{ value: 40 }]], beta1: MOMENTUM });
      await other.goOnFrom(this.model);
      const risen = (await other.take(pair, { ...UNIT, beta1: MOMENTUM })) / before;
      this.findings.push({ name, measured: risen });
      return risen;
    });
    return measured !== undefined && isAbout(measured, 1);
  }

  /** @returns What the server applied, in units of what it makes of a single sequence of one place and weight 1: no rule divides that. */
  async measure(name: string, step: ProbeStep): Promise<number> {
    const pair = await this.#nextPair();
    const before = await this.model.unit(pair);
    const risen = await this.model.take(pair, step);
    const after = await this.model.take(pair, UNIT);
    // The effect of a unit changes as the model changes.
    const measured = (2 * risen) / (before + after);
    this.findings.push({ name, measured });
    return measured;
  }

  /**
   * @returns undefined where the server refuses, some at once and one (by 400) when the result is asked for; its words are what was found.
   * @throws What is no refusal: a server that fails may answer another time.
   */
  async #unlessRefused<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TinkerError) || error.retryable || (error.answerLost && error.status !== 400)) throw error;
      this.findings.push({ name, measured: error.message });
      return undefined;
    }
  }

  /** Each measure has another pair of tokens, so that none is moved far, and one that the model is not sure of. */
  async #nextPair(): Promise<TokenPair> {
    for (let tries = 0; tries < 13 * 13; tries++) {
      const i = this.#pairs++;
      const pair = { token: 1 + (i % 13), target: 1 + ((5 * i + 3 + Math.floor(i / 13)) % 13) };
      if ((await this.model.logprob(pair)) < MOST_SURE) return pair;
    }
    throw new LearnerError(
      'the model is certain of the next token at every place that was tried, so no gradient can be measured',
    );
  }
}

function isAbout(measured: number, expected: number): boolean {
  return Math.abs(measured - expected) <= TOLERANCE * Math.abs(expected);
}
