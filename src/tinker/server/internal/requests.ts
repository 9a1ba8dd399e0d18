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

/** The immediate answer to a request that takes time. */
export interface FutureBody {
  readonly request_id: string;
  readonly model_id?: string;
  /** Names of the sequences that are drawn: the SDK reads them from 0.38 on. */
  readonly sample_sequence_ids?: readonly string[];
}

/** @returns A hash of typed arrays, numbers, texts, and lists and objects of these; the order of fields does not matter. */
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

/** V8's overhead for each kind of value, rounded up. */
const [VIEW_BYTES, TEXT_BYTES, OBJECT_BYTES, FIELD_BYTES] = [256, 32, 64, 16];

/** @returns The approximate size in memory of typed arrays, numbers, texts, and lists and objects of these. */
export function memoryOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return VIEW_BYTES + value.byteLength;
  if (typeof value === 'string') return TEXT_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return FIELD_BYTES;
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.reduce<number>((sum, one) => sum + FIELD_BYTES + memoryOf(one), OBJECT_BYTES);
}

/** Values by a client's numbers: a request that is sent again under its number gets the same value, which is made once. */
export class Numbered<T> {
  readonly #made = new Map<string, { readonly fingerprint: string; readonly value: T }>();

  /** @param isKept - Whether a value is still kept; if not, it is made anew. Default: always. */
  constructor(private readonly isKept: (value: T) => boolean = () => true) {}

  /** @param name - The client's name of the number, for errors. @throws HttpError 409 for the number of another request. */
  get(number: string | number, fingerprint: string, name: string, make: () => T): T {
    const made = this.#made.get(String(number));
    const known = made !== undefined && this.isKept(made.value) ? made : undefined;
    if (known !== undefined && known.fingerprint !== fingerprint)
      throw new HttpError(409, `${name}: expected a new one for another request, got ${number} again`);
    const value = known === undefined ? make() : known.value;
    this.#made.set(String(number), { fingerprint, value });
    return value;
  }

  /** Forgets values that are no longer kept. */
  sweep(isKept: (value: T) => boolean = this.isKept): void {
    for (const [number, { value }] of this.#made) if (!isKept(value)) this.#made.delete(number);
  }
}
