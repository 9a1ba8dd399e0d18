import { simpleTirVoidTurn } from '../../src/compat/index.js';
import { compare, TOLERANCES } from './compare.js';
import type { Recorded } from './padded.js';
import type { GoldenCheck } from './record.js';

/** Which turns are void, and which rollouts stay in the loss, as SimpleTIR's agent loop has it. */
export const checkVoidTurns: GoldenCheck = (record) => {
  const inputs = record['inputs'] as Recorded;
  const options = record['options'] as Recorded;
  const got = (): Recorded => {
    switch (record['fn']) {
      case 'execute_predictions':
        return { isVoidTurn: simpleTirVoidTurn(inputs['prediction'] as string) };
      case 'run_llm_loop': {
        const rollouts = inputs['rollouts'] as readonly (readonly string[])[];
        const filters = options['mask_void_turns'] === true;
        return { voidTurnMask: rollouts.map((turns) => !filters || !turns.some((text) => simpleTirVoidTurn(text))) };
      }
      default:
        throw new Error(`unknown fn ${String(record['fn'])}`);
    }
  };
  return compare(got(), record['expected'], TOLERANCES.exact, 'expected');
};
