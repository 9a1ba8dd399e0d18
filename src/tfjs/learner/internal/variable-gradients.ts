import * as tf from '@tensorflow/tfjs-core';
import { sameMemory } from '../../internal/memory/scope.js';
import { scope } from '../../internal/memory/scope.js';

/** The parts of tfjs's tape that are used here. */
interface TapeNode {
  readonly kernelName: string;
  readonly inputs: { readonly [name: string]: tf.Tensor };
  readonly outputs: readonly tf.Tensor[];
  readonly saved: tf.Tensor[];
  readonly gradient?: (dys: (tf.Tensor | null)[]) => { readonly [input: string]: () => tf.Tensor };
}

/** The parts of tfjs's engine that are used here. */
interface TapeEngine {
  startTape(): void;
  endTape(): void;
  keep<T extends tf.Tensor>(tensor: T): T;
  clone(tensor: tf.Tensor): tf.Tensor;
  readonly state: { activeTape: TapeNode[]; gradientDepth: number };
}

/**
 * `tf.variableGrads`, but for its memory. There everything that the backward pass makes lives until all of it is done, and
 * what was saved as well; here each goes as soon as no one wants it any more. What is saved shares its memory instead of
 * being a copy (as it is on wasm), and if a pass throws, nothing is left behind.
 */
export function variableGradients(
  loss: () => tf.Scalar,
  variables: readonly tf.Variable[],
): { readonly value: tf.Scalar; readonly gradients: ReadonlyMap<tf.Variable, tf.Tensor> } {
  const engine = tf.engine() as unknown as TapeEngine;
  const kept: tf.Tensor[] = [];
  const keep = engine.keep.bind(engine);
  // Own properties in front of the class's methods; what the passes keep goes through them, tfjs's own saving included.
  engine.keep = (tensor) => {
    kept.push(tensor);
    return keep(tensor);
  };
  engine.clone = sameMemory;
  try {
    const { value, gradients } = scope(() => {
      engine.startTape();
      let value: tf.Scalar;
      try {
        value = scope(loss);
      } finally {
        engine.endTape();
      }
      return { value, gradients: backward(engine.state.activeTape, value, variables) };
    });
    return { value, gradients: new Map(variables.map((variable, i) => [variable, gradients[i]!])) };
  } catch (error) {
    for (const tensor of kept) if (!tensor.isDisposed) tensor.dispose();
    throw error;
  } finally {
    if (engine.state.gradientDepth === 0) engine.state.activeTape = [];
    delete (engine as Partial<TapeEngine>).keep;
    delete (engine as Partial<TapeEngine>).clone;
  }
}

/** Goes back over the tape, and frees it on the way. @returns The gradient of each variable. */
function backward(tape: readonly TapeNode[], value: tf.Tensor, variables: readonly tf.Variable[]): tf.Tensor[] {
  const fromVariables = new Set(variables.map(({ id }) => id));
  for (const { inputs, outputs } of tape)
    if (Object.values(inputs).some(({ id }) => fromVariables.has(id)))
      for (const { id } of outputs) fromVariables.add(id);
  // What a tensor's consumers have given so far; a node's turn comes when all of its own have had theirs.
  const gradients = new Map<number, tf.Tensor>([[value.id, tf.onesLike(value)]]);
  for (const node of tape.toReversed()) {
    const dys = node.outputs.map(({ id }) => gradients.get(id) ?? null);
    const inputs = Object.entries(node.inputs).filter(([, { id }]) => fromVariables.has(id));
    if (inputs.length > 0 && dys.some((dy) => dy !== null)) addGradients(gradients, node, dys, inputs);
    for (const { id } of node.outputs) {
      gradients.get(id)?.dispose();
      gradients.delete(id);
    }
    tf.dispose(node.saved);
  }
  return variables.map(({ id, name }) => {
    const gradient = gradients.get(id);
    if (gradient === undefined) throw new Error(`expected a loss that depends on every variable, not on ${name}`);
    return gradient;
  });
}

function addGradients(
  gradients: Map<number, tf.Tensor>,
  node: TapeNode,
  dys: (tf.Tensor | null)[],
  inputs: readonly (readonly [string, tf.Tensor])[],
): void {
  const { gradient } = node;
  if (gradient === undefined) throw new Error(`${node.kernelName}: expected an operation with a gradient`);
  const owned = new Set<tf.Tensor | null>([...dys, ...node.saved]);
  const sums = scope(() => {
    const ofInputs = gradient(dys);
    const sums = new Map<number, tf.Tensor>();
    for (const [name, { id }] of inputs) {
      const part = ofInputs[name]!();
      const before = sums.get(id) ?? gradients.get(id);
      const sum = before === undefined ? part : tf.add(before, part);
      // A gradient that is handed on as it came has an owner, who frees it.
      sums.set(id, owned.has(sum) ? sameMemory(sum) : sum);
      owned.add(sum);
    }
    return [...sums];
  });
  for (const [id, sum] of sums) {
    gradients.get(id)?.dispose();
    gradients.set(id, sum);
  }
}
