import { innerValues, isText, type JinjaValue } from './jinja-peer.js';
import type { StepBudget } from './step-budget.js';

/** @returns How many things a value holds, or characters it has. */
export const lengthOf = ({ value }: JinjaValue): number => {
  const { length, size = length } = (value ?? {}) as { readonly length?: number; readonly size?: number };
  return size ?? 0;
};

/** Filters whose result may be many times as long as what they are given. */
const LARGER = new Set(['replace', 'join', 'indent', 'tojson']);

export const makesLargerByArguments = (filter: string): boolean => LARGER.has(filter);

/** @returns How long arguments make each place that they are written at: texts as they are, numbers as so many blanks. */
function written(args: readonly JinjaValue[]): number {
  let sum = 0;
  for (const argument of args) {
    if (typeof argument.value === 'number') sum += Math.max(0, argument.value);
    else if (isText(argument)) sum += argument.value.length;
    else for (const inner of innerValues(argument) ?? []) sum += written([inner]);
  }
  return sum;
}

/** Charges for a filter, before it is applied. */
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
      // Lists of other lists are copied, objects become lists of pairs.
      if (type !== 'StringValue') budget.spend(4 * lengthOf(operand));
  }
}

/** Charges for a function of a text or an object, before it is called. */
export function chargeMethod(budget: StepBudget, name: string, object: JinjaValue, args: readonly JinjaValue[]): void {
  if (!isText(object)) {
    if (name === 'dictsort') chargeSort(budget, object);
    return name === 'get' ? undefined : budget.spend(4 * lengthOf(object));
  }
  const { value: text } = object;
  const [sought] = args;
  if (name === 'split') {
    // Each part is a value of its own.
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

/** Each comparison goes through two texts. */
function chargeSort(budget: StepBudget, list: JinjaValue): void {
  budget.spendWhole(list);
  const count = lengthOf(list);
  let longest = 0;
  for (const inner of innerValues(list) ?? []) longest = Math.max(longest, characters(inner));
  budget.spend(count * Math.ceil(Math.log2(count + 1)) * (1 + longest / 8));
}

/** @returns Characters of a value's longest text. */
function characters(value: JinjaValue): number {
  if (isText(value)) return value.value.length;
  let longest = 0;
  for (const inner of innerValues(value) ?? []) longest = Math.max(longest, characters(inner));
  return longest;
}

/** @returns Values in a value, each as often as there are lists and objects about it: JSON is indented there. */
function places(value: JinjaValue, depth = 1): number {
  let count = depth;
  for (const inner of innerValues(value) ?? []) count += places(inner, depth + 1);
  return count;
}
