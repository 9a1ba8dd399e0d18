import { checkArgument } from '../../../base/internal/index.js';
import type { TinkerBatch, TinkerDatum, TinkerForwardResult, TinkerTensor } from '../../wire/messages.js';
import { TinkerError } from '../tinker-error.js';
import type { ServerConfig } from './connection.js';
import { restated, type RequestLife } from './requests.js';

/** @throws TypeError or RangeError for what no server takes: no sequences, arrays of other types or lengths. */
export function checkTinkerBatch(batch: TinkerBatch): void {
  checkArgument(batch, 'batch', { data: 'an array', loss: 'a string' });
  if (batch.data.length === 0) throw new RangeError('batch.data: expected at least one sequence, got none');
  batch.data.forEach(({ tokens, lossInputs }, i) => {
    checkTokens(tokens, `batch.data[${i}].tokens`);
    checkArgument(lossInputs, `batch.data[${i}].lossInputs`, 'an object');
    for (const [name, tensor] of Object.entries(lossInputs))
      checkTensor(tensor, tokens.length, `batch.data[${i}].lossInputs.${name}`);
  });
}

/** @throws TypeError for anything but an Int32Array; RangeError for an empty one and for anything but ids. */
export function checkTokens(tokens: Int32Array, name: string): void {
  if (!(tokens instanceof Int32Array)) throw new TypeError(`${name}: expected an Int32Array`);
  if (tokens.length === 0) throw new RangeError(`${name}: expected at least one token, got none`);
  const at = tokens.findIndex((token) => token < 0);
  if (at >= 0) throw new RangeError(`${name}[${at}]: expected a token's id, got ${tokens[at]}`);
}

function checkTensor({ dtype, data, shape = [data.length] }: TinkerTensor, length: number, name: string): void {
  const types = { float32: Float32Array, int64: Int32Array };
  if (!Object.hasOwn(types, dtype))
    throw new RangeError(`${name}.dtype: expected one of "float32", "int64", got ${String(dtype)}`);
  if (!(data instanceof types[dtype])) throw new TypeError(`${name}.data: expected ${types[dtype].name} for ${dtype}`);
  if (shape.reduce((product, size) => product * size, 1) !== data.length)
    throw new RangeError(`${name}.shape: expected ${data.length} elements, got [${shape.join(', ')}]`);
  if (shape[0] !== length) throw new RangeError(`${name}: expected length ${length} (tokens), got ${shape[0]}`);
}

/** Of names, tags and lengths beside each array. */
const FRAME_BYTES = 32;

/** @returns Data in their order, in parts that the server takes in one request. */
export function chunksOf(
  data: readonly TinkerDatum[],
  { maxChunkData, maxChunkBytes }: Pick<ServerConfig, 'maxChunkData' | 'maxChunkBytes'>,
): TinkerDatum[][] {
  const chunks: TinkerDatum[][] = [];
  let bytes = 0;
  for (const datum of data) {
    const more = bytesOf(datum);
    const last = chunks.at(-1);
    if (last === undefined || last.length >= maxChunkData || bytes + more > maxChunkBytes) {
      chunks.push([datum]);
      bytes = more;
    } else {
      last.push(datum);
      bytes += more;
    }
  }
  return chunks;
}

/** About what a datum takes in protobuf. */
function bytesOf({ tokens, lossInputs }: TinkerDatum): number {
  const tensors = Object.values(lossInputs).map(
    ({ dtype, data }) => FRAME_BYTES + data.length * (dtype === 'int64' ? 8 : 4),
  );
  return tensors.reduce((sum, more) => sum + more, FRAME_BYTES + tokens.byteLength);
}

/** A chunk of a batch, and what is known of its request. */
interface Chunk {
  readonly data: readonly TinkerDatum[];
  readonly request: { readonly life: RequestLife };
}

/**
 * @param at - Which chunk failed.
 * @returns What a batch failed by: its answer is lost where any of its chunks may have been carried out, and a server's `data[0]` is the
 *   first of the chunk.
 */
export function failedChunk(error: unknown, chunks: readonly Chunk[], at: number): unknown {
  if (chunks.length === 1 || !(error instanceof TinkerError)) return error;
  const from = chunks.slice(0, at).reduce((count, { data }) => count + data.length, 0);
  const message = `${error.message} (of batch.data[${from}] to batch.data[${from + chunks[at]!.data.length - 1}])`;
  const answerLost = error.answerLost || chunks.some(({ request }) => request.life.mayBeDone);
  return restated(error, { message, answerLost });
}

/** @returns The results of a batch's chunks as that of the batch. */
export function joinResults(results: readonly TinkerForwardResult[]): TinkerForwardResult {
  if (results.length === 1) return results[0]!;
  return {
    outputType: results[0]!.outputType,
    outputs: results.flatMap(({ outputs }) => outputs),
    metrics: joinMetrics(results),
  };
}

/**
 * Metrics say in their names how parts become a whole (`loss:sum`); one that does not, or that a part lacks, cannot be said of
 * the whole.
 */
function joinMetrics(results: readonly TinkerForwardResult[]): TinkerForwardResult['metrics'] {
  const counts = results.map(({ outputs }) => outputs.length);
  const joined: { [name: string]: number } = {};
  for (const name of Object.keys(results[0]!.metrics)) {
    const values = results.map(({ metrics }) => metrics[name]).filter((value) => value !== undefined);
    const reduction = name.split(':').at(-1)!;
    if (values.length === results.length && Object.hasOwn(REDUCTIONS, reduction))
      joined[name] = REDUCTIONS[reduction]!(values, counts);
  }
  return joined;
}

const sum = (terms: readonly number[]) => terms.reduce((total, term) => total + term, 0);
const mean = (values: readonly number[], counts: readonly number[]) =>
  sum(values.map((value, i) => value * counts[i]!)) / sum(counts);

/** Of a metric's values in parts of so many sequences. */
const REDUCTIONS: { readonly [name: string]: (values: readonly number[], counts: readonly number[]) => number } = {
  sum,
  mean,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  slack: (values, counts) => Math.max(...values) - mean(values, counts),
};
