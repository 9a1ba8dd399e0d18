import { LearnerError } from '../../../../base/index.js';
import type { TinkerLossName, TinkerProbeFinding, TinkerReduction, TinkerSemantics } from '../../semantics.js';
import { TinkerError } from '../../tinker-error.js';
import type { TinkerSampler } from '../../tinker-sampler.js';
import { reducedDose, UNIT, type Dose, type DosedModel, type TokenPair } from './dose.js';
import { CLIPPED, REDUCED } from './probe-doses.js';
import { BATCH_DIVISORS, SEQUENCE_DIVISORS } from './reduction.js';

/** What the model is surer of has no room to rise. */
const MOST_SURE = -0.5;
/** β₁ of the steps that go on with the ones before. */
const MOMENTUM = 0.9;
/** Rules differ by more than half. */
const TOLERANCE = 0.2;

const REDUCTIONS: readonly TinkerReduction[] = SEQUENCE_DIVISORS.flatMap((sequence) =>
  BATCH_DIVISORS.map((batch) => ({ sequence, batch })),
);

/** Measures, one dose after the other, what a server makes of what it is sent. */
export class SemanticsMeter {
  readonly findings: TinkerProbeFinding[] = [];
  readonly #model: DosedModel;
  #doses = 0;

  constructor(model: DosedModel) {
    this.#model = model;
  }

