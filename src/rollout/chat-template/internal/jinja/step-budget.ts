import { innerValues, isText, type JinjaValue } from './jinja-peer.js';

/** Steps of one rendering, at most a second of work: a conversation of a thousand messages takes some hundred thousand. */
const FEWEST_STEPS = 2_000_000;
/** Beside them for each character of the conversation, and for each value in it: a long one is gone through more than once. */
const STEPS_OF_CHARACTER = 16;
const STEPS_OF_VALUE = 1000;
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

  constructor(most: number) {
    this.#most = this.#left = most;
  }

  /** @returns The budget of one rendering. @param given - What the template is given, from outside. */
  static for(given: unknown): StepBudget {
    return new StepBudget(FEWEST_STEPS + stepsFor(given));
  }

  /** @throws StepLimitError where the budget is spent. */
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
    for (const inner of innerValues(value) ?? []) this.spendWhole(inner, depth + 1);
  }

  /** Charges for a text that is looked for in another: nearly found at every place, in the worst case. */
  spendSearch(text: string, sought: string): void {
    this.spendCharacters(text.length * (1 + sought.length / CHARACTERS));
  }
}

function stepsFor(given: unknown): number {
  if (typeof given === 'string') return STEPS_OF_VALUE + STEPS_OF_CHARACTER * given.length;
  if (typeof given !== 'object' || given === null) return STEPS_OF_VALUE;
  return Object.values(given).reduce((sum: number, value) => sum + stepsFor(value), STEPS_OF_VALUE);
}
