/** Group advantages over rewards that are read, for `selectRollouts`: the door of this room that users do not open. */
export { estimateAdvantages, groupAdvantageSchema } from '../group-advantages.js';
