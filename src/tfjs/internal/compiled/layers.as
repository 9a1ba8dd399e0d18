import { exp4, fma, sumOf } from './vectors';

/**
 * The element-wise layers of the decoder in 128-bit SIMD, each one pass over its rows. AssemblyScript, compiled with `attention.as`. Addresses are
 * in bytes; `size` is a multiple of 4. Every row's sums are taken in one order, whatever is beside it.
 */

/** x / √(mean(x²) + ε) · gain of `rows` rows of `size`; `scales` gets each row's 1 / √…. */
export function rmsNorm(x: usize, gain: usize, out: usize, scales: usize, rows: i32, size: i32, epsilon: f32): void {
  const bytes = size << 2;
  for (let row = 0; row < rows; row++) {
    let squares = f32x4.splat(0);
    for (let c = 0; c < bytes; c += 16) {
      const v = v128.load(x + c);
      squares = fma(squares, v, v);
    }
    const scale: f32 = <f32>1 / sqrt<f32>(sumOf(squares) / <f32>size + epsilon);
    store<f32>(scales, scale);
    const s = f32x4.splat(scale);
    for (let c = 0; c < bytes; c += 16)
      v128.store(out + c, f32x4.mul(f32x4.mul(v128.load(x + c), s), v128.load(gain + c)));
    x += bytes;
    out += bytes;
    scales += 4;
  }
}

/** The gradients of `rmsNorm`; adds to `dGain`, unless that is 0. */
export function rmsNormGradients(
  x: usize, gain: usize, scales: usize, dy: usize, dx: usize, dGain: usize, rows: i32, size: i32,
): void {
  const bytes = size << 2;
  for (let row = 0; row < rows; row++) {
    const scale = load<f32>(scales);
    const s = f32x4.splat(scale);
    let dots = f32x4.splat(0);
    for (let c = 0; c < bytes; c += 16) {
      const normalized = f32x4.mul(v128.load(x + c), s);
      const d = v128.load(dy + c);
      dots = fma(dots, f32x4.mul(d, v128.load(gain + c)), normalized);
      if (dGain != 0) v128.store(dGain + c, fma(v128.load(dGain + c), d, normalized));
    }
    const mean = f32x4.splat(sumOf(dots) / <f32>size);
    for (let c = 0; c < bytes; c += 16) {
      const normalized = f32x4.mul(v128.load(x + c), s);
      const d = f32x4.mul(v128.load(dy + c), v128.load(gain + c));
      v128.store(dx + c, f32x4.mul(s, f32x4.sub(d, f32x4.mul(normalized, mean))));
    }
    x += bytes;
    dy += bytes;
    dx += bytes;
    scales += 4;
  }
}

/**
 * Turns pairs of channels (i, i + size / 2) of each head by their row's angle. `size / 2` is a multiple of 4.
 *
 * @param cos - Rows of `size`, whose second half is not read; `sin` likewise.
 * @param direction - 1, or −1 for the gradient.
 */
export function rotate(
  x: usize, cos: usize, sin: usize, out: usize, rows: i32, heads: i32, size: i32, direction: f32,
): void {
  const half = size << 1;
  const sign = f32x4.splat(direction);
  for (let row = 0; row < rows; row++) {
    for (let head = 0; head < heads; head++) {
      for (let c = 0; c < half; c += 16) {
        const a = v128.load(x + c);
        const b = v128.load(x + half + c);
        const cosine = v128.load(cos + c);
        const sine = f32x4.mul(v128.load(sin + c), sign);
        v128.store(out + c, f32x4.sub(f32x4.mul(a, cosine), f32x4.mul(b, sine)));
        v128.store(out + half + c, f32x4.add(f32x4.mul(b, cosine), f32x4.mul(a, sine)));
      }
      x += 2 * half;
      out += 2 * half;
    }
    cos += 2 * half;
    sin += 2 * half;
  }
}

/** 1 / (1 + e^−x). */
// @ts-ignore: decorator
@inline
function sigmoid4(x: v128): v128 {
  const one = f32x4.splat(1);
  const e = exp4(f32x4.neg(f32x4.abs(x)));
  const numerator = v128.bitselect(one, e, f32x4.ge(x, f32x4.splat(0)));
  return f32x4.div(numerator, f32x4.add(one, e));
}

/** silu(gate) · up of `count` numbers, a multiple of 4. */
export function swiglu(gate: usize, up: usize, out: usize, count: i32): void {
  const end = gate + (<usize>count << 2);
  for (; gate < end; gate += 16, up += 16, out += 16) {
    const g = v128.load(gate);
    v128.store(out, f32x4.mul(f32x4.mul(g, sigmoid4(g)), v128.load(up)));
  }
}

/** The gradients of `swiglu`. */
export function swigluGradients(gate: usize, up: usize, dy: usize, dGate: usize, dUp: usize, count: i32): void {
  const one = f32x4.splat(1);
  const end = gate + (<usize>count << 2);
  for (; gate < end; gate += 16, up += 16, dy += 16, dGate += 16, dUp += 16) {
    const g = v128.load(gate);
    const d = v128.load(dy);
    const s = sigmoid4(g);
    const silu = f32x4.mul(g, s);
    // d silu = σ + silu · (1 − σ)
    const dSilu = fma(s, silu, f32x4.sub(one, s));
    v128.store(dGate, f32x4.mul(f32x4.mul(d, v128.load(up)), dSilu));
    v128.store(dUp, f32x4.mul(d, silu));
  }
}
