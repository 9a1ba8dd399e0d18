import type * as tf from '@tensorflow/tfjs-core';
import { nativeBackend, type NativeAttribute, type NativeBackend, type NativeValue } from './backend.js';

/**
 * Runs several operations of TensorFlow as one: only the results become tensors. An operation of tfjs costs three to five times the
 * start of TensorFlow's own, for a tensor, a scope and the constants that it makes anew, which is most of the time on few numbers.
 *
 * @param compute - Gets the inputs' values; the results must be new ones. No gradient flows through.
 */
export function runNatively(
  inputs: readonly tf.Tensor[],
  compute: (run: Operations, ...values: NativeValue[]) => readonly NativeValue[],
): tf.Tensor[] {
  const backend = nativeBackend()!;
  const run = new Operations(backend);
  let results: readonly NativeValue[] = [];
  try {
    results = compute(run, ...run.valuesOf(inputs));
    return results.map((value) => backend.createOutputTensor(value));
  } finally {
    run.release(results);
  }
}

/** `runNatively` with one result. */
export function nativeResult<T extends tf.Tensor>(
  inputs: readonly tf.Tensor[],
  compute: (run: Operations, ...values: NativeValue[]) => NativeValue,
): T {
  return runNatively(inputs, (run, ...values) => [compute(run, ...values)])[0] as T;
}

/** Constants by what they hold: one tensor each for as long as the process lives, outside of tfjs's count. */
const constants = new WeakMap<NativeBackend['binding'], Map<string, NativeValue>>();

/** TensorFlow's operations by name, on values that are freed together. Types are TensorFlow's to infer. */
export class Operations {
  readonly #backend: NativeBackend;
  readonly #made: NativeValue[] = [];

  constructor(backend: NativeBackend) {
    this.#backend = backend;
  }

  valuesOf(tensors: readonly tf.Tensor[]): NativeValue[] {
    const ids = this.#backend.getInputTensorIds(tensors);
    const { TF_FLOAT, TF_INT32 } = this.#backend.binding;
    return tensors.map(({ shape, dtype }, i) => ({
      id: ids[i]!,
      shape,
      dtype: dtype === 'int32' ? TF_INT32 : TF_FLOAT,
    }));
  }

  /** Frees a value that was made, before the others. */
  free(value: NativeValue): void {
    this.#made.splice(this.#made.indexOf(value), 1);
    this.#backend.binding.deleteTensor(value.id);
  }

  /** Frees the values made so far except `kept`. @param since - How many of the oldest to leave. */
  release(kept: readonly NativeValue[], since = 0): void {
    const { binding } = this.#backend;
    for (const value of this.#made.splice(since))
      if (kept.includes(value)) this.#made.push(value);
      else binding.deleteTensor(value.id);
  }

  /** Frees at once what `work` makes, but for its results: the memory is used again by what follows. */
  within<T extends readonly NativeValue[]>(work: () => T): T {
    const before = this.#made.length;
    const results = work();
    this.release(results, before);
    return results;
  }

  run(
    name: string,
    inputs: readonly NativeValue[],
    attributes: readonly NativeAttribute[] = [],
    outputs = 1,
  ): NativeValue[] {
    const values = this.#backend.binding.executeOp(
      name,
      attributes,
      inputs.map(({ id }) => id),
      outputs,
    );
    this.#made.push(...values);
    return values;
  }

  scalar(value: number): NativeValue {
    return this.#constant(`float ${value}`, [], () => Float32Array.of(value));
  }

  integer(value: number): NativeValue {
    return this.#constant(`int ${value}`, [], () => Int32Array.of(value));
  }

  /** A list of integers: a shape, axes. As it is kept for good, no list that grows with the data. */
  integers(values: readonly number[]): NativeValue {
    return this.#constant(`ints ${values.join()}`, [values.length], () => Int32Array.from(values));
  }

  add(a: NativeValue, b: NativeValue): NativeValue {
    return this.#one('AddV2', [a, b]);
  }

  sub(a: NativeValue, b: NativeValue): NativeValue {
    return this.#one('Sub', [a, b]);
  }

  mul(a: NativeValue, b: NativeValue): NativeValue {
    return this.#one('Mul', [a, b]);
  }

  div(a: NativeValue, b: NativeValue): NativeValue {
    return this.#one('RealDiv', [a, b]);
  }

