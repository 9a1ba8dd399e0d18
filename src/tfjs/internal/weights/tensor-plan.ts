import { ModelFileError } from '../../../base/index.js';
import type { DecoderConfig } from '../../model/config.js';
import { parameterSpecs, type ParameterSpec } from '../../model/parameters.js';

/** Tensors that say nothing new: tables worked out from the configuration, and the head that is the embedding. */
const REDUNDANT = /rotary_emb\.inv_freq$/;

/**
 * Holds the tensors of published files against the architecture, by names and shapes alone.
 *
 * @param found - Of all files.
 * @returns Every parameter; each is there, in the shape that the files should have it in.
 * @throws ModelFileError naming the first parameter that is missing or has another shape, or the tensors that the
 *   architecture has no place for: a model with them computes something else.
 */
export function planTensors(
  config: DecoderConfig,
  found: ReadonlyMap<string, { readonly shape: readonly number[] }>,
  unused: 'error' | 'ignore',
): readonly ParameterSpec[] {
  const specs = parameterSpecs(config);
  const places = new Set<string>();
  for (const spec of specs) {
    const tensor = found.get(spec.name);
    if (tensor === undefined) throw new ModelFileError(`weights: expected a tensor named ${spec.name}`);
    checkShape(spec.name, tensor.shape, fileShape(spec));
    places.add(spec.name);
  }
  if (config.tieWordEmbeddings) places.add('lm_head.weight');
  const left = [...found.keys()].filter((name) => !places.has(name) && !REDUNDANT.test(name));
  if (left.length > 0 && unused === 'error') {
    const some = left.slice(0, 5).join(', ') + (left.length > 5 ? ', …' : '');
    throw new ModelFileError(
      `weights: expected no tensors but those of the architecture, got ${left.length} more: ${some}`,
    );
  }
  return specs;
}

/** @throws ModelFileError naming the tensor. */
export function checkShape(name: string, shape: readonly number[], expected: readonly number[]): void {
  if (shape.join() === expected.join()) return;
  throw new ModelFileError(`weights: ${name}: expected shape [${expected.join(', ')}], got [${shape.join(', ')}]`);
}

/** @returns The shape that published files have a parameter in. */
export function fileShape({ shape, transposedInFiles }: Pick<ParameterSpec, 'shape' | 'transposedInFiles'>): number[] {
  return transposedInFiles ? [shape[1]!, shape[0]!] : [...shape];
}
