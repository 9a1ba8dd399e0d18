import { heldValues, isText, type JinjaValue } from './jinja-peer.js';

/** Steps of one rendering: a conversation of a thousand messages takes some hundred thousand. */
const FEWEST_STEPS = 10_000_000;
/** Beside them for each character of the conversation: a long one is gone through more than once. */
const STEPS_OF_CHARACTER = 16;
/** Characters that are read or written in one step. */
const CHARACTERS = 16;

/** A template that comes to no end. */
export class StepLimitError extends Error {}

/**
 * What one rendering may use: one step for each expression, and for 16 characters that it reads or writes. Work that an
 * operation is about to do is charged before, so that it is not done: memory ends with the steps.
 */
export class StepBudget {
  readonly #most: number;
  #left: number;

  /** @param given - What the template is given, from outside. */
  constructor(given: unknown) {
    this.#most = this.#left = FEWEST_STEPS + STEPS_OF_CHARACTER * charactersOf(given);
  }

  /** @throws StepLimitError where none are left. */
  spend(steps: number): void {
    this.#left -= steps;
    // NaN is never enough.
    if (!(this.#left >= 0))
      throw new StepLimitError(`it takes more than ${Math.floor(this.#most / 1e6)} million steps`);
  }

  spendCharacters(count: number): void {
    this.spend(count / CHARACTERS);
  }

  /** Charges for all of a value, written out: what a list holds twice is written twice. */
  spendWhole(value: JinjaValue, depth = 1): void {
    this.spend(1);
    if (isText(value)) this.spendCharacters(value.value.length);
    if (value.value instanceof Map) for (const key of value.value.keys()) this.spendCharacters(String(key).length);
    for (const held of heldValues(value) ?? []) this.spendWhole(held, depth + 1);
  }

  /** Charges for a text that is looked for in another: nearly found at every place, in the worst case. */
  spendSearch(text: string, sought: string): void {
    this.spendCharacters(text.length * (1 + sought.length / CHARACTERS));
  }
}

function charactersOf(given: unknown): number {
  if (typeof given === 'string') return given.length;
  if (typeof given !== 'object' || given === null) return 1;
  return Object.entries(given).reduce((sum, [name, value]) => sum + name.length + charactersOf(value), 1);
}
