import type { TinkerDatum, TinkerForwardResult } from '../../wire/messages.js';
import { TinkerError } from '../tinker-error.js';
import { retell, type RequestLife } from './request-life.js';
import type { ServerConfig } from './server-config.js';

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
  return retell(error, { message, answerLost });
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
  const joined = Object.keys(results[0]!.metrics).map((name) => {
    const values = results.map(({ metrics }) => metrics[name]);
    const whole = values.every((value) => value !== undefined)
      ? reduce(name.split(':').at(-1)!, values, counts)
      : undefined;
    return [name, whole] as const;
  });
  return Object.fromEntries(joined.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

function reduce(reduction: string, values: readonly number[], counts: readonly number[]): number | undefined {
  const sum = (terms: readonly number[]) => terms.reduce((total, term) => total + term, 0);
  const mean = () => sum(values.map((value, i) => value * counts[i]!)) / sum(counts);
  switch (reduction) {
    case 'sum':
      return sum(values);
    case 'mean':
      return mean();
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'slack':
      return Math.max(...values) - mean();
    default:
      return undefined;
  }
}
