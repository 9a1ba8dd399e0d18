import type { JsonValue } from '../../../base/index.js';
import { summaryOf, type NumberSummary } from './problem-tally.js';

/** What one column holds. */
export interface ColumnReport {
  /** How many values are `text`, `number`, `true or false`, `list`, `structure`. */
  readonly kinds: { readonly [kind: string]: number };
  /** In how many rows it is null or not there. */
  readonly missing: number;
  /** How many values there are; undefined if they are more than 10,000. Lists and structures count by their JSON. */
  readonly distinct: number | undefined;
  /** Of texts: how long they are; of numbers: themselves. Undefined without either. */
  readonly characters: NumberSummary | undefined;
  readonly numbers: { readonly min: number; readonly max: number } | undefined;
}

const MOST_DISTINCT = 10_000;

/** Counts the values of one column. Its memory has a bound. */
export class ColumnTally {
  readonly #kinds: { [kind: string]: number } = {};
  readonly #lengths = new Map<number, number>();
  readonly #distinct = new Set<string>();
  #there = 0;
  #min = Infinity;
  #max = -Infinity;

  add(value: JsonValue): void {
    if (value === null) return;
    this.#there++;
    const kind = kindOf(value);
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    if (this.#distinct.size <= MOST_DISTINCT)
      this.#distinct.add(typeof value === 'string' ? value : JSON.stringify(value));
    if (typeof value === 'string') this.#lengths.set(value.length, (this.#lengths.get(value.length) ?? 0) + 1);
    if (typeof value !== 'number') return;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  report(rows: number): ColumnReport {
    return {
      kinds: this.#kinds,
      missing: rows - this.#there,
      distinct: this.#distinct.size > MOST_DISTINCT ? undefined : this.#distinct.size,
      characters: summaryOf(this.#lengths),
      numbers: this.#min > this.#max ? undefined : { min: this.#min, max: this.#max },
    };
  }
}

function kindOf(value: JsonValue): string {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' ? 'number' : Array.isArray(value) ? 'list' : 'structure';
}
