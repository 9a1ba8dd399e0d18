/** @returns The beginning of a value's JSON text, for an error message. */
export function shownJson(value: unknown): string {
  const json = jsonOf(value) ?? plainText(value);
  return json.length > 100 ? `${json.slice(0, 97)}...` : json;
}

/** @returns The message of a value that a user's tool threw. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === 'string' ? thrown : shownJson(thrown);
}

/** @returns Undefined for values that JSON cannot write: functions, big integers, circular structures. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** @returns The value as text, without calling an object's own conversion, which may throw. */
function plainText(value: unknown): string {
  if (Object(value) === value) return Object.prototype.toString.call(value);
  return String(value);
}
