import { HttpError } from '../../../io/index.js';

/** What was made under a number: the same request under the same number is given the same again, and nothing is made twice. */
export class Numbered<T> {
  readonly #made = new Map<string, { readonly fingerprint: string; readonly value: T }>();

  /** @param isKept - Whether what was made is still there; else it is made anew. Default: it always is. */
  constructor(private readonly isKept: (value: T) => boolean = () => true) {}

  /** @param name - How the client knows the number. @throws HttpError 409 for the number of another request. */
  get(number: string | number, fingerprint: string, name: string, make: () => T): T {
    const made = this.#made.get(String(number));
    const known = made !== undefined && this.isKept(made.value) ? made : undefined;
    if (known !== undefined && known.fingerprint !== fingerprint)
      throw new HttpError(409, `${name}: expected a new one for another request, got ${number} again`);
    const value = known === undefined ? make() : known.value;
    this.#made.set(String(number), { fingerprint, value });
    return value;
  }

  /** Forgets what is not there any more. */
  sweep(isKept: (value: T) => boolean = this.isKept): void {
    for (const [number, { value }] of this.#made) if (!isKept(value)) this.#made.delete(number);
  }
}
