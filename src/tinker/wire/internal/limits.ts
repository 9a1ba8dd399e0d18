/** Sequences in one request or answer: many times what any server takes in a chunk, and too few to fill memory. */
export const MAX_DATA = 65_536;

/** Names in a map of tensors. */
export const MAX_NAMES = 64;
