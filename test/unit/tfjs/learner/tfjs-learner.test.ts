import * as tf from '@tensorflow/tfjs-core';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LearnerError, type PackedBatch } from '../../../../src/base/index.js';
import { drGrpo, policyLoss } from '../../../../src/objective/index.js';
import {
  decodeSafetensors,
  encodeSafetensors,
  decoderConfig,
  createDecoder,
  type Decoder,
  createSampler,
  createTfjsLearner,
  saveModel,
  type TfjsLearner,
} from '../../../../src/tfjs/index.js';
import { decodeWeights, encodeWeights } from '../../../../src/tfjs/model/weights.js';
import { configFromHuggingFace } from '../../../../src/tfjs/model/hugging-face-config.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';

const config = decoderConfig({
  vocabSize: 13,
  hiddenSize: 8,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 4,
  intermediateSize: 12,
  maxPositionEmbeddings: 32,
});

/** Two sequences; the first two tokens of each are the prompt. */
function batch(changes: Partial<PackedBatch> = {}): PackedBatch {
  const tokens = Int32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const counted = [0, 0, 1, 1, 0, 0, 1, 1, 1];
  const fill = (value: number) => Float32Array.from(counted, (one) => one * value);
  return {
    tokens,
    offsets: Int32Array.from([0, 4, 9]),
    rollouts: Int32Array.from([0, 1]),
    responseMask: Uint8Array.from(counted),
    oldLogprobs: fill(-2.5),
    advantages: fill(1),
    lossWeights: fill(0.2),
    temperature: 1,
    ...changes,
  };
}

const initialize = () => createDecoder(config, { seed: 'learner' });
const weights = (model: Decoder) => [...model.parameters.values()].flatMap((p) => Array.from(p.dataSync<'float32'>()));
const CLIP = { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 } as const;

