/** Packs rollouts into flat token arrays, and splits them into mini-batches and micro-batches. */
export { splitMicroBatches, type MicroBatchOptions } from './micro-batches.js';
export { splitMiniBatches, type MiniBatchOptions } from './mini-batches.js';
export { packRollouts, type PackOptions } from './pack-rollouts.js';
export { selectSequences } from './select-sequences.js';
export { padSequences, unpack, type PackedValues, type Padded, type PadOptions } from './unpack.js';