  /** @returns undefined where the server has not the loss, or reduces it by no rule that we know. */
  async reduction(loss: Dose['loss']): Promise<TinkerReduction | undefined> {
    return this.#unlessRefused(loss, async () => {
      let left = REDUCTIONS;
      for (const [name, requests] of REDUCED) {
        const dose = { loss, requests };
        const measured = await this.#measure(`${loss}: ${name}`, dose);
        left = left.filter((reduction) => isAbout(measured, reducedDose(dose, reduction)));
      }
      const [reduction] = left;
      if (reduction === undefined || (loss === 'cross_entropy' && reduction.sequence.startsWith('weights')))
        return reduction;
      const negative = await this.#measure(`${loss}: minus one`, { loss, requests: [[{ value: -1 }]] });
      return isAbout(negative, -1) ? reduction : undefined;
    });
  }

  /** @returns Where ratios of importance sampling are cut off; undefined where nothing was seen of it. */
  async largestRatio(): Promise<number | undefined> {
    const loss = 'importance_sampling';
    const measured = await this.#measure(`${loss}: ratio four`, { loss, requests: [[{ value: 1, ratio: 4 }]] });
    return isAbout(measured, 4) ? undefined : Math.max(1, measured);
  }

  /** @param reduction - Of the loss that it is measured by. */
  async rest(
    loss: Dose['loss'],
    reduction: TinkerReduction,
  ): Promise<Pick<TinkerSemantics, 'clipsGradients' | 'honoursMaxGradientNorm' | 'honoursSequenceIds'>> {
    const one = { loss, requests: UNIT.requests };
    const hundred = await this.#measure('a hundred', { loss, requests: [[{ value: 100 }]] });
    const clipped = await this.#measure('one, norm of next to nothing asked for', { ...one, maxGradientNorm: 1e-9 });
    // A mean over the step would be the same of one sequence and of two that are equal: another one weighs against them.
    const [sent, other] = [[{ value: 1 }], [{ value: -0.5 }]];
    const once = { loss, requests: [sent, other] };
    const twice = reducedDose({ loss, requests: [sent, sent, other] }, reduction);
    const repeated = await this.#measure('one, sent twice under one id, and minus a half', { ...once, repeats: true });
    return {
      clipsGradients: !isAbout(hundred, 100),
      honoursMaxGradientNorm: Math.abs(clipped) < TOLERANCE,
      honoursSequenceIds: Math.abs(repeated - reducedDose(once, reduction)) < Math.abs(repeated - twice),
    };
  }

  /**
   * A step with momentum goes on with the large one before it, unless the optimizer has forgotten that.
   *
   * @param loss - What it is measured by.
   * @param other - A model that was asked for nothing yet: it is loaded without the optimizer.
   * @returns Whether it has; false where the server refuses.
   */
  async resetsOptimizer(loss: Dose['loss'], other: DosedModel): Promise<boolean> {
    const name = 'one with momentum, loaded without the optimizer';
    const measured = await this.#unlessRefused(name, async () => {
      const pair = await this.#nextPair();
      const before = await this.#model.unit(pair);
      await this.#model.give(pair, { loss, requests: [[{ value: 40 }]], beta1: MOMENTUM });
      await other.goOnFrom(this.#model);
      const risen = (await other.give(pair, { ...UNIT, beta1: MOMENTUM })) / before;
      this.findings.push({ name, measured: risen });
      return risen;
    });
    return measured !== undefined && isAbout(measured, 1);
  }

  /**
   * @param reduction - Of importance sampling: what it is held to.
   * @returns Whether a loss clips ratios as its name says, between the bounds that it is given; false where the server has it not.
   */
  async clipsRatios(loss: 'ppo' | 'cispo', reduction: TinkerReduction): Promise<boolean> {
    const isSo = await this.#unlessRefused(loss, async () => {
      for (const [name, requests] of CLIPPED) {
        const dose = { loss, requests };
        if (!isAbout(await this.#measure(`${loss}: ${name}`, dose), reducedDose(dose, reduction))) return false;
      }
      return true;
    });
    return isSo === true;
  }

  /**
   * @param withModel - Gives the work a model of its own, as it was drawn; one that is abandoned is given up with what it has
   *   accumulated.
   * @returns Whether that goes with it; false where the server does not let it be seen.
   */
  async dropsGradients(
    loss: TinkerLossName,
    withModel: <T>(work: (model: DosedModel) => Promise<T>, ending: 'abandoned' | 'cleared') => Promise<T>,
  ): Promise<boolean> {
    const name = 'one, on the model after one that was given up with four';
    const measured = await this.#unlessRefused(name, async () => {
      const pair = await this.#nextPair();
      const rate = await withModel(async (model) => {
        await model.unit(pair);
        await model.leave(pair, { loss, requests: [[{ value: 4 }]] }, await model.logprob(pair));
        return model.rate;
      }, 'abandoned');
      const risen = await withModel(async (model) => {
        model.rate = rate;
        return (await model.give(pair, UNIT)) / (await model.give(pair, UNIT));
      }, 'cleared');
      this.findings.push({ name, measured: risen });
      return risen;
    });
    return measured !== undefined && isAbout(measured, 1);
  }

  /**
   * @param createSampler - Saves what there is for sampling.
   * @returns Whether that says the same once the model has been trained on; false where the server does not let it be seen.
   */
  async keepsSnapshots(createSampler: () => Promise<TinkerSampler>): Promise<boolean> {
    const name = 'a snapshot, once one was learnt';
    const measured = await this.#unlessRefused(name, async () => {
      const pair = await this.#nextPair();
      const sampler = await createSampler();
      const before = await promptLogprob(sampler, pair);
      const rise = await this.#model.unit(pair);
      const moved = ((await promptLogprob(sampler, pair)) - before) / rise;
      this.findings.push({ name, measured: moved });
      return moved;
    });
    return measured !== undefined && Math.abs(measured) < TOLERANCE;
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

  /** @returns What the server applied, in units of what it makes of a single sequence of one place and weight 1: no rule divides that. */
  async #measure(name: string, dose: Dose): Promise<number> {
    const pair = await this.#nextPair();
    const before = await this.#model.unit(pair);
    const risen = await this.#model.give(pair, dose);
    const after = await this.#model.give(pair, UNIT);
    // What a unit comes to changes as the model moves.
    const measured = (2 * risen) / (before + after);
    this.findings.push({ name, measured });
    return measured;
  }

  /** Each dose goes to another pair of tokens, so that none is moved far, and to one that the model is not sure of. */
  async #nextPair(): Promise<TokenPair> {
    for (let tries = 0; tries < 13 * 13; tries++) {
      const i = this.#doses++;
      const pair = { token: 1 + (i % 13), target: 1 + ((5 * i + 3 + Math.floor(i / 13)) % 13) };
      if ((await this.#model.logprob(pair)) < MOST_SURE) return pair;
    }
    throw new LearnerError('the model is sure of what follows every token that was tried: nothing can be learnt');
  }
}

/** @throws TinkerError where the server does not tell the logprobs of prompts. */
async function promptLogprob(sampler: TinkerSampler, { token, target }: TokenPair): Promise<number> {
  const sampling = { maxTokens: 1, temperature: 1 };
  const prompt = Int32Array.of(token, target);
  const logprob = (await sampler.sample({ prompt, sampling, promptLogprobs: true })).promptLogprobs?.at(-1);
  if (logprob !== undefined && Number.isFinite(logprob)) return logprob;
  throw new TinkerError(`sample: expected the logprobs of the prompt, got ${logprob ?? 'none'}`);
}

function isAbout(measured: number, expected: number): boolean {
  return Math.abs(measured - expected) <= TOLERANCE * Math.abs(expected);
}