describe('createTfjsLearner', () => {
  let directory: string;
  beforeAll(async () => {
    await useBackend(KERNEL_BACKENDS.at(-1)!);
    directory = await mkdtemp(join(tmpdir(), 'rstar2-learner-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('reads the paths of a sequence each by itself: logprobs and gradients are those of the paths alone', async () => {
    const joined = batch({
      offsets: Int32Array.of(0, 9),
      segments: Int32Array.of(0, 4, 9),
      rollouts: Int32Array.of(0),
    });
    const [whole, apart] = [initialize(), initialize()];
    const [one, other] = [createTfjsLearner({ model: whole }), createTfjsLearner({ model: apart })];
    expect(Array.from(await one.logprobs(joined))).toEqual(Array.from(await other.logprobs(batch())));
    const unbroken = batch({ offsets: Int32Array.of(0, 9), rollouts: Int32Array.of(0) });
    expect(Array.from(await one.logprobs(joined))).not.toEqual(Array.from(await one.logprobs(unbroken)));
    for (const learner of [one, other]) await learner.forwardBackward(learner === one ? joined : batch(), CLIP);
    for (const learner of [one, other]) await learner.optimizerStep();
    expect(weights(whole)).toEqual(weights(apart));
    await expect(one.logprobs({ ...joined, segments: Int32Array.of(0, 4, 8) })).rejects.toThrow('batch.segments');
  });

  it('says that logprobs of weights that are not finite are none', async () => {
    const model = initialize();
    const norm = model.parameters.get('model.norm.weight')!;
    norm.assign(tf.fill(norm.shape, NaN));
    const learner = createTfjsLearner({ model });
    const refused = learner.logprobs(batch());
    await expect(refused).rejects.toBeInstanceOf(LearnerError);
    await expect(refused).rejects.toThrow('logprobs: expected finite numbers, got NaN (weights that are not finite?)');
    await learner.close();
    model.dispose();
  });

  it('names the array of the batch that is not finite', async () => {
    const model = initialize();
    const learner = createTfjsLearner({ model });
    const oldLogprobs = batch().oldLogprobs.map((value, t) => (t === 2 ? NaN : value));
    await expect(learner.forwardBackward(batch({ oldLogprobs }), { loss: CLIP })).rejects.toThrow(
      /^batch\.oldLogprobs\[2\]: expected a finite number/,
    );
    const advantages = batch().advantages.map((value, t) => (t === 3 ? Infinity : value));
    await expect(learner.forwardBackward(batch({ advantages }), { loss: CLIP })).rejects.toThrow(
      /^batch\.advantages\[3\]: expected a finite number/,
    );
    await learner.close();
    model.dispose();
  });

  it('answers every call after close with what happened', async () => {
    const model = initialize();
    const learner = createTfjsLearner({ model });
    await learner.close();
    const calls = [
      () => learner.forwardBackward(batch(), { loss: CLIP }),
      () => learner.optimizerStep(),
      () => learner.discardGradients(),
      () => learner.logprobs(batch()),
      () => learner.policy(),
      () => learner.saveCheckpoint(directory),
      () => learner.loadCheckpoint(directory),
    ];
    const error = new TypeError('learner: expected an open learner, got a closed one');
    for (const call of calls) await expect(call()).rejects.toThrow(error);
    await learner.close();
    model.dispose();
  });

  it('says of a model that was disposed of that it was, whatever is asked', async () => {
    const model = initialize();
    const learner = createTfjsLearner({ model });
    await learner.forwardBackward(batch(), { loss: CLIP });
    model.dispose();
    const error = new TypeError('model: expected a model, got one that was disposed of');
    const calls = [
      () => learner.forwardBackward(batch(), { loss: CLIP }),
      () => learner.optimizerStep(),
      () => learner.logprobs(batch()),
      () => learner.policy(),
      () => learner.saveCheckpoint(join(directory, 'disposed')),
      () => learner.loadCheckpoint(join(directory, 'disposed')),
      () => saveModel(join(directory, 'disposed'), model),
      () => encodeWeights(config, model.parameters),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(error);
    expect(() => model.hidden(Int32Array.of(1), Int32Array.of(0, 1))).toThrow(error);
    expect(() => createTfjsLearner({ model })).toThrow(error);
    expect(() => createSampler(model)).toThrow(error);
    expect(() => model.dispose()).not.toThrow();
    await learner.close();
  });

  it('refuses an option that nobody knows, and what is no batch or no objective', async () => {
    const model = initialize();
    expect(() => createTfjsLearner({ model, maxGradNorm: 1 } as never)).toThrow(
      new TypeError('options: unknown option "maxGradNorm"'),
    );
    expect(() => createTfjsLearner({ model, lora: { rank: 0 } })).toThrow(
      new RangeError('options.lora.rank: expected more than 0, got 0'),
    );
    const learner = createTfjsLearner({ model });
    const refuses = (given: readonly unknown[], message: string) =>
      expect(learner.forwardBackward(...(given as [never, never]))).rejects.toThrow(new TypeError(message));
    await refuses([batch(), undefined], 'objective: expected an object, got undefined');
    await refuses([batch(), 'grpo'], 'objective: expected an object, got a string');
    await refuses([batch(), {}], 'objective.loss: expected an object, got undefined');
    await refuses([undefined, { loss: CLIP }], 'batch: expected an object, got undefined');
    await refuses([{ tokens: [1] }, { loss: CLIP }], 'batch.offsets: expected an array, got undefined');
    await learner.close();
    model.dispose();
  });

  it('writes no checkpoint to a place without a name, and one to a name with a slash', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    for (const place of ['', '.', './', '..', join(directory, '..') + '/.', '/'])
      await expect(learner.saveCheckpoint(place)).rejects.toThrow(
        new RangeError(`directory: expected the name of a folder, got ${JSON.stringify(place)}`),
      );
    await expect(learner.saveCheckpoint(undefined as never)).rejects.toThrow(
      new TypeError('directory: expected a string, got undefined'),
    );
    for (let again = 0; again < 2; again++) await learner.saveCheckpoint(join(directory, 'slash/'));
    await learner.loadCheckpoint(join(directory, 'slash'));
    expect((await readdir(directory)).filter((name) => name.startsWith('slash'))).toEqual(['slash']);
    await learner.close();
    learner.model.dispose();
  });

  it('has the cross-entropy of the counted tokens as its loss', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const logprobs = await learner.logprobs(batch());
    const { loss } = await learner.forwardBackward(batch(), { kind: 'cross-entropy' });
    expect(loss).toBeCloseTo(-0.2 * logprobs.reduce((sum, logprob) => sum + logprob, 0), 5);
  });

  it('has the clipped surrogate as its loss, and measures how often it clips', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const given = batch({ advantages: batch().advantages.map((a, i) => (i % 2 ? a : -2 * a)) });
    const logprobs = await learner.logprobs(given);
    const { loss, metrics } = await learner.forwardBackward(given, CLIP);
    let expected = 0;
    let clipped = 0;
    given.responseMask.forEach((counted, t) => {
      if (counted === 0) return;
      const ratio = Math.exp(logprobs[t]! - given.oldLogprobs[t]!);
      const advantage = given.advantages[t]!;
      const bounded = Math.min(1.28, Math.max(0.8, ratio)) * advantage;
      expected -= 0.2 * Math.min(ratio * advantage, bounded);
      if (bounded < ratio * advantage) clipped++;
    });
    expect(loss).toBeCloseTo(expected, 5);
    expect(clipped).toBeGreaterThan(0);
    expect(metrics['actor/pg_clipfrac']).toBeCloseTo(clipped / 5, 6);
  });

  it.each([{ kind: 'cross-entropy' } as const, CLIP])(
    'has the gradient that finite differences give: $kind',
    async (loss) => {
      const model = initialize();
      const name = 'model.layers.0.mlp.up_proj.weight';
      const parameter = model.parameters.get(name)!;
      // With β₁ = 0 the first moment is the gradient itself, and with rate 0 nothing moves.
      const learner = createTfjsLearner({ model, optimizer: { learningRate: 0, beta1: 0 }, maxGradientNorm: 1e9 });
      await learner.forwardBackward(batch(), loss);
      await learner.optimizerStep();
      await learner.saveCheckpoint(join(directory, 'gradient'));
      const { tensors } = decodeSafetensors(await readFile(join(directory, 'gradient', 'optimizer.safetensors')));
      const gradient = tensors.get(`first.${name}`)!.values;

      const original = parameter.dataSync<'float32'>().slice();
      const direction = original.map((_, i) => Math.sin(i + 1));
      const lossAt = async (distance: number) => {
        tf.tidy(() =>
          parameter.assign(
            tf.tensor(
              original.map((x, i) => x + distance * direction[i]!),
              parameter.shape,
            ),
          ),
        );
        return (await createTfjsLearner({ model }).forwardBackward(batch(), loss)).loss;
      };
      const h = 2e-3;
      const slope = ((await lossAt(h)) - (await lossAt(-h))) / (2 * h);
      expect(gradient.reduce((sum, g, i) => sum + g * direction[i]!, 0)).toBeCloseTo(slope, 2);
    },
  );

  it('refuses a batch that was packed otherwise than its objective aggregates', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const packed = { ...batch(), aggregation: 'token-mean' } as const;
    await expect(learner.forwardBackward(packed, drGrpo({ maxTokens: 20 }))).rejects.toThrow(
      'objective.aggregation: expected token-mean',
    );
  });

  it('takes any objective of the family, with its KL and entropy terms', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const given = batch({ referenceLogprobs: batch().oldLogprobs.map((logprob) => 1.1 * logprob) });
    const objective = { loss: { kind: 'gspo' }, kl: { coefficient: 0.1 }, entropy: { coefficient: 0.01 } } as const;
    const { loss, metrics } = await learner.forwardBackward(given, objective);
    const logprobs = await learner.logprobs(given);
    const entropies = new Float32Array(9).fill(metrics['actor/entropy']!);
    expect(loss).toBeCloseTo(policyLoss({ ...given, logprobs, entropies }, objective).loss, 4);
  });

  it('takes the same step for one batch as for its micro-batches', async () => {
    const whole = createTfjsLearner({ model: initialize() });
    await whole.forwardBackward(batch(), CLIP);
    const { gradientNorm } = await whole.optimizerStep();
    const parts = createTfjsLearner({ model: initialize() });
    for (const [start, end] of [
      [0, 4],
      [4, 9],
    ] as const) {
      const all = batch();
      await parts.forwardBackward(
        {
          ...all,
          tokens: all.tokens.slice(start, end),
          offsets: Int32Array.from([0, end - start]),
          responseMask: all.responseMask.slice(start, end),
          oldLogprobs: all.oldLogprobs.slice(start, end),
          advantages: all.advantages.slice(start, end),
          lossWeights: all.lossWeights.slice(start, end),
        },
        CLIP,
      );
    }
    expect((await parts.optimizerStep()).gradientNorm).toBeCloseTo(gradientNorm, 5);
    weights(parts.model).forEach((weight, i) => expect(weight).toBeCloseTo(weights(whole.model)[i]!, 5));
  });

  it('learns what it is shown', async () => {
    const learner = createTfjsLearner({
      model: initialize(),
      optimizer: { learningRate: 0.02 },
      schedule: { kind: 'constant' },
    });
    const losses: number[] = [];
    for (let step = 0; step < 30; step++) {
      losses.push((await learner.forwardBackward(batch(), { kind: 'cross-entropy' })).loss);
      await learner.optimizerStep();
    }
    expect(losses.at(-1)).toBeLessThan(losses[0]! / 10);
  });

  it('goes on from a checkpoint exactly as if it had never stopped', async () => {
    const steps = async (learner: TfjsLearner, count: number) => {
      for (let step = 0; step < count; step++) {
        await learner.forwardBackward(batch(), { kind: 'cross-entropy' });
        await learner.optimizerStep();
      }
    };
    const uninterrupted = createTfjsLearner({ model: initialize() });
    await steps(uninterrupted, 3);
    await uninterrupted.saveCheckpoint(join(directory, 'checkpoint'));
    await steps(uninterrupted, 3);
    const resumed = createTfjsLearner({ model: createDecoder(config, { seed: 'another' }) });
    await resumed.loadCheckpoint(join(directory, 'checkpoint'));
    await steps(resumed, 3);
    expect(weights(resumed.model)).toEqual(weights(uninterrupted.model));
    expect((await readdir(directory)).filter((name) => name.startsWith('checkpoint'))).toEqual(['checkpoint']);
  });

  it("writes a checkpoint that is a published model's directory: configuration and weights", async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const location = await learner.saveCheckpoint(join(directory, 'published'));
    const json = JSON.parse(await readFile(join(location, 'config.json'), 'utf8')) as Record<string, unknown>;
    const read = configFromHuggingFace(json);
    expect(read).toEqual(config);
    const parameters = decodeWeights(read, [await readFile(join(location, 'model.safetensors'))]);
    expect(weights(createDecoder(read, { parameters }))).toEqual(weights(learner.model));
  });

  it('takes the place of a checkpoint, keeps its tokenizer, and loses no file of any other kind', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const path = await learner.saveCheckpoint(join(directory, 'again'));
    await writeFile(join(path, 'tokenizer.json'), '{}');
    await learner.saveCheckpoint(path);
    expect(await readFile(join(path, 'tokenizer.json'), 'utf8')).toBe('{}');
    await writeFile(join(path, 'rollouts.jsonl'), 'mine');
    await expect(learner.saveCheckpoint(path)).rejects.toThrow(/rollouts\.jsonl would be lost/);
    await expect(learner.saveCheckpoint(join(path, 'rollouts.jsonl'))).rejects.toThrow(/expected a folder or nothing/);
    expect(await readFile(join(path, 'rollouts.jsonl'), 'utf8')).toBe('mine');
  });

  it('reads a checkpoint that a crash left between its two renames', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    await learner.saveCheckpoint(join(directory, 'crashed.old'));
    const reader = createTfjsLearner({ model: createDecoder(config, { seed: 'another' }) });
    await reader.loadCheckpoint(join(directory, 'crashed'));
    expect(weights(reader.model)).toEqual(weights(learner.model));
  });

  it('refuses moments that are not of its parameters, and leaves no tensor behind', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    await learner.forwardBackward(batch(), { kind: 'cross-entropy' });
    await learner.optimizerStep();
    const path = await learner.saveCheckpoint(join(directory, 'moments'));
    const { tensors } = decodeSafetensors(await readFile(join(path, 'optimizer.safetensors')));
    const { 'first.model.norm.weight': norm, ...others } = Object.fromEntries(tensors);
    const before = [weights(learner.model), tf.memory().numTensors];
    for (const [message, moments] of [
      ['optimizer: expected a tensor named first.model.norm.weight', others],
      ['optimizer: first.bias: expected a moment', { ...Object.fromEntries(tensors), 'first.bias': norm! }],
      [
        'first.model.norm.weight: expected shape [8], got [2, 4]',
        { ...others, 'first.model.norm.weight': { ...norm!, shape: [2, 4] } },
      ],
    ] as const) {
      const file = encodeSafetensors(new Map(Object.entries(moments)));
      await writeFile(join(path, 'optimizer.safetensors'), file);
      await expect(learner.loadCheckpoint(path)).rejects.toThrow(LearnerError);
      await expect(learner.loadCheckpoint(path)).rejects.toThrow(message);
    }
    await learner.saveCheckpoint(path);
    for (const [message, state] of [
      ['learner.json: expected JSON of at most 64 levels', '['.repeat(100_000)],
      ['learner.json: expected an object', '3'],
      ['learner.json: expected steps', '{"steps": -1}'],
    ] as const) {
      await writeFile(join(path, 'learner.json'), state);
      await expect(learner.loadCheckpoint(path)).rejects.toThrow(LearnerError);
      await expect(learner.loadCheckpoint(path)).rejects.toThrow(message);
    }
    expect([weights(learner.model), tf.memory().numTensors]).toEqual(before);
  });

  it('refuses a checkpoint that is not there, cut off, or of another shape', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    await expect(learner.loadCheckpoint(join(directory, 'nowhere'))).rejects.toThrow(LearnerError);
    await learner.saveCheckpoint(join(directory, 'cut'));
    const before = weights(learner.model);
    await writeFile(join(directory, 'cut', 'model.safetensors'), new Uint8Array([1, 2, 3]));
    await expect(learner.loadCheckpoint(join(directory, 'cut'))).rejects.toThrow('cut off');
    await learner.saveCheckpoint(join(directory, 'narrow'));
    const wider = createTfjsLearner({ model: createDecoder({ ...config, intermediateSize: 16 }, { seed: 1 }) });
    await expect(wider.loadCheckpoint(join(directory, 'narrow'))).rejects.toThrow(
      'expected shape [16, 8], got [12, 8]',
    );
    expect(weights(learner.model)).toEqual(before);
  });

  it('refuses a batch whose arrays do not fit, before any work', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const run = (changes: Partial<PackedBatch>) => learner.forwardBackward(batch(changes), CLIP);
    await expect(run({ advantages: new Float32Array(3) })).rejects.toThrow(
      'batch.advantages: expected length 9 (response mask), got 3',
    );
    await expect(run({ offsets: Int32Array.from([0, 4]) })).rejects.toThrow(
      'batch.offsets: expected to end at 9 (response mask), got 4',
    );
    await expect(run({ responseMask: new Uint8Array(9).fill(1) })).rejects.toThrow(
      'expected 0 for the first token of a sequence',
    );
    await expect(learner.optimizerStep()).rejects.toThrow(
      new TypeError('optimizerStep: expected forwardBackward before it'),
    );
  });

  it('counts nothing in a batch without counted tokens', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    expect(await learner.forwardBackward(batch({ responseMask: new Uint8Array(9) }), CLIP)).toEqual({
      loss: 0,
      logprobs: new Float32Array(9),
      metrics: { tokens: 0 },
    });
  });

  it('keeps no tensor but its moments from one step to the next', async () => {
    const learner = createTfjsLearner({ model: initialize() });
    const step = async () => {
      await learner.forwardBackward(batch(), CLIP);
      await learner.optimizerStep();
      return tf.memory().numTensors;
    };
    const first = await step();
    expect(await step()).toBe(first);
  });
});
