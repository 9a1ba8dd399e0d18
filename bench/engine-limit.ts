import type { DecoderConfig } from '../src/tfjs/index.js';
import type { Work } from './engine-problem.js';

/** What a device does at most, by torch's product of two large matrices, and of a large matrix and a vector. */
export interface DeviceSpeed {
  readonly operationsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** What a run must compute and read at least. */
export interface Need {
  /** Multiplications and additions of all matrix products. */
  readonly operations: number;
  /** Weights once a pass, and each sequence's keys and values. */
  readonly bytes: number;
}

/** @returns Seconds of a run that does nothing but its matrix products. */
export function limitSeconds({ operations, bytes }: Need, speed: DeviceSpeed): number {
  return Math.max(operations / speed.operationsPerSecond, bytes / speed.bytesPerSecond);
}

/** @param bytesEach - Bytes of a number. */
export function needOf(config: DecoderConfig, work: Work, bytesEach: number): Need {
  const { numHiddenLayers: layers, hiddenSize, intermediateSize, vocabSize } = config;
  const queries = config.numAttentionHeads * config.headDim;
  const keys = config.numKeyValueHeads * config.headDim;
  const matrices = [
    [hiddenSize, queries],
    [hiddenSize, keys],
    [hiddenSize, keys],
    [queries, hiddenSize],
    [hiddenSize, intermediateSize],
    [hiddenSize, intermediateSize],
    [intermediateSize, hiddenSize],
  ] as const;
  const trunk = layers * matrices.reduce((sum, [inputs, outputs]) => sum + inputs * outputs, 0);
  const head = vocabSize * hiddenSize;
  const { kind, sequences, given, drawn, rank } = work;
  /** Scores and mixed values of one query over `length` positions. */
  const attention = (length: number) => 4 * length * queries * layers;

  if (kind === 'decode') {
    const length = given + drawn / 2;
    const operations = sequences * drawn * (2 * (trunk + head) + attention(length));
    const cache = sequences * drawn * 2 * length * keys * layers;
    return { operations, bytes: bytesEach * (drawn * (trunk + head) + cache) };
  }
  const tokens = sequences * given;
  const forward = tokens * (2 * trunk + attention(given / 2));
  if (kind === 'prefill') return { operations: forward + 2 * head, bytes: bytesEach * (trunk + head) };
  // Backward: to the inputs, and to the weights that are trained. Attention has no weights, and two gradients.
  const outputs = 2 * head * tokens;
  const bytes = bytesEach * 2 * (trunk + head);
  if (rank === 0) return { operations: 3 * (forward + outputs), bytes };
  const adapter = 3 * 2 * tokens * layers * rank * matrices.reduce((sum, [inputs, out]) => sum + inputs + out, 0);
  return { operations: 2 * (forward + outputs) + tokens * attention(given / 2) + adapter, bytes };
}
