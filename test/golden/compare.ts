/** Numbers agree when |got − want| <= absolute + relative · |want|. */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

/** The tolerances that the golden vectors' README states, for an implementation that computes in float64. */
export const TOLERANCES = {
  exact: { absolute: 0, relative: 0 },
  /** Penalties and metrics of `roc` and `reject_equal`. */
  penalty: { absolute: 1e-12, relative: 1e-12 },
  /** Tensors, losses and gradients of `float64` records. */
  float64: { absolute: 1e-9, relative: 1e-8 },
  /** Scalars of `float64` records that the reference passed through a float32 mean. */
  metric: { absolute: 1e-6, relative: 1e-6 },
  /** `float32` records, and functions that are float32 by construction. */
  float32: { absolute: 1e-5, relative: 1e-5 },
} as const satisfies Record<string, Tolerance>;

/**
 * Compares a value with the recorded one: numbers within a tolerance, everything else exactly.
 *
 * Typed arrays stand for arrays, and the strings "NaN", "Infinity" and "-Infinity" for those numbers. Both sides must
 * have the same keys; a key that is undefined on the got side is absent.
 *
 * @param at - Names the value in the difference, such as `expected.metrics`.
 * @returns The first difference in words; undefined when there is none.
 */
export function compare(got: unknown, want: unknown, tolerance: Tolerance, at = 'value'): string | undefined {
  if (typeof got === 'number') {
    const wanted = fromGolden(want);
    return typeof wanted === 'number' && near(got, wanted, tolerance) ? undefined : differs(got, want, at);
  }
  if (isList(got)) return isList(want) ? compareLists(got, want, tolerance, at) : differs(got, want, at);
  if (isObject(got)) return isObject(want) ? compareObjects(got, want, tolerance, at) : differs(got, want, at);
  return Object.is(got, want) ? undefined : differs(got, want, at);
}

/** @returns The first difference among several comparisons, each made only when those before it agree. */
export function firstDifference(...comparisons: readonly (() => string | undefined)[]): string | undefined {
  for (const comparison of comparisons) {
    const difference = comparison();
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** @returns The recorded value with its non-finite numbers as numbers, at any depth. */
export function fromGolden(value: unknown): unknown {
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  if (Array.isArray(value)) return value.map(fromGolden);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromGolden(item)]));
  return value;
}

/** What running something came to: its value, or what it threw. */
export type Attempt<T> =
  { readonly kind: 'returned'; readonly value: T } | { readonly kind: 'threw'; readonly error: unknown };

/** @returns What `run` came to, for records that expect an error. */
export function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { kind: 'returned', value: run() };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

/** @returns A value on one line, short enough to be read in a list of failures. */
export function show(value: unknown, length = 160): string {
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) return String(item);
    return ArrayBuffer.isView(item) ? Array.from(item as Float64Array) : item;
  });
  const shown = text ?? String(value);
  return shown.length > length ? `${shown.slice(0, length - 1)}…` : shown;
}

function near(got: number, want: number, { absolute, relative }: Tolerance): boolean {
  if (Number.isNaN(want)) return Number.isNaN(got);
  return got === want || Math.abs(got - want) <= (Number.isFinite(want) ? absolute + relative * Math.abs(want) : 0);
}

function compareLists(
  got: ArrayLike<unknown>,
  want: ArrayLike<unknown>,
  tolerance: Tolerance,
  at: string,
): string | undefined {
  if (got.length !== want.length) return differs(`${got.length} items`, `${want.length} items`, at);
  for (let i = 0; i < got.length; i++) {
    const difference = compare(got[i], want[i], tolerance, `${at}[${i}]`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function compareObjects(
  got: { readonly [key: string]: unknown },
  want: { readonly [key: string]: unknown },
  tolerance: Tolerance,
  at: string,
): string | undefined {
  for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
    if (got[key] === undefined && !(key in want)) continue;
    if (!(key in want)) return `${at}: unexpected ${show(key)}: ${show(got[key])}`;
    if (!(key in got)) return `${at}: missing ${show(key)}, expected ${show(want[key])}`;
    const difference = compare(got[key], want[key], tolerance, `${at}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function differs(got: unknown, want: unknown, at: string): string {
  return `${at}: expected ${show(want)}, got ${show(got)}`;
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !isList(value);
}
