import { Random, type Seed } from '../../random.js';

/**
 * Turns a seed into the integer that servers take.
 *
 * @param bound - The integer is below it. Default 2⁵³ − 1: larger integers lose digits in JSON.
 */
export function integerSeed(seed: Seed, bound = 2 ** 53 - 1): number {
  const fits = typeof seed === 'number' && Number.isSafeInteger(seed) && seed < bound;
  return fits ? seed : new Random(seed).integer(bound);
}
