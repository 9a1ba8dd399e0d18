/** @returns What came instead of something expected, for a message: the beginning of its JSON text. */
export function shownJson(value: unknown): string {
  const json = (JSON.stringify(value) as string | undefined) ?? String(value);
  return json.length > 100 ? `${json.slice(0, 97)}...` : json;
}
