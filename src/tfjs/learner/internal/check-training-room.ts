import { checkWasmRoom } from '../../internal/wasm-program.js';
import type { Decoder } from '../../model/decoder.js';
import { parameterCount } from '../../model/parameters.js';

/**
 * Refuses on wasm what its heap cannot hold, rather than that the program aborts in the middle. Matrices stand there twice,
 * as they are and as products want them, beside what is trained: its gradient and two moments.
 *
 * @param isFresh - An adapter is yet to be put beside the model.
 * @throws LearnerError with the numbers.
 */
export function checkTrainingRoom({ parameters, adapter }: Decoder, isFresh: boolean): void {
  const all = parameterCount(parameters);
  const matrices = new Map([...parameters].filter(([name]) => name.endsWith('_proj.weight')));
  const trained = isFresh ? 0 : adapter === undefined ? all : parameterCount(adapter.parameters);
  const isAdapter = isFresh || adapter !== undefined;
  checkWasmRoom(
    4 * (all + parameterCount(matrices)) + 12 * trained,
    `training ${isAdapter ? 'an adapter' : 'all'} of ${all.toLocaleString('en')} parameters`,
    isAdapter ? 'take another backend' : 'train an adapter (lora) or take another backend',
  );
}
