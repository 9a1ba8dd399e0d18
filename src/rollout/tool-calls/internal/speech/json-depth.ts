/** Follows the brackets of a JSON text that comes in pieces, as `jsonEnd` does of a whole one. */
export class JsonDepth {
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** @returns The index in `text` after the bracket that closes the value; −1 where the value goes on. Reading stops there. */
  add(text: string, from = 0): number {
    for (let at = from; at < text.length; at++) {
      const character = text[at]!;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#inString) {
        if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = true;
      else if (character === '{' || character === '[') this.#depth++;
      else if ((character === '}' || character === ']') && --this.#depth <= 0) {
        this.#depth = 0;
        return at + 1;
      }
    }
    return -1;
  }
}