  /** An operation of one input, by TensorFlow's name. */
  map(name: 'Sigmoid' | 'Softmax' | 'Sqrt' | 'Rsqrt' | 'Square', x: NativeValue): NativeValue {
    return this.#one(name, [x]);
  }

  /** Over the last axis, which stays with length 1. */
  reduce(name: 'Mean' | 'Sum', x: NativeValue): NativeValue {
    return this.#one(name, [x, this.integers([-1])], [this.#flag('keep_dims', true)]);
  }

  /** The product of two matrices; of one row, it is much faster than a batch of one such product. */
  matMul(a: NativeValue, b: NativeValue, transposeA = false, transposeB = false): NativeValue {
    return this.#one('MatMul', [a, b], [this.#flag('transpose_a', transposeA), this.#flag('transpose_b', transposeB)]);
  }

  /** Products of the matrices of two batches. */
  batchMatMul(a: NativeValue, b: NativeValue, transposeA = false, transposeB = false): NativeValue {
    return this.#one('BatchMatMulV2', [a, b], [this.#flag('adj_x', transposeA), this.#flag('adj_y', transposeB)]);
  }

  /** @param shape - One extent may be −1: what is left. */
  reshape(x: NativeValue, shape: readonly number[]): NativeValue {
    return this.#one('Reshape', [x, this.integers(shape)]);
  }

  /** `reshape` to a shape that grows with the data, which is made for this once. */
  reshapeFreely(x: NativeValue, shape: readonly number[]): NativeValue {
    return this.#one('Reshape', [x, this.#once(shape)]);
  }

  zeros(shape: readonly number[]): NativeValue {
    return this.#one('Fill', [this.#once(shape), this.scalar(0)]);
  }

  /** A run along the first axis of a list or a matrix, which shares its memory where it begins at a multiple of 64 bytes. */
  slice(x: NativeValue, start: number, count: number): NativeValue {
    const from = x.shape.map((_, axis) => (axis === 0 ? start : 0));
    return this.#one('Slice', [x, this.#once(from), this.#once([count, ...x.shape.slice(1)])]);
  }

  /** Rows of a matrix. @param at - Shape [n]. */
  gather(x: NativeValue, at: NativeValue): NativeValue {
    return this.#one('GatherV2', [x, at, this.integer(0)]);
  }

  transpose(x: NativeValue, axes: readonly number[]): NativeValue {
    return this.#one('Transpose', [x, this.integers(axes)]);
  }

  /** Rotates the last axis by so many places, wrapping around. */
  roll(x: NativeValue, places: number): NativeValue {
    return this.#one('Roll', [x, this.integers([places]), this.integers([x.shape.length - 1])]);
  }

  /** Float32 values one after the other. TensorFlow infers no type of a list. */
  concat(parts: readonly NativeValue[], axis: number): NativeValue {
    if (parts.length === 1) return this.#one('Identity', parts);
    const { TF_ATTR_INT, TF_ATTR_TYPE, TF_FLOAT } = this.#backend.binding;
    const attributes = [
      { name: 'N', type: TF_ATTR_INT, value: parts.length },
      { name: 'T', type: TF_ATTR_TYPE, value: TF_FLOAT },
    ];
    return this.#one('ConcatV2', [...parts, this.integer(axis)], attributes);
  }

  #one(...[name, inputs, attributes]: Parameters<Operations['run']>): NativeValue {
    return this.run(name, inputs, attributes)[0]!;
  }

  #flag(name: string, value: boolean): NativeAttribute {
    return { name, type: this.#backend.binding.TF_ATTR_BOOL, value };
  }

  /** Integers that are freed with the results. */
  #once(values: readonly number[]): NativeValue {
    const { binding } = this.#backend;
    const shape = [values.length];
    const id = binding.createTensor(shape, binding.TF_INT32, Int32Array.from(values));
    const made = { id, shape, dtype: binding.TF_INT32 };
    this.#made.push(made);
    return made;
  }

  #constant(key: string, shape: number[], values: () => Float32Array | Int32Array): NativeValue {
    const { binding } = this.#backend;
    let known = constants.get(binding);
    if (known === undefined) constants.set(binding, (known = new Map<string, NativeValue>()));
    let constant = known.get(key);
    if (constant === undefined) {
      const data = values();
      const dtype = data instanceof Float32Array ? binding.TF_FLOAT : binding.TF_INT32;
      constant = { id: binding.createTensor(shape, dtype, data), shape, dtype };
      known.set(key, constant);
    }
    return constant;
  }
}
