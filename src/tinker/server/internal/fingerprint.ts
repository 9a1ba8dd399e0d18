import { createHash } from './node.js';

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
      for (const [name, inner] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
        add(name);
        add(inner);
      }
    } else {
      hash.update(`${typeof one}:${JSON.stringify(one)};`);
    }
  };
  add(value);
  return hash.digest('base64');
}
