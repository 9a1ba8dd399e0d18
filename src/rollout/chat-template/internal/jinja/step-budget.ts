import { innerValues, isText, type JinjaValue } from './jinja-peer.js';

/** Steps of one rendering, at most a second of work: a conversation of a thousand messages takes some hundred thousand. */
const FEWEST_STEPS = 2_000_000;
/** Additional steps for each character and each value of the conversation, because templates go through it more than once. */
const STEPS_OF_CHARACTER = 16;
const STEPS_OF_VALUE = 1000;
/** Characters that are read or written in one step. */
const CHARACTERS = 16;

/** A template did not end within its steps. */
export class StepLimitError extends Error {}

/**
 * The steps that a rendering may take: one for each expression, and one for 16 characters that it reads or writes. The steps of an
 * operation are charged before it starts, so that the budget limits memory too.
 */
export class StepBudget {
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = this.#left = most;
  }

  /** @returns The budget of one rendering. @param given - The variables of the template. */
  static for(given: unknown): StepBudget {
    return new StepBudget(FEWEST_STEPS + stepsFor(given));
  }

  /** @throws StepLimitError once the budget is spent. */
  spend(steps: number): void {
    this.#left -= steps;
    // NaN is never enough.
    if (!(this.#left >= 0))
      throw new StepLimitError(`it takes more than ${Math.floor(this.#most / 1e6)} million steps`);
  }

  spendCharacters(count: number): void {
    this.spend(count / CHARACTERS);
  }

  /** Charges for writing out a whole value; an object that stands in a list twice counts twice. */
  spendWhole(value: JinjaValue, depth = 1): void {
    this.spend(1);
    if (isText(value)) this.spendCharacters(value.value.length);
    if (value.value instanceof Map) for (const key of value.value.keys()) this.spendCharacters(String(key).length);
    for (const inner of innerValues(value) ?? []) this.spendWhole(inner, depth + 1);
  }

  /** Charges for searching a text: in the worst case, nearly all characters match at every place. */
  spendSearch(text: string, sought: string): void {
    this.spendCharacters(text.length * (1 + sought.length / CHARACTERS));
  }
}

function stepsFor(given: unknown): number {
  if (typeof given === 'string') return STEPS_OF_VALUE + STEPS_OF_CHARACTER * given.length;
  if (typeof given !== 'object' || given === null) return STEPS_OF_VALUE;
  return Object.values(given).reduce((sum: number, value) => sum + stepsFor(value), STEPS_OF_VALUE);
}

/** @returns The number of items or characters of a value. */
export const lengthOf = ({ value }: JinjaValue): number => {
  const { length, size = length } = (value ?? {}) as { readonly length?: number; readonly size?: number };
  return size ?? 0;
};

/** Filters whose result may be many times as long as their operand. */
const LARGER = new Set(['replace', 'join', 'indent', 'tojson']);

export const makesLargerByArguments = (filter: string): boolean => LARGER.has(filter);

/** @returns The number of characters that arguments add wherever they are written: the length of texts, and numbers as counts of blanks. */
function written(args: readonly JinjaValue[]): number {
  let sum = 0;
  for (const argument of args) {
    if (typeof argument.value === 'number') sum += Math.max(0, argument.value);
    else if (isText(argument)) sum += argument.value.length;
    else for (const inner of innerValues(argument) ?? []) sum += written([inner]);
  }
  return sum;
}

/** Charges for a filter before it is applied. */
export function chargeFilter(budget: StepBudget, name: string, operand: JinjaValue, args: readonly JinjaValue[]): void {
  const { type } = operand;
  switch (name) {
    case 'tojson':
    case 'string':
      budget.spendWhole(operand);
      return name === 'tojson' ? budget.spendCharacters(places(operand) * written(args)) : undefined;
    case 'join':
      budget.spendWhole(operand);
      return budget.spend(lengthOf(operand) * (1 + written(args) / 16));
    case 'indent':
      return budget.spendCharacters((isText(operand) ? operand.value.split('\n').length : 1) * written(args));
    case 'replace':
      return chargeMethod(budget, name, operand, args);
    case 'length':
    case 'count':
    case 'first':
    case 'last':
      return budget.spend(1);
    case 'sort':
    case 'dictsort':
      return chargeSort(budget, operand);
    default:
      // Lists are copied, and objects become lists of pairs.
      if (type !== 'StringValue') budget.spend(4 * lengthOf(operand));
  }
}

/** Charges for a method of a text or an object before it is called. */
export function chargeMethod(budget: StepBudget, name: string, object: JinjaValue, args: readonly JinjaValue[]): void {
  if (!isText(object)) {
    if (name === 'dictsort') chargeSort(budget, object);
    return name === 'get' ? undefined : budget.spend(4 * lengthOf(object));
  }
  const { value: text } = object;
  const [sought] = args;
  if (name === 'split') {
    // Each part becomes a value.
    const shortest = sought !== undefined && isText(sought) ? Math.max(1, sought.value.length) : 2;
    budget.spend((4 * text.length) / shortest);
  }
  if (sought === undefined || !isText(sought)) return budget.spendCharacters(text.length);
  budget.spendSearch(text, sought.value);
  if (name === 'replace') budget.spendCharacters(occurrences(text, sought.value) * written(args.slice(1, 2)));
}

function occurrences(text: string, sought: string): number {
  if (sought === '') return text.length + 1;
  let count = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) count++;
  return count;
}

/** Charges for sorting: each comparison reads two texts. */
function chargeSort(budget: StepBudget, list: JinjaValue): void {
  budget.spendWhole(list);
  const count = lengthOf(list);
  let longest = 0;
  for (const inner of innerValues(list) ?? []) longest = Math.max(longest, characters(inner));
  budget.spend(count * Math.ceil(Math.log2(count + 1)) * (1 + longest / 8));
}

/** @returns The length of the longest text in a value. */
function characters(value: JinjaValue): number {
  if (isText(value)) return value.value.length;
  let longest = 0;
  for (const inner of innerValues(value) ?? []) longest = Math.max(longest, characters(inner));
  return longest;
}

/** @returns The number of values in a value, each weighted by its depth, because JSON is indented by depth. */
function places(value: JinjaValue, depth = 1): number {
  let count = depth;
  for (const inner of innerValues(value) ?? []) count += places(inner, depth + 1);
  return count;
}
