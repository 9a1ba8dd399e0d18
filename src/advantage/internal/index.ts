/** Group advantages from rewards that were read before, for `selectRollouts`; not part of the public API. */
export { estimateAdvantages, groupAdvantageSchema } from '../group-advantages.js';
