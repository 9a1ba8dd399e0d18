import type { z } from 'zod';
import { HttpError } from '../../../io/index.js';
import type { endpoints } from '../../wire/index.js';
import { createHash } from './node.js';

/** A request's body, as it was read. */
export type RequestBody<E extends keyof typeof endpoints> = (typeof endpoints)[E] extends {
  readonly request: infer Q extends z.ZodType;
}
  ? z.output<Q>
  : never;

/** What a request that takes time is answered at once. */
export interface FutureBody {
  readonly request_id: string;
  readonly model_id?: string;
  /** Names of the sequences that are drawn: the SDK reads them from 0.38 on. */
  readonly sample_sequence_ids?: readonly string[];
}

/** @returns Equal texts for equal requests, whatever the order of their fields: typed arrays, numbers, texts, lists and objects of these. */
export function fingerprint(value: unknown): string {
  const hash = createHash('sha256');
  const add = (one: unknown): void => {
    if (ArrayBuffer.isView(one)) {
      hash.update(`${one.constructor.name}:${one.byteLength}:`);
      hash.update(new Uint8Array(one.buffer, one.byteOffset, one.byteLength));
    } else if (Array.isArray(one)) {
      hash.update(`[${one.length}:`);
      one.forEach(add);
    } else if (typeof one === 'object' && one !== null) {
      const fields = Object.entries(one).filter(([, inner]) => inner !== undefined);
      hash.update(`{${fields.length}:`);
      for (const entry of fields.sort(([a], [b]) => (a < b ? -1 : 1))) entry.forEach(add);
    } else {
      hash.update(`${typeof one}:${JSON.stringify(one)};`);
    }
  };
  add(value);
  return hash.digest('base64');
}

/** What V8 takes for each beside what it holds, rounded up. */
const [VIEW_BYTES, TEXT_BYTES, OBJECT_BYTES, FIELD_BYTES] = [256, 32, 64, 16];

/** @returns About how many bytes of memory a value takes: typed arrays, numbers, texts, lists and objects of these. */
export function memoryOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return VIEW_BYTES + value.byteLength;
  if (typeof value === 'string') return TEXT_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return FIELD_BYTES;
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.reduce<number>((sum, one) => sum + FIELD_BYTES + memoryOf(one), OBJECT_BYTES);
}

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
