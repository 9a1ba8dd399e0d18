/** Log-probabilities and entropies of selected tokens, from logits or directly from hidden states. */
export { gatherRows } from './gather-rows.js';
export { logprobsFromHidden } from './logprobs-from-hidden.js';
export { logprobsFromLogits } from './logprobs-from-logits.js';
export type {
  ChunkSizes,
  HiddenLogprobOptions,
  LogitsLogprobOptions,
  OutputLayout,
  SelectedLogprobs,
  TokenIds,
} from './options.js';
