/** Sequences in one request or answer: many times what any server takes in a chunk, and too few to fill memory. */
export const MAX_DATA = 65_536;

/** Pieces of one sequence's tokens. */
export const MAX_CHUNKS = 4096;

/** Dimensions of a tensor. */
export const MAX_DIMENSIONS = 8;

/** Names in a map of tensors. */
export const MAX_NAMES = 64;
