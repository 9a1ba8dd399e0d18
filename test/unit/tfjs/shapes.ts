import { decoderConfig } from '../../../src/tfjs/index.js';

/** One layer of four numbers: what a file of weights can be written out by hand for. */
export const TINY = decoderConfig({
  vocabSize: 7,
  hiddenSize: 4,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 2,
  intermediateSize: 6,
  maxPositionEmbeddings: 16,
});

/** Two layers of sixteen, with heads that share keys: what learns and speaks in milliseconds. */
export const SMALL = decoderConfig({
  vocabSize: 23,
  hiddenSize: 16,
  numHiddenLayers: 2,
  numAttentionHeads: 4,
  numKeyValueHeads: 2,
  headDim: 4,
  intermediateSize: 24,
  maxPositionEmbeddings: 64,
});
