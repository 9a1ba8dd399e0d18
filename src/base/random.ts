import seedrandom from 'seedrandom/seedrandom.js';
import { kindOf } from './internal/arguments/check-arguments.js';

/**
 * Seeded random numbers, passed as an argument; no clock and no global generator is used.
 *
 * Sub-streams have names: `random.fork('rollout/7')` returns the same stream however many numbers its parent has given, so that results do
 * not depend on the order in which work finishes.
 */
export class Random {
  readonly #name: string;
  readonly #generator: seedrandom.StatefulPRNG<seedrandom.State.Arc4>;

  /** @param seed - Any string or number; equal seeds give equal streams. @throws TypeError for anything else. */
  constructor(seed: Seed, state?: RandomState) {
    if (typeof seed !== 'string' && typeof seed !== 'number')
      throw new TypeError(`seed: expected a string or a number, got ${kindOf(seed)}`);
    this.#name = String(seed);
    this.#generator = seedrandom(this.#name, { state: state === undefined ? true : decodeState(state) });
  }

  /** @returns The next number, uniform in [0, 1) with 53 random bits. */
  next(): number {
    return this.#generator.double();
  }

  /** @returns An integer uniform in [0, bound). @throws RangeError unless bound is a positive integer. */
  integer(bound: number): number {
    if (!Number.isSafeInteger(bound) || bound < 1)
      throw new RangeError(`bound: expected a positive integer, got ${bound}`);
    return Math.floor(this.next() * bound);
  }

  /** @returns One member of a non-empty list, uniformly. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('items: expected at least one, got an empty list');
    return items[this.integer(items.length)]!;
  }

  /** @returns A sample from the standard normal distribution (Box–Muller). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }

  /** @returns A shuffled copy (Fisher–Yates); the input is left as it was. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = items.slice();
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    return shuffled;
  }

  /** @returns An independent stream named below this one; does not advance this one. */
  fork(name: Seed): Random {
    return new Random(`${this.#name}/${name}`);
  }

  /** @returns The state of the stream as plain JSON; `Random.restore` continues from it. */
  state(): RandomState {
    const { i, j, S } = this.#generator.state();
    return { name: this.#name, i, j, S };
  }

  /** @returns A stream that continues exactly from `state`. */
  static restore(state: RandomState): Random {
    return new Random(state.name, state);
  }
}

/** The name of a stream of random numbers. */
export type Seed = string | number;

/** A `Random` in plain JSON: its name and the generator's registers (ARC4: i, j and the permutation S). */
export interface RandomState {
  readonly name: string;
  readonly i: number;
  readonly j: number;
  readonly S: readonly number[];
}

/** @returns The stream itself if one was given, else a new one from the seed. */
export function toRandom(seed: Seed | Random): Random {
  return seed instanceof Random ? seed : new Random(seed);
}

function decodeState(state: RandomState): seedrandom.State.Arc4 {
  return { i: state.i, j: state.j, S: [...state.S] };
}

/**
 * Converts a seed to an integer for servers.
 *
 * @param bound - The integer is below it. Default 2⁵³ − 1: larger integers lose digits in JSON.
 */
export function integerSeed(seed: Seed, bound = 2 ** 53 - 1): number {
  const fits = typeof seed === 'number' && Number.isSafeInteger(seed) && seed < bound;
  return fits ? seed : new Random(seed).integer(bound);
}
