import type { Verdict } from '../../base/index.js';

/** How many verdicts of each kind there were, and how many lines held no record. */
export class Tally {
  readonly #counts = { correct: 0, incorrect: 0, undecided: 0 };
  #bad = 0;

  add(kind: Verdict['kind']): void {
    this.#counts[kind]++;
  }

  addBadLine(): void {
    this.#bad++;
  }

  get badLines(): number {
    return this.#bad;
  }

  get records(): number {
    return this.#counts.correct + this.#counts.incorrect + this.#counts.undecided;
  }

  /** @returns Such as `3 records: 2 correct (66.7 %), 1 incorrect, 0 undecided; 1 bad line`. */
  toString(): string {
    const { correct, incorrect, undecided } = this.#counts;
    const share = this.records === 0 ? '' : ` (${((100 * correct) / this.records).toFixed(1)} %)`;
    const bad = this.#bad === 0 ? '' : `; ${plural(this.#bad, 'bad line')}`;
    return `${plural(this.records, 'record')}: ${correct} correct${share}, ${incorrect} incorrect, ${undecided} undecided${bad}`;
  }
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
