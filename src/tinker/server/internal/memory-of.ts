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
