import { decoderConfig } from '../../../../../src/tfjs/index.js';

/** One layer: what many learners are made of in little time. */
export const ONE_LAYER = decoderConfig({
  vocabSize: 23,
  hiddenSize: 8,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 4,
  intermediateSize: 12,
  maxPositionEmbeddings: 32,
});
