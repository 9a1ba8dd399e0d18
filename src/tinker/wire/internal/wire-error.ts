/** Bytes or JSON that are not what the protocol says, whoever sent them. */
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
