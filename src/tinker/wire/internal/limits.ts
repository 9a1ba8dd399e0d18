/** Sequences in one request or answer: many times what any server takes in a chunk, and too few to fill memory. */
export const MAX_DATA = 65_536;

/** Pieces of one sequence's tokens. */
export const MAX_CHUNKS = 4096;

/** Dimensions of a tensor. */
export const MAX_DIMENSIONS = 8;

/** Names in a map of tensors. */
export const MAX_NAMES = 64;

/** Bytes or JSON that are not what the protocol says, from a client or a server. */
export class WireError extends Error {
  /** Where: `data[3].loss_fn_inputs.weights`; empty for the whole body. */
  readonly path: string;

  /** @param problem - What was expected and what came. */
  constructor(path: string, problem: string) {
    super(path === '' ? problem : `${path}: ${problem}`);
    this.name = 'WireError';
    this.path = path;
  }
}
