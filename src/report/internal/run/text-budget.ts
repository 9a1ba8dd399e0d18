/**
 * Bounds how much text a report takes up: texts pass through until one sample's budget is used up, then are cut with a note that
 * says how much is missing.
 */
export class TextBudget {
  #left: number;
  #cut = 0;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** Characters left out so far. */
  get cut(): number {
    return this.#cut;
  }

  take(text: string): string {
    if (text.length <= this.#left) {
      this.#left -= text.length;
      return text;
    }
    const missing = text.length - this.#left;
    // Not in the middle of a surrogate pair: a half of one is not a character.
    const end = /[\ud800-\udbff]/.test(text.charAt(this.#left - 1)) ? this.#left - 1 : this.#left;
    this.#left = 0;
    this.#cut += missing;
    return `${text.slice(0, end)}… [${missing.toLocaleString('en-US')} characters not shown]`;
  }
}
