import { Random, type Seed } from '../../random.js';

/**
 * Servers take an integer; a name becomes one.
 *
 * @param bound - What the server takes is below it. Default 2⁵³ − 1: what JSON holds exactly.
 */
export function integerSeed(seed: Seed, bound = 2 ** 53 - 1): number {
  const fits = typeof seed === 'number' && Number.isSafeInteger(seed) && seed < bound;
  return fits ? seed : new Random(seed).integer(bound);
}
