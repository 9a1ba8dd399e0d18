import * as tf from '@tensorflow/tfjs-core';
import { Random, type Seed } from '../../base/index.js';
import { sameMemory } from '../internal/memory/scope.js';
import type { DecoderConfig } from './config.js';

/** A parameter's name in published checkpoints, and its shape in memory. */
export interface ParameterSpec {
  readonly name: string;
  readonly shape: readonly number[];
  /**
   * Linear weights are `[in, out]` in memory, and `[out, in]` in published files, as in PyTorch.
   */
  readonly transposedInFiles: boolean;
  /** Its initial value: normally distributed with this deviation, or one value (norms 1, biases 0). */
  readonly initial: { readonly deviation: number } | { readonly value: number };
}

/** @returns Every parameter of the architecture, in a fixed order. */
export function parameterSpecs(config: DecoderConfig): readonly ParameterSpec[] {
  const { hiddenSize: d, headDim, intermediateSize: ff, numHiddenLayers: layers } = config;
  const queries = config.numAttentionHeads * headDim;
  const keys = config.numKeyValueHeads * headDim;
  const residual = 1 / Math.sqrt(2 * layers);
  const linear = (name: string, inputs: number, outputs: number, scale = 1): ParameterSpec => ({
    name,
    shape: [inputs, outputs],
    transposedInFiles: true,
    initial: { deviation: scale / Math.sqrt(inputs) },
  });
  const vector = (name: string, size: number, value: number): ParameterSpec => ({
    name,
    shape: [size],
    transposedInFiles: false,
    initial: { value },
  });
  const norm = (name: string, size: number) => vector(name, size, 1);
  const embedding: ParameterSpec = {
    name: 'model.embed_tokens.weight',
    shape: [config.vocabSize, d],
    transposedInFiles: false,
    initial: { deviation: 1 / Math.sqrt(d) },
  };
  const blocks = Array.from({ length: layers }, (_, layer) => {
    const at = (suffix: string) => `model.layers.${layer}.${suffix}.weight`;
    const projection = (name: string, inputs: number, outputs: number, hasBias: boolean, scale = 1) => [
      linear(at(`self_attn.${name}`), inputs, outputs, scale),
      ...(hasBias ? [vector(`model.layers.${layer}.self_attn.${name}.bias`, outputs, 0)] : []),
    ];
    const hasBias = config.attentionBias !== 'none';
    return [
      norm(at('input_layernorm'), d),
      ...projection('q_proj', d, queries, hasBias),
      ...projection('k_proj', d, keys, hasBias),
      ...projection('v_proj', d, keys, hasBias),
      ...(config.qkNorm ? [norm(at('self_attn.q_norm'), headDim), norm(at('self_attn.k_norm'), headDim)] : []),
      ...projection('o_proj', queries, d, config.attentionBias === 'qkvo', residual),
      norm(at('post_attention_layernorm'), d),
      linear(at('mlp.gate_proj'), d, ff),
      linear(at('mlp.up_proj'), d, ff),
      linear(at('mlp.down_proj'), ff, d, residual),
    ];
  });
  const head: ParameterSpec[] = config.tieWordEmbeddings ? [] : [{ ...embedding, name: 'lm_head.weight' }];
  return [embedding, ...blocks.flat(), norm('model.norm.weight', d), ...head];
}

/** Named parameters; each a variable of the model that owns them. */
export type ModelParameters = ReadonlyMap<string, tf.Variable>;

/** @returns The number of elements of these tensors. */
export function parameterCount(tensors: Iterable<{ readonly shape: readonly number[] }>): number {
  let count = 0;
  for (const { shape } of tensors) count += shape.reduce((product, extent) => product * extent, 1);
  return count;
}

/** Named parameters that are read only. */
export type FrozenParameters = ReadonlyMap<string, tf.Tensor>;

/**
 * @returns The parameters as they are now: other tensors with the same memory, which the caller disposes of. A learner gives its variables
 *   new memory and never writes into the old, so these do not change.
 */
export function frozenCopy(parameters: FrozenParameters): FrozenParameters {
  return new Map(Array.from(parameters, ([name, one]) => [name, tf.keep(sameMemory(one))] as const));
}

/**
 * @returns New parameters: normal with deviation 1/√inputs, residual outputs scaled by 1/√(2 layers),
 *   norms 1, biases 0.
 * @throws TypeError before `selectBackend`.
 */
export function initializeParameters(config: DecoderConfig, seed: Seed): ModelParameters {
  requireBackend();
  const random = new Random(seed);
  return new Map(
    parameterSpecs(config).map((spec) => {
      const size = spec.shape.reduce((product, extent) => product * extent, 1);
      const values = new Float32Array(size);
      if ('value' in spec.initial) values.fill(spec.initial.value);
      else {
        const { deviation } = spec.initial;
        const stream = random.fork(spec.name);
        for (let i = 0; i < size; i++) values[i] = deviation * stream.normal();
      }
      return [spec.name, variableFrom(values, spec.shape)];
    }),
  );
}

/** @returns A trainable variable holding a copy of `values`. @throws TypeError before `selectBackend`. */
export function variableFrom(values: Float32Array, shape: readonly number[]): tf.Variable {
  requireBackend();
  const initial = tf.tensor(values, [...shape], 'float32');
  const variable = tf.variable(initial);
  initial.dispose();
  return variable;
}

/** A backend that a caller registered without `selectBackend` is started by tfjs itself, at the first tensor. */
export function requireBackend(): void {
  const { backendName, registryFactory } = tf.engine();
  if (!backendName && Object.keys(registryFactory).length === 0)
    throw new TypeError(
      'model: expected a tensor backend, got none yet; await selectBackend() before you create a model',
    );
}

interface Weights {
  readonly parameters: FrozenParameters;
  readonly adapter?: { readonly parameters: FrozenParameters } | undefined;
}

/** @throws TypeError for weights that their model or its adapter has freed; tfjs itself only stumbles over them. */
export function requireLive({ parameters, adapter }: Weights): void {
  for (const tensor of [...parameters.values(), ...(adapter?.parameters.values() ?? [])])
    if (tensor.isDisposed) throw new TypeError('model: expected a model, got one that was disposed of');
}
