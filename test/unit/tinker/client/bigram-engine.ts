import { Random } from '../../../../src/base/index.js';
import type { TinkerClient, TinkerModelOptions } from '../../../../src/tinker/client/tinker-client.js';
import type { TinkerCheckpoints } from '../../../../src/tinker/client/tinker-checkpoints.js';
import type { TinkerModel } from '../../../../src/tinker/client/tinker-model.js';
import type { TinkerPrompt, TinkerSampler } from '../../../../src/tinker/client/tinker-sampler.js';
import { batchDivisor, sequenceDivisor, type TinkerReduction } from '../../../../src/tinker/client/semantics.js';
import { TinkerError } from '../../../../src/tinker/client/tinker-error.js';
import type { TinkerAdam, TinkerBatch, TinkerDatum } from '../../../../src/tinker/wire/messages.js';

/** Of the models' vocabulary. */
export const VOCABULARY = 24;

/** How a scripted server behaves. Default: it sums, cuts nothing off and honours everything. */
export interface BigramEngineOptions {
  readonly reduction?: TinkerReduction;
  /** What every gradient is multiplied by. */
  readonly gradientFactor?: number;
  /** Gradients are clipped to this norm whatever is asked. */
  readonly fixedGradientNorm?: number;
  readonly ignoresMaxGradientNorm?: boolean;
  /** A state comes with its optimizer whatever is asked. */
  readonly loadsOptimizerAlways?: boolean;
  /** The sampler draws from what is being trained. */
  readonly forgetsSnapshots?: boolean;
  /** Default: those of the protocol that the probe asks for. */
  readonly losses?: readonly string[];
  /** Ratios are clipped between 0.8 and 1.2 whatever is asked. */
  readonly ignoresLossConfig?: boolean;
  /** What a model that is given up has accumulated, the next one begins with. */
  readonly keepsGradients?: boolean;
  /** Default ['bigram']. */
  readonly baseModels?: readonly string[];
  /** What it calls itself in its capabilities. */
  readonly server?: string;
  readonly baseUrl?: string;
  /** Told of each request before and after it is carried out; what it throws, the caller gets. */
  readonly fault?: (operation: Operation, when: 'before' | 'after') => void;
}

export type Operation = 'forward' | 'forwardBackward' | 'optimStep' | 'saveState' | 'loadState' | 'createModel';

/** What is trained: logits are table[token] + bias; and Adam's moments. */
interface State {
  readonly weights: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  steps: number;
}

/** A Tinker server in plain numbers: a table of logits for each token, and a bias that all of them share. Its gradients are exact. */
export class BigramEngine implements Pick<TinkerClient, 'baseUrl' | 'capabilities' | 'createModel' | 'checkpoints'> {
  readonly baseUrl: string;
  /** Forward and backward passes that were carried out, and steps. */
  readonly applied = { passes: 0, steps: 0, models: 0 };
  readonly saved = new Map<string, State>();
  readonly checkpoints = {
    delete: (path: string) => Promise.resolve(void this.saved.delete(path)),
  } as unknown as TinkerCheckpoints;
  readonly options: BigramEngineOptions;
  /** What a model left behind. */
  left: { readonly gradient: Float64Array<ArrayBuffer>; readonly sequences: number } | undefined;

  constructor(options: BigramEngineOptions = {}) {
    this.options = options;
    this.baseUrl = options.baseUrl ?? 'http://127.0.0.1:1';
  }

  capabilities() {
    const { baseModels = ['bigram'], server } = this.options;
    return Promise.resolve({ models: baseModels.map((name) => ({ name, maxContextLength: undefined })), server });
  }

  createModel(request: TinkerModelOptions): Promise<TinkerModel> {
    return this.carryOut('createModel', () => {
      this.applied.models++;
      return new BigramModel(this, `model-${this.applied.models}`, request);
    });
  }

  async carryOut<T>(operation: Operation, work: () => T): Promise<T> {
    await Promise.resolve();
    this.options.fault?.(operation, 'before');
    const result = work();
    this.options.fault?.(operation, 'after');
    return result;
  }
}

const LOSSES = ['cross_entropy', 'importance_sampling', 'ppo', 'cispo'];
const SIZE = (VOCABULARY + 1) * VOCABULARY;

class BigramModel implements TinkerModel {
  #state: State;
  /** Sum over sequences, by how many they are in all. */
  #gradient = new Float64Array(SIZE);
  #sequences = 0;
  #unloaded = false;

