import type { TokenArithmetic } from './operations.js';

type Column = Float64Array;
type Float64Arithmetic = TokenArithmetic<Column, Uint8Array, number>;

/**
 * Arithmetic on typed arrays: numbers as Float64Array, conditions as Uint8Array of 1 and 0.
 *
 * @param offsets - Shape [S + 1]; sequence i holds the counted tokens [offsets[i], offsets[i + 1]) of M.
 */
export function float64Arithmetic(offsets: Int32Array): Float64Arithmetic {
  const size = offsets[offsets.length - 1] ?? 0;
  const eachSequence = (valueOf: (start: number, end: number) => number): Column => {
    const out = new Float64Array(size);
    for (let i = 0; i + 1 < offsets.length; i++) {
      const [start, end] = [offsets[i]!, offsets[i + 1]!];
      out.fill(valueOf(start, end), start, end);
    }
    return out;
  };
  return {
    ...COLUMNS,
    size,
    sequenceSum: (x) => eachSequence((start, end) => sum(x, start, end)),
    sequenceLengths: () => eachSequence((start, end) => end - start),
  };
}

/**
 * The operations that do not depend on `offsets`. They are made once, for the module, and most of them loop without a function call per
 * token: V8 would compile closures again that are made for every batch.
 */
const COLUMNS: Omit<Float64Arithmetic, 'size' | 'sequenceSum' | 'sequenceLengths'> = {
  column: (values) => values,
  add: (a, b) => {
    const out = new Float64Array(a.length);
    if (typeof b === 'number') for (let t = 0; t < out.length; t++) out[t] = a[t]! + b;
    else for (let t = 0; t < out.length; t++) out[t] = a[t]! + b[t]!;
    return out;
  },
  sub: (a, b) => {
    const out = new Float64Array(a.length);
    if (typeof b === 'number') for (let t = 0; t < out.length; t++) out[t] = a[t]! - b;
    else for (let t = 0; t < out.length; t++) out[t] = a[t]! - b[t]!;
    return out;
  },
  mul: (a, b) => {
    const out = new Float64Array(a.length);
    if (typeof b === 'number') for (let t = 0; t < out.length; t++) out[t] = a[t]! * b;
    else for (let t = 0; t < out.length; t++) out[t] = a[t]! * b[t]!;
    return out;
  },
  div: (a, b) => {
    const divisors = filled(b, a.length);
    return a.map((value, t) => value / divisors[t]!);
  },
  exp: (x) => {
    const out = new Float64Array(x.length);
    // Ratios of sequences repeat over their tokens: a repeated value is exponentiated once.
    for (let t = 0, last = NaN, power = NaN; t < out.length; t++) {
      if (x[t] !== last) power = Math.exp((last = x[t]!));
      out[t] = power;
    }
    return out;
  },
  expm1: (x) => mapped(x, Math.expm1),
  log: (x) => mapped(x, Math.log),
  abs: (x) => mapped(x, Math.abs),
  sign: (x) => mapped(x, Math.sign),
  sigmoid: (x) => mapped(x, (value) => 1 / (1 + Math.exp(-value))),
  clamp: (x, low, high) => {
    let first = 0;
    while (first < x.length && !(x[first]! < low) && !(x[first]! > high)) first++;
    if (first === x.length) return x;
    const out = x.slice();
    for (let t = first; t < out.length; t++) {
      if (x[t]! < low) out[t] = low;
      else if (x[t]! > high) out[t] = high;
    }
    return out;
  },
  greater: (a, b) => {
    if (typeof a === 'number') return COLUMNS.greater(filled(a, (b as Column).length), b);
    const out = new Uint8Array(a.length);
    if (typeof b === 'number') for (let t = 0; t < out.length; t++) out[t] = Number(a[t]! > b);
    else for (let t = 0; t < out.length; t++) out[t] = Number(a[t]! > b[t]!);
    return out;
  },
  equal: (a, b) => {
    const out = new Uint8Array(a.length);
    if (typeof b === 'number') for (let t = 0; t < out.length; t++) out[t] = Number(a[t] === b);
    else for (let t = 0; t < out.length; t++) out[t] = Number(a[t] === b[t]);
    return out;
  },
  and: (a, b) => {
    const out = new Uint8Array(a.length);
    for (let t = 0; t < out.length; t++) out[t] = a[t]! & b[t]!;
    return out;
  },
  not: (c) => {
    const out = new Uint8Array(c.length);
    for (let t = 0; t < out.length; t++) out[t] = c[t]! ^ 1;
    return out;
  },
  where: (c, a, b) => {
    if (!c.includes(1)) return filled(b, c.length);
    if (!c.includes(0)) return filled(a, c.length);
    const other = filled(b, c.length);
    const out = new Float64Array(c.length);
    if (typeof a === 'number') for (let t = 0; t < out.length; t++) out[t] = c[t] !== 0 ? a : other[t]!;
    else for (let t = 0; t < out.length; t++) out[t] = c[t] !== 0 ? a[t]! : other[t]!;
    return out;
  },
  mean: (x) => (x.length === 0 ? 0 : sum(x, 0, x.length) / x.length),
  share: (c) => (c.length === 0 ? 0 : count(c) / c.length),
  spreadMean: (x) => filled(COLUMNS.mean(x), x.length),
  dot: (a, b) => {
    let total = 0;
    for (let t = 0; t < a.length; t++) total += a[t]! * b[t]!;
    return total;
  },
  scalar: (value) => value,
  plusTimes: (a, b, factor) => a + factor * b,
  first: (c, most, order) => {
    const out = new Uint8Array(c.length);
    for (let i = 0, taken = 0; i < out.length && taken < most; i++) {
      const t = order === undefined ? i : order[i]!;
      taken += out[t] = c[t]!;
    }
    return out;
  },
  highest: (x, most) => {
    const least = x.slice().sort()[Math.max(0, x.length - most)]!;
    const above = COLUMNS.greater(x, least);
    const tied = COLUMNS.first(COLUMNS.equal(x, least), most - count(above));
    return above.map((bit, t) => bit | tied[t]!);
  },
};

function filled(x: Column | number, length: number): Column {
  return typeof x === 'number' ? new Float64Array(length).fill(x) : x;
}

function mapped(x: Column, f: (value: number) => number): Column {
  const out = new Float64Array(x.length);
  for (let t = 0; t < out.length; t++) out[t] = f(x[t]!);
  return out;
}

function sum(x: Column, start: number, end: number): number {
  let total = 0;
  for (let t = start; t < end; t++) total += x[t]!;
  return total;
}

function count(c: Uint8Array): number {
  let total = 0;
  for (let t = 0; t < c.length; t++) total += c[t]!;
  return total;
}
