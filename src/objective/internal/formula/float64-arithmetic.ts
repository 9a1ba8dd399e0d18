import type { Arithmetic } from './arithmetic.js';

/** Columns of Float64 numbers; a condition is 1 or 0. */
export type Float64Arithmetic = Arithmetic<Float64Array, Uint8Array, number>;

type Column = Float64Array;

/**
 * Arithmetic on plain typed arrays. Every operation is one loop without a call for each token.
 *
 * @param offsets - Of the counted tokens alone: sequence i holds the tokens [offsets[i], offsets[i + 1]) of M; shape [S + 1].
 */
export function float64Arithmetic(offsets: Int32Array): Float64Arithmetic {
  const size = offsets[offsets.length - 1] ?? 0;
  const mean = (x: Column): number => (size === 0 ? 0 : sum(x) / size);
  const filled = (x: Column | number): Column => (typeof x === 'number' ? new Float64Array(size).fill(x) : x);
  return {
    column: (values) => values,
    add: (a, b) => {
      const out = new Float64Array(size);
      if (typeof b === 'number') for (let t = 0; t < size; t++) out[t] = a[t]! + b;
      else for (let t = 0; t < size; t++) out[t] = a[t]! + b[t]!;
      return out;
    },
    sub: (a, b) => {
      const out = new Float64Array(size);
      if (typeof b === 'number') for (let t = 0; t < size; t++) out[t] = a[t]! - b;
      else for (let t = 0; t < size; t++) out[t] = a[t]! - b[t]!;
      return out;
    },
    mul: (a, b) => {
      const out = new Float64Array(size);
      if (typeof b === 'number') for (let t = 0; t < size; t++) out[t] = a[t]! * b;
      else for (let t = 0; t < size; t++) out[t] = a[t]! * b[t]!;
      return out;
    },
    div: (a, b) => {
      const out = new Float64Array(size);
      if (typeof b === 'number') for (let t = 0; t < size; t++) out[t] = a[t]! / b;
      else for (let t = 0; t < size; t++) out[t] = a[t]! / b[t]!;
      return out;
    },
    exp: (x) => {
      const out = new Float64Array(size);
      // What is equal over a sequence is worked out once.
      for (let t = 0, last = NaN, power = NaN; t < size; t++) {
        if (x[t] !== last) power = Math.exp((last = x[t]!));
        out[t] = power;
      }
      return out;
    },
    expm1: (x) => {
      const out = new Float64Array(size);
      for (let t = 0; t < size; t++) out[t] = Math.expm1(x[t]!);
      return out;
    },
    log: (x) => {
      const out = new Float64Array(size);
      for (let t = 0; t < size; t++) out[t] = Math.log(x[t]!);
      return out;
    },
    abs: (x) => {
      const out = new Float64Array(size);
      for (let t = 0; t < size; t++) out[t] = Math.abs(x[t]!);
      return out;
    },
    sign: (x) => {
      const out = new Float64Array(size);
      for (let t = 0; t < size; t++) out[t] = Math.sign(x[t]!);
      return out;
    },
    sigmoid: (x) => {
      const out = new Float64Array(size);
      for (let t = 0; t < size; t++) out[t] = 1 / (1 + Math.exp(-x[t]!));
      return out;
    },
    clamp: (x, low, high) => {
      let acts = 0;
      for (let t = 0; t < size; t++) acts |= Number(x[t]! < low) | Number(x[t]! > high);
      if (acts === 0) return x;
      const out = new Float64Array(size);
      for (let t = 0; t < size; t++) {
        const value = x[t]!;
        out[t] = value < low ? low : value > high ? high : value;
      }
      return out;
    },
    greater: (a, b) => {
      const out = new Uint8Array(size);
      if (typeof b === 'number') {
        const column = filled(a);
        for (let t = 0; t < size; t++) out[t] = Number(column[t]! > b);
      } else if (typeof a === 'number') for (let t = 0; t < size; t++) out[t] = Number(a > b[t]!);
      else for (let t = 0; t < size; t++) out[t] = Number(a[t]! > b[t]!);
      return out;
    },
    equal: (a, b) => {
      const out = new Uint8Array(size);
      if (typeof b === 'number') for (let t = 0; t < size; t++) out[t] = Number(a[t] === b);
      else for (let t = 0; t < size; t++) out[t] = Number(a[t] === b[t]);
      return out;
    },
    and: (a, b) => {
      const out = new Uint8Array(size);
      for (let t = 0; t < size; t++) out[t] = a[t]! & b[t]!;
      return out;
    },
    not: (c) => {
      const out = new Uint8Array(size);
      for (let t = 0; t < size; t++) out[t] = c[t]! ^ 1;
      return out;
    },
    where: (c, a, b) => {
      if (typeof b !== 'number' && !c.includes(1)) return b;
      if (typeof a !== 'number' && !c.includes(0)) return a;
      const out = new Float64Array(size);
      if (typeof a === 'number' && typeof b === 'number') {
        const numbers = [b, a];
        for (let t = 0; t < size; t++) out[t] = numbers[c[t]!]!;
      } else if (typeof b === 'number') for (let t = 0; t < size; t++) out[t] = c[t] !== 0 ? (a as Column)[t]! : b;
      else if (typeof a === 'number') for (let t = 0; t < size; t++) out[t] = c[t] !== 0 ? a : b[t]!;
      else {
        const columns = [b, a];
        for (let t = 0; t < size; t++) out[t] = columns[c[t]!]![t]!;
      }
      return out;
    },
    sequenceSum: (x) => {
      const out = new Float64Array(size);
      for (let i = 0; i + 1 < offsets.length; i++) {
        let total = 0;
        for (let t = offsets[i]!; t < offsets[i + 1]!; t++) total += x[t]!;
        out.fill(total, offsets[i], offsets[i + 1]);
      }
      return out;
    },
    sequenceLengths: () => {
      const out = new Float64Array(size);
      for (let i = 0; i + 1 < offsets.length; i++) out.fill(offsets[i + 1]! - offsets[i]!, offsets[i], offsets[i + 1]);
      return out;
    },
    mean,
    share: (c) => (size === 0 ? 0 : c.reduce((count, bit) => count + bit, 0) / size),
    spreadMean: (x) => new Float64Array(size).fill(mean(x)),
    dot: (a, b) => {
      let total = 0;
      for (let t = 0; t < size; t++) total += a[t]! * b[t]!;
      return total;
    },
    scalar: (value) => value,
    plusTimes: (a, b, factor) => a + factor * b,
    first: (c, count, order) => {
      const out = new Uint8Array(size);
      for (let i = 0, taken = 0; i < size && taken < count; i++) {
        const t = order === undefined ? i : order[i]!;
        if (c[t] === 0) continue;
        out[t] = 1;
        taken++;
      }
      return out;
    },
    highest: (x, count) => {
      const out = new Uint8Array(size);
      const least = x.slice().sort()[Math.max(0, size - count)]!;
      let left = count;
      for (let t = 0; t < size; t++) {
        if (!(x[t]! > least)) continue;
        out[t] = 1;
        left--;
      }
      for (let t = 0; t < size && left > 0; t++) {
        if (x[t] !== least) continue;
        out[t] = 1;
        left--;
      }
      return out;
    },
  };
}

function sum(x: Column): number {
  let total = 0;
  for (let t = 0; t < x.length; t++) total += x[t]!;
  return total;
}