  constructor(
    readonly engine: BigramEngine,
    readonly id: string,
    { baseModel }: TinkerModelOptions,
  ) {
    if (engine.left !== undefined) [this.#gradient, this.#sequences] = [engine.left.gradient, engine.left.sequences];
    engine.left = undefined;
    const random = new Random(baseModel);
    this.#state = {
      weights: Float64Array.from({ length: SIZE }, () => 0.5 * random.normal()),
      first: new Float64Array(SIZE),
      second: new Float64Array(SIZE),
      steps: 0,
    };
  }

  forward({ data }: TinkerBatch) {
    return this.#carryOut('forward', () => this.#result(data));
  }

  forwardBackward({ data, loss, lossConfig }: TinkerBatch) {
    return this.#carryOut('forwardBackward', () => {
      const { losses = LOSSES } = this.engine.options;
      if (!losses.includes(loss)) throw new TinkerError(`unknown loss ${loss}`, { status: 422, category: 'user' });
      this.engine.applied.passes++;
      this.#sequences += data.length;
      const result = this.#result(data);
      for (const datum of data) this.#accumulate(datum, { data, loss, lossConfig });
      return result;
    });
  }

  optimStep(given: Partial<TinkerAdam> = {}) {
    const adam = {
      learningRate: 1e-4,
      beta1: 0.9,
      beta2: 0.95,
      epsilon: 1e-12,
      weightDecay: 0,
      maxGradientNorm: 0,
      ...given,
    };
    return this.#carryOut('optimStep', () => {
      this.engine.applied.steps++;
      const {
        reduction,
        gradientFactor = 1,
        fixedGradientNorm = Infinity,
        ignoresMaxGradientNorm,
      } = this.engine.options;
      const mean = reduction?.batch === 'step' ? Math.max(1, this.#sequences) : 1;
      const gradient = this.#gradient.map((slope) => (gradientFactor * slope) / mean);
      const norm = Math.hypot(...gradient);
      const asked = ignoresMaxGradientNorm || adam.maxGradientNorm === 0 ? Infinity : adam.maxGradientNorm;
      const scale = Math.min(1, Math.min(asked, fixedGradientNorm) / norm);
      step(
        this.#state,
        gradient.map((slope) => slope * (norm === 0 ? 1 : scale)),
        adam,
      );
      this.#gradient = new Float64Array(SIZE);
      this.#sequences = 0;
      return { grad_norm: norm };
    });
  }

  saveState(name: string) {
    return this.#carryOut('saveState', () => {
      const path = `tinker://${this.id}/weights/${name}`;
      if (this.engine.saved.has(path)) throw new TinkerError(`${path} exists`, { status: 409 });
      this.engine.saved.set(path, copy(this.#state));
      return path;
    });
  }

  loadState(path: string, { optimizer = true }: { readonly optimizer?: boolean | undefined } = {}) {
    return this.#carryOut('loadState', () => {
      const state = this.engine.saved.get(path);
      if (state === undefined) throw new TinkerError(`no checkpoint ${path}`, { status: 404 });
      const { weights } = copy(state);
      this.#state = optimizer || this.engine.options.loadsOptimizerAlways ? copy(state) : { ...this.#state, weights };
    });
  }

  createSampler(): Promise<TinkerSampler> {
    return this.#carryOut('saveState', () => {
      const kept = copy(this.#state);
      const weightsNow = () => (this.engine.options.forgetsSnapshots ? this.#state : kept).weights;
      return {
        id: crypto.randomUUID(),
        sample: ({ prompt, sampling }: TinkerPrompt) => {
          const random = new Random(sampling.seed ?? 'any');
          const tokens: number[] = [];
          const logprobs: number[] = [];
          let stopReason: 'stop' | 'length' = 'length';
          while (tokens.length < (sampling.maxTokens ?? 1) && stopReason === 'length') {
            const row = logSoftmax(weightsNow(), tokens.at(-1) ?? prompt.at(-1)!);
            const token = draw(row, sampling.temperature ?? 1, random);
            tokens.push(token);
            logprobs.push(row[token]!);
            if ((sampling.stop as readonly number[] | undefined)?.includes(token)) stopReason = 'stop';
          }
          return Promise.resolve({
            sequences: [{ tokens: Int32Array.from(tokens), logprobs: Float32Array.from(logprobs), stopReason }],
          });
        },
      };
    });
  }

  saveForSampler(name: string) {
    return Promise.resolve(`tinker://${this.id}/sampler_weights/${name}`);
  }

  info() {
    return Promise.resolve({ id: this.id, baseModel: 'bigram', tokenizer: undefined, loraRank: undefined });
  }

  unload(): Promise<void> {
    this.#unloaded = true;
    if (this.engine.options.keepsGradients) this.engine.left = { gradient: this.#gradient, sequences: this.#sequences };
    return Promise.resolve();
  }

  #carryOut<T>(operation: Operation, work: () => T): Promise<T> {
    if (this.#unloaded) return Promise.reject(new TinkerError(`${this.id} is not loaded`, { status: 404 }));
    return this.engine.carryOut(operation, work);
  }

  #result(data: readonly TinkerDatum[]) {
    const outputs = data.map(({ tokens, lossInputs }, at) => {
      const targets = lossInputs['target_tokens']!.data;
      const outside = [...tokens, ...targets].find((token) => token < 0 || token >= VOCABULARY);
      if (outside !== undefined)
        throw new TinkerError(`data[${at}]: token ${outside}`, { status: 422, category: 'user' });
      const logprobs = Float32Array.from(tokens, (token, t) => logSoftmax(this.#state.weights, token)[targets[t]!]!);
      return { logprobs: { dtype: 'float32', data: logprobs } as const };
    });
    return { outputs, outputType: 'scalar', metrics: {} };
  }

  #accumulate({ tokens, lossInputs }: TinkerDatum, { data, loss, lossConfig }: TinkerBatch): void {
    const { reduction = { sequence: 'none', batch: 'none' }, ignoresLossConfig } = this.engine.options;
    const bounds = ignoresLossConfig ? {} : lossConfig;
    const request = data.length;
    const targets = lossInputs['target_tokens']!.data;
    const weights = lossInputs['weights']?.data ?? new Float32Array(tokens.length).fill(1);
    // The step's mean is taken when the step is.
    const divisor =
      sequenceDivisor(reduction.sequence, weights) *
      batchDivisor(reduction.batch === 'step' ? 'none' : reduction.batch, { request, step: 0 });
    tokens.forEach((token, t) => {
      const row = logSoftmax(this.#state.weights, token);
      const ratio = Math.exp(row[targets[t]!]! - (lossInputs['logprobs']?.data[t] ?? 0));
      const advantage = lossInputs['advantages']?.data[t] ?? 1;
      const upward = weights[t]! * upwardOf(loss, ratio, advantage, bounds);
      for (let v = 0; v < VOCABULARY; v++) {
        const slope = (-upward / divisor) * (Number(v === targets[t]) - Math.exp(row[v]!));
        this.#gradient[token * VOCABULARY + v]! += slope;
        this.#gradient[VOCABULARY * VOCABULARY + v]! += slope;
      }
    });
  }
}

/** −∂loss/∂logprob of a place, before its weight. */
function upwardOf(
  loss: string,
  ratio: number,
  advantage: number,
  bounds: { readonly [name: string]: number } = {},
): number {
  const { clip_low_threshold: least = 0.8, clip_high_threshold: most = 1.2 } = bounds;
  const clipped = Math.min(Math.max(ratio, least), most);
  switch (loss) {
    case 'cross_entropy':
      return 1;
    case 'importance_sampling':
      return advantage * ratio;
    case 'ppo':
      return advantage * clipped < advantage * ratio ? 0 : advantage * ratio;
    default:
      return advantage * clipped;
  }
}

function logSoftmax(weights: Float64Array, token: number): Float64Array {
  const bias = weights.subarray(VOCABULARY * VOCABULARY);
  const logits = weights.slice(token * VOCABULARY, (token + 1) * VOCABULARY).map((logit, v) => logit + bias[v]!);
  const largest = Math.max(...logits);
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0)) + largest;
  return logits.map((logit) => logit - total);
}

function draw(row: Float64Array, temperature: number, random: Random): number {
  if (temperature === 0) return row.indexOf(Math.max(...row));
  let left = random.next();
  return Math.max(
    0,
    row.findIndex((logprob) => (left -= Math.exp(logprob)) <= 0),
  );
}

function step(state: State, gradient: Float64Array, adam: TinkerAdam): void {
  const { learningRate, beta1, beta2, epsilon, weightDecay } = adam;
  state.steps++;
  for (let i = 0; i < SIZE; i++) {
    state.first[i] = beta1 * state.first[i]! + (1 - beta1) * gradient[i]!;
    state.second[i] = beta2 * state.second[i]! + (1 - beta2) * gradient[i]! ** 2;
    const first = state.first[i]! / (1 - beta1 ** state.steps);
    const second = state.second[i]! / (1 - beta2 ** state.steps);
    state.weights[i]! *= 1 - learningRate * weightDecay;
    state.weights[i]! -= (learningRate * first) / (Math.sqrt(second) + epsilon);
  }
}

function copy({ weights, first, second, steps }: State): State {
  return { weights: weights.slice(), first: first.slice(), second: second.slice(), steps };
}
