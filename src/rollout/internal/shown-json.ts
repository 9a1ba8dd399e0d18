/** @returns The beginning of a value's JSON text, for an error message. */
export function shownJson(value: unknown): string {
  const json = jsonOf(value) ?? plainText(value);
  return json.length > 100 ? `${json.slice(0, 97)}...` : json;
}

/** @returns What a tool of somebody's threw, whatever it is, in its own words. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === 'string' ? thrown : shownJson(thrown);
}

/** @returns Undefined where JSON has no text: for functions, big integers and what holds itself. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Whatever an object does when it is made a text, it has one. */
function plainText(value: unknown): string {
  if (Object(value) === value) return Object.prototype.toString.call(value);
  return String(value);
}
