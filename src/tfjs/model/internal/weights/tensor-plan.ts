import { ModelFileError } from '../../../../base/index.js';
import type { TensorFiles } from '../../../../io/index.js';
import type { DecoderConfig } from '../../config.js';
import { type ParameterSpec, parameterSpecs } from '../../parameters.js';

/** Tensors that are not read: tables that can be computed from the configuration. */
const REDUNDANT = /rotary_emb\.inv_freq$/;

/** The expected name and shape of a tensor in published files. */
type TensorSpec = Pick<ParameterSpec, 'name' | 'shape' | 'transposedInFiles'>;

/**
 * Compares the tensors of published files with the expected ones, by names and shapes.
 *
 * @param what - What the tensors belong to, for messages: `weights`, `adapter`.
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
 * Compares the tensors of a model's files with its architecture.
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

const [EMBEDDING, HEAD] = ['model.embed_tokens.weight', 'lm_head.weight'] as const;

/** Whether files have a head of their own though the configuration says that the embedding is the head. */
function hasTwin(config: DecoderConfig, names: { has(name: string): boolean }): boolean {
  return config.tieWordEmbeddings && names.has(HEAD) && names.has(EMBEDDING);
}

/**
 * Compares the lm_head in the files with the tied embedding. Transformers 5 computes with the head in the files where the two differ;
 * to leave it out would give other logits.
 *
 * @throws ModelFileError where they differ.
 */
export async function checkTiedHead(
  config: DecoderConfig,
  files: Pick<TensorFiles, 'entries' | 'readRows'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!hasTwin(config, files.entries)) return;
  if ((await digest(files, EMBEDDING, signal)) !== (await digest(files, HEAD, signal))) refuse();
}

/** The same of tensors that are in memory. */
export function checkTiedArrays(
  config: DecoderConfig,
  tensors: ReadonlyMap<string, { readonly values: Float32Array }>,
): void {
  if (!hasTwin(config, tensors)) return;
  const [embedding, head] = [tensors.get(EMBEDDING)!.values, tensors.get(HEAD)!.values];
  if (embedding.length !== head.length || embedding.some((value, i) => value !== head[i])) refuse();
}

function refuse(): never {
  throw new ModelFileError(
    `weights: ${HEAD}: expected the numbers of ${EMBEDDING}, because config.json has tie_word_embeddings: true, got others (set it to false if the model has its own head)`,
  );
}

/** Of a tensor's shape and numbers: two of an embedding's size would not fit into memory at once. */
async function digest(
  { entries, readRows }: Pick<TensorFiles, 'entries' | 'readRows'>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  const take = (rows: Float32Array): void => {
    const bits = new Uint32Array(rows.buffer, rows.byteOffset, rows.length);
    for (let i = 0; i < bits.length; i++) {
      // 0 and −0 are one number.
      const value = bits[i] === 0x80000000 ? 0 : bits[i]!;
      first = Math.imul(first ^ value, 0x01000193);
      second = Math.imul((second ^ value) + (second >>> 15), 0x85ebca6b);
    }
  };
  await readRows(name, 1, take, signal);
  return `${entries.get(name)!.shape.join()} ${first} ${second}`;
}
