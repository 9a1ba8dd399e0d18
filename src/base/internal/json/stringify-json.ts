/**
 * `JSON.stringify` whose errors name the path of the value that JSON cannot hold.
 *
 * @param name - The caller's name of the value, which starts the message.
 * @throws TypeError for a BigInt or a circle (`config.model.vocabulary: expected a value that JSON can represent, got a BigInt`).
 */
export function stringifyJson(
  value: object,
  name: string,
  replacer?: (key: string, inner: unknown) => unknown,
): string {
  try {
    return JSON.stringify(value, replacer);
  } catch (error) {
    refuse(value, name, new Map());
    throw error;
  }
}

/** A replacer for {@link stringifyJson}: typed arrays become lists. */
export function typedArraysAsLists(_key: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}

/** @param around - The objects that enclose the value, with their paths. */
function refuse(value: unknown, path: string, around: ReadonlyMap<unknown, string>): void {
  if (typeof value === 'bigint') throw new TypeError(`${path}: expected a value that JSON can represent, got a BigInt`);
  if (typeof value !== 'object' || value === null) return;
  const again = around.get(value);
  if (again !== undefined) throw new TypeError(`${path}: expected a value that JSON can represent, got ${again} again`);
  const inside = new Map(around).set(value, path);
  for (const [key, inner] of Object.entries(value))
    refuse(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, inside);
}
