import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ModelFileError } from '../../../../src/base/index.js';
import { createDecoder, decodeSafetensors, encodeSafetensors, type NamedArray } from '../../../../src/tfjs/index.js';
import { decodeWeights, encodeWeights } from '../../../../src/tfjs/model/weights.js';
import { useBackend } from '../backends.js';
import { TINY } from '../shapes.js';

const config = TINY;

describe('decodeWeights', () => {
  let tensors: ReadonlyMap<string, NamedArray>;
  beforeAll(async () => {
    await useBackend('cpu');
    const model = createDecoder(config, { seed: 'weights' });
    ({ tensors } = decodeSafetensors(await encodeWeights(config, model.parameters)));
    model.dispose();
  });
  /** The file with more tensors in it. */
  const fileWith = (...names: string[]) => {
    const more = names.map((name) => [name, { shape: [1], values: Float32Array.of(1) }] as const);
    return encodeSafetensors(new Map([...tensors, ...more]));
  };
  const parametersOf = (file: Uint8Array, options = {}) => {
    const parameters = decodeWeights(config, [file], options);
    tf.dispose([...parameters.values()]);
    return [...parameters.keys()];
  };

  it('names the tensors that the architecture has no place for', () => {
    const bias = 'model.layers.0.self_attn.q_proj.bias';
    expect(() => parametersOf(fileWith(bias))).toThrow(ModelFileError);
    expect(() => parametersOf(fileWith(bias))).toThrow(
      `weights: expected no tensors but those of the configuration, got 1 more: ${bias}`,
    );
    expect(parametersOf(fileWith(bias), { unused: 'ignore' })).toEqual(parametersOf(fileWith()));
  });

  it('takes tables that follow from the configuration, and a head that is the embedding, for what they are', () => {
    const { tensors: all } = decodeSafetensors(fileWith('model.layers.0.self_attn.rotary_emb.inv_freq'));
    const file = encodeSafetensors(new Map([...all, ['lm_head.weight', all.get('model.embed_tokens.weight')!]]));
    expect(parametersOf(file)).toEqual(parametersOf(fileWith()));
  });

  it('refuses a head of its own where the configuration says that the embedding is the head', () => {
    const refusal =
      'weights: lm_head.weight: expected the numbers of model.embed_tokens.weight, because config.json has';
    expect(() => parametersOf(fileWith('lm_head.weight'))).toThrow(refusal);
    const { shape, values } = tensors.get('model.embed_tokens.weight')!;
    const other = { shape, values: values.map((value, i) => (i === values.length - 1 ? value + 1 : value)) };
    const file = encodeSafetensors(new Map([...tensors, ['lm_head.weight', other]]));
    expect(() => parametersOf(file)).toThrow(refusal);
    expect(() => parametersOf(file, { unused: 'ignore' })).toThrow(refusal);
  });

  it('refuses a misspelt option, and another word for what becomes of unused tensors', () => {
    expect(() => decodeWeights({} as never, [], { unsued: 'ignore' } as never)).toThrow(
      new TypeError('options: unknown option "unsued"'),
    );
    expect(() => decodeWeights({} as never, [], { unused: 'drop' } as never)).toThrow(RangeError);
  });

  it('names a tensor that is missing', () => {
    const { tensors: all } = decodeSafetensors(fileWith());
    const without = new Map([...all].filter(([name]) => name !== 'model.norm.weight'));
    expect(() => parametersOf(encodeSafetensors(without))).toThrow(
      'weights: expected a tensor named model.norm.weight',
    );
  });
});
