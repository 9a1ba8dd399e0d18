import { nativeBackend, type NativeAttribute, type NativeBackend, type NativeValue } from './backend.js';
import type { Operations } from './operations.js';

/** TensorFlow gives every variable of this name a name of its own. */
const ANONYMOUS = 'cd2c89b7-88b7-44c8-ad83-06c2a9158347';

/** A TensorFlow variable: a matrix whose rows can be overwritten in place, which tensors of tfjs cannot. */
export class RowMatrix {
  readonly #backend: NativeBackend = nativeBackend()!;
  readonly #variable: NativeValue;
  readonly #type: NativeAttribute;

  /** @param values - What it holds at first, shape [rows, width]; its memory becomes the matrix's, and must be no one else's. */
  constructor(run: Operations, values: NativeValue) {
    const { TF_ATTR_TYPE, TF_ATTR_SHAPE, TF_ATTR_STRING, TF_FLOAT } = this.#backend.binding;
    this.#type = { name: 'dtype', type: TF_ATTR_TYPE, value: TF_FLOAT };
    this.#variable = this.#backend.binding.executeOp(
      'VarHandleOp',
      [
        this.#type,
        { name: 'shape', type: TF_ATTR_SHAPE, value: values.shape },
        { name: 'shared_name', type: TF_ATTR_STRING, value: ANONYMOUS },
      ],
      [],
      1,
    )[0]!;
    try {
      run.run('AssignVariableOp', [this.#variable, values], [this.#type], 0);
    } catch (error) {
      this.#backend.binding.deleteTensor(this.#variable.id);
      throw error;
    }
  }

  /** @param at - Rows, of any shape. @returns A batch of that shape, of rows. */
  read(run: Operations, at: NativeValue): NativeValue {
    return run.run('ResourceGather', [this.#variable, at], [this.#type])[0]!;
  }

  /** @param at - Rows, of any shape. @param values - A batch of that shape, of rows. */
  write(run: Operations, at: NativeValue, values: NativeValue): void {
    run.run('ResourceScatterUpdate', [this.#variable, at, values], [this.#type], 0);
  }

  /** @returns All of it: the same memory, so it must be used before more is written. */
  all(run: Operations): NativeValue {
    return run.run('ReadVariableOp', [this.#variable], [this.#type])[0]!;
  }

  dispose(): void {
    const { binding } = this.#backend;
    binding.executeOp('DestroyResourceOp', [], [this.#variable.id], 0);
    binding.deleteTensor(this.#variable.id);
  }
}
