import { checkArgument } from '../../../base/internal/index.js';
import type { TinkerTensor } from '../../wire/messages.js';
import type { TinkerBatch } from '../tinker-model.js';

/** @throws TypeError or RangeError for what no server takes: no sequences, arrays of other types or lengths. */
export function checkBatch(batch: TinkerBatch): void {
  checkArgument(batch, 'batch', { data: 'an array', loss: 'a string' });
  if (batch.data.length === 0) throw new RangeError('batch.data: expected at least one sequence, got none');
  batch.data.forEach(({ tokens, lossInputs }, i) => {
    checkTokens(tokens, `batch.data[${i}].tokens`);
    checkArgument(lossInputs, `batch.data[${i}].lossInputs`, 'an object');
    for (const [name, tensor] of Object.entries(lossInputs))
      checkTensor(tensor, tokens.length, `batch.data[${i}].lossInputs.${name}`);
  });
}

/** @throws TypeError for what is no Int32Array; RangeError for none and for what is no id. */
export function checkTokens(tokens: Int32Array, name: string): void {
  if (!(tokens instanceof Int32Array)) throw new TypeError(`${name}: expected an Int32Array`);
  if (tokens.length === 0) throw new RangeError(`${name}: expected at least one token, got none`);
  const at = tokens.findIndex((token) => token < 0);
  if (at >= 0) throw new RangeError(`${name}[${at}]: expected a token's id, got ${tokens[at]}`);
}

function checkTensor({ dtype, data, shape }: TinkerTensor, length: number, name: string): void {
  const types = { float32: Float32Array, int64: Int32Array };
  if (!Object.hasOwn(types, dtype))
    throw new RangeError(`${name}.dtype: expected one of "float32", "int64", got ${String(dtype)}`);
  if (!(data instanceof types[dtype])) throw new TypeError(`${name}.data: expected ${types[dtype].name} for ${dtype}`);
  const elements = (shape ?? [data.length]).reduce((product, size) => product * size, 1);
  if (elements !== data.length)
    throw new RangeError(`${name}.shape: expected ${data.length} elements, got [${shape!.join(', ')}]`);
  const rows = shape?.[0] ?? data.length;
  if (rows !== length) throw new RangeError(`${name}: expected length ${length} (tokens), got ${rows}`);
}
