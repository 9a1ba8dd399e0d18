/** A decimal of at most so many digits survives a round trip through a double. */
const EXACT_DIGITS = 15;

/** @returns The digits of a number that was read from JSON; undefined where reading it may have lost some. */
export function exactNumberText(value: number): string | undefined {
  const digits = value.toExponential().replace(/e.*|\D/g, '').length;
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : digits <= EXACT_DIGITS;
  return isExact ? String(value) : undefined;
}
