/**
 * @throws TypeError for what is no array of rollouts, such as a promise of one that was not awaited; an array-like will do.
 */
export function checkRollouts(rollouts: unknown): void {
  const length: unknown =
    typeof rollouts === 'object' ? (rollouts as { readonly length?: unknown } | null)?.length : undefined;
  if (Number.isInteger(length) && (length as number) >= 0) return;
  throw new TypeError(`rollouts: expected an array, got ${kindOf(rollouts)}`);
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const name = (value as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `a ${name}` : 'an object';
}
