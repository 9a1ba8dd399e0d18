import { adaptableMatrices, adapterSpecs } from '../../model/internal/index.js';
import { checkWasmRoom } from '../../internal/wasm-program.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AdapterSettings } from '../../model/decoder.js';
import { parameterCount, parameterSpecs } from '../../model/parameters.js';

/**
 * Refuses on wasm what its heap cannot hold, rather than that the program aborts in the middle. Matrices stand there twice,
 * as they are and as products want them, beside what is trained: its gradient and two moments.
 *
 * @param adapter - What is trained in place of all weights, whether it is there yet or not.
 * @throws LearnerError with the numbers.
 */
export function checkTrainingRoom(config: DecoderConfig, adapter: AdapterSettings | undefined): void {
  const all = parameterCount(parameterSpecs(config));
  const packed = parameterCount(adaptableMatrices(config));
  const needed = (what: string, trained: number, advice: string) =>
    checkWasmRoom(
      4 * (all + packed) + 12 * trained,
      `training ${what} of ${all.toLocaleString('en')} parameters`,
      advice,
    );
  if (adapter === undefined) needed('all', all, 'train an adapter (lora) or take another backend');
  else needed('an adapter', parameterCount(adapterSpecs(config, adapter)), 'take another backend');
}
