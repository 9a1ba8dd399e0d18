import { ModelFileError } from '../../../../base/index.js';
import type { TensorFiles } from '../../../../io/index.js';
import type { DecoderConfig } from '../../config.js';

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
    `weights: ${HEAD}: expected the numbers of ${EMBEDDING}, for config.json says tie_word_embeddings: true, got others (where the model has a head of its own, say false)`,
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
