import { ModelFileError } from '../../../../base/index.js';
import type { DecoderConfig } from '../../config.js';
import { parameterSpecs, type ParameterSpec } from '../../parameters.js';

/** Tensors that say nothing new: tables worked out from the configuration. */
const REDUNDANT = /rotary_emb\.inv_freq$/;

/** What a tensor in published files is held against. */
type TensorSpec = Pick<ParameterSpec, 'name' | 'shape' | 'transposedInFiles'>;

/**
 * Holds the tensors of published files against what they should be, by names and shapes alone.
 *
 * @param what - Of what they are, for messages: `weights`, `adapter`.
 * @param isSpare - Whether a tensor that no place is for may be there all the same.
 * @throws ModelFileError naming the first that is missing or has another shape, or those that there is no place for: a
 *   model with them computes something else.
 */
export function checkTensors(
  what: string,
  specs: readonly TensorSpec[],
  found: ReadonlyMap<string, { readonly shape: readonly number[] }>,
  isSpare: (name: string) => boolean = () => false,
): void {
  for (const spec of specs) {
    const tensor = found.get(spec.name);
    if (tensor === undefined) throw new ModelFileError(`${what}: expected a tensor named ${spec.name}`);
    checkShape(spec.name, tensor.shape, fileShape(spec), what);
  }
  const places = new Set(specs.map(({ name }) => name));
  const left = [...found.keys()].filter((name) => !places.has(name) && !isSpare(name));
  if (left.length === 0) return;
  const some = left.slice(0, 5).join(', ') + (left.length > 5 ? ', …' : '');
  throw new ModelFileError(
    `${what}: expected no tensors but those of the configuration, got ${left.length} more: ${some}`,
  );
}

/**
 * Holds the tensors of a model's files against its architecture.
 *
 * @param found - Of all files.
 * @returns Every parameter; each is there, in the shape that the files should have it in.
 * @throws ModelFileError as `checkTensors`.
 */
export function planTensors(
  config: DecoderConfig,
  found: ReadonlyMap<string, { readonly shape: readonly number[] }>,
  unused: 'error' | 'ignore',
): readonly ParameterSpec[] {
  const specs = parameterSpecs(config);
  // The head that is the embedding may stand there twice.
  const isTwin = (name: string): boolean => config.tieWordEmbeddings && name === 'lm_head.weight';
  checkTensors('weights', specs, found, (name) => unused === 'ignore' || isTwin(name) || REDUNDANT.test(name));
  return specs;
}

/** @throws ModelFileError naming the tensor. */
export function checkShape(
  name: string,
  shape: readonly number[],
  expected: readonly number[],
  what = 'weights',
): void {
  if (shape.join() === expected.join()) return;
  throw new ModelFileError(`${what}: ${name}: expected shape [${expected.join(', ')}], got [${shape.join(', ')}]`);
}

/** @returns The shape that published files have a parameter in. */
export function fileShape({ shape, transposedInFiles }: Pick<ParameterSpec, 'shape' | 'transposedInFiles'>): number[] {
  return transposedInFiles ? [shape[1]!, shape[0]!] : [...shape];
}
