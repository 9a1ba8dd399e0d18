import { exp4, fma, sumOf } from './vectors';

/**
 * Causal attention in 128-bit SIMD. AssemblyScript; `npm run build:wasm` compiles it into `program.ts`.
 *
 * Rows of queries and outputs have `heads` heads of `dim` float32 each, rows of keys and values have `kvHeads`. Addresses, and strides
 * between rows, are in bytes. `dim` is a multiple of 4. Two queries are computed at a time, so that each key is loaded once for both; every sum is
 * taken in the same order as for one query alone, so a query's result does not depend on what it is computed beside.
 */

/** Address of `rows[t]`. */
// @ts-ignore: decorator
@inline
function rowAt(base: usize, t: i32, stride: i32): usize {
  return base + <usize>t * <usize>stride;
}

/** The sums of four vectors, each taken as `sumOf` does. */
// @ts-ignore: decorator
@inline
function sumsOf(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 2, 6), v128.shuffle<f32>(a, b, 1, 5, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 2, 6), v128.shuffle<f32>(c, d, 1, 5, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/** a·b. @param bytes - 4 · dim. */
function dot(a: usize, b: usize, bytes: i32): f32 {
  let sum = f32x4.splat(0);
  for (let c = 0; c < bytes; c += 16) sum = fma(sum, v128.load(a + c), v128.load(b + c));
  return sumOf(sum);
}

/** Dot products of one vector with `rows[from, to)`, times `scale`. */
function dots(x: usize, rows: usize, stride: i32, from: i32, to: i32, bytes: i32, scale: f32, out: usize): void {
  const scales = f32x4.splat(scale);
  let t = from;
  for (; t + 4 <= to; t += 4) {
    const r0 = rowAt(rows, t, stride);
    const r1 = r0 + stride;
    const r2 = r1 + stride;
    const r3 = r2 + stride;
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let c = 0; c < bytes; c += 16) {
      const v = v128.load(x + c);
      s0 = fma(s0, v, v128.load(r0 + c));
      s1 = fma(s1, v, v128.load(r1 + c));
      s2 = fma(s2, v, v128.load(r2 + c));
      s3 = fma(s3, v, v128.load(r3 + c));
    }
    v128.store(out + (<usize>t << 2), f32x4.mul(sumsOf(s0, s1, s2, s3), scales));
  }
  for (; t < to; t++) store<f32>(out + (<usize>t << 2), dot(x, rowAt(rows, t, stride), bytes) * scale);
}

/** `dots` of two vectors, the first with `rows[0, lengthX)`, the second with `rows[0, lengthY)`. */
function dotsOfTwo(
  x: usize, y: usize, rows: usize, stride: i32, lengthX: i32, lengthY: i32, bytes: i32, scale: f32, outX: usize, outY: usize,
): void {
  const scales = f32x4.splat(scale);
  const both = min(lengthX, lengthY) & ~3;
  for (let t = 0; t < both; t += 4) {
    const r0 = rowAt(rows, t, stride);
    const r1 = r0 + stride;
    const r2 = r1 + stride;
    const r3 = r2 + stride;
    let x0 = f32x4.splat(0);
    let x1 = x0;
    let x2 = x0;
    let x3 = x0;
    let y0 = x0;
    let y1 = x0;
    let y2 = x0;
    let y3 = x0;
    for (let c = 0; c < bytes; c += 16) {
      const vx = v128.load(x + c);
      const vy = v128.load(y + c);
      let row = v128.load(r0 + c);
      x0 = fma(x0, vx, row);
      y0 = fma(y0, vy, row);
      row = v128.load(r1 + c);
      x1 = fma(x1, vx, row);
      y1 = fma(y1, vy, row);
      row = v128.load(r2 + c);
      x2 = fma(x2, vx, row);
      y2 = fma(y2, vy, row);
      row = v128.load(r3 + c);
      x3 = fma(x3, vx, row);
      y3 = fma(y3, vy, row);
    }
    v128.store(outX + (<usize>t << 2), f32x4.mul(sumsOf(x0, x1, x2, x3), scales));
    v128.store(outY + (<usize>t << 2), f32x4.mul(sumsOf(y0, y1, y2, y3), scales));
  }
  dots(x, rows, stride, both, lengthX, bytes, scale, outX);
  dots(y, rows, stride, both, lengthY, bytes, scale, outY);
}

/** Makes scores into e^(score − largest), with zeros up to a multiple of four. @returns 1 / their sum. */
function exponentials(scores: usize, length: i32): f32 {
  const end = (length + 3) & ~3;
  for (let t = length; t < end; t++) store<f32>(scores + (<usize>t << 2), -Infinity);
  let most = f32x4.splat(-Infinity);
  for (let t = 0; t < end; t += 4) most = f32x4.max(most, v128.load(scores + (<usize>t << 2)));
  const largest = max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
  const shift = f32x4.splat(largest);
  let sum = f32x4.splat(0);
  for (let t = 0; t < end; t += 4) {
    const at = scores + (<usize>t << 2);
    const weights = exp4(f32x4.sub(v128.load(at), shift));
    v128.store(at, weights);
    sum = f32x4.add(sum, weights);
  }
  return <f32>1 / sumOf(sum);
}

/** Σ weight_t · rows[t] over [0, length), times `scale`, into `out`. */
function mix(weights: usize, rows: usize, stride: i32, length: i32, bytes: i32, scale: f32, out: usize): void {
  mixOfTwo(weights, weights, rows, stride, length, 0, bytes, scale, scale, out, out);
}

/** `mix` with two lists of weights; `lengthY` 0 leaves the second out. */
function mixOfTwo(
  x: usize, y: usize, rows: usize, stride: i32, lengthX: i32, lengthY: i32, bytes: i32, scaleX: f32, scaleY: f32, outX: usize, outY: usize,
): void {
  const both = min(lengthX, lengthY);
  let c = 0;
  for (; c + 64 <= bytes; c += 64) {
    let x0 = f32x4.splat(0);
    let x1 = x0;
    let x2 = x0;
    let x3 = x0;
    let y0 = x0;
    let y1 = x0;
    let y2 = x0;
    let y3 = x0;
    let t = 0;
    let row = rows + c;
    for (; t < both; t++, row += stride) {
      const wx = v128.load32_splat(x + (<usize>t << 2));
      const wy = v128.load32_splat(y + (<usize>t << 2));
      const v0 = v128.load(row);
      x0 = fma(x0, wx, v0);
      y0 = fma(y0, wy, v0);
      const v1 = v128.load(row, 16);
      x1 = fma(x1, wx, v1);
      y1 = fma(y1, wy, v1);
      const v2 = v128.load(row, 32);
      x2 = fma(x2, wx, v2);
      y2 = fma(y2, wy, v2);
      const v3 = v128.load(row, 48);
      x3 = fma(x3, wx, v3);
      y3 = fma(y3, wy, v3);
    }
    const rest = row;
    for (let u = t; u < lengthX; u++, row += stride) {
      const wx = v128.load32_splat(x + (<usize>u << 2));
      x0 = fma(x0, wx, v128.load(row));
      x1 = fma(x1, wx, v128.load(row, 16));
      x2 = fma(x2, wx, v128.load(row, 32));
      x3 = fma(x3, wx, v128.load(row, 48));
    }
    const sx = f32x4.splat(scaleX);
    v128.store(outX + c, f32x4.mul(x0, sx));
    v128.store(outX + c, f32x4.mul(x1, sx), 16);
    v128.store(outX + c, f32x4.mul(x2, sx), 32);
    v128.store(outX + c, f32x4.mul(x3, sx), 48);
    if (lengthY == 0) continue;
    row = rest;
    for (let u = t; u < lengthY; u++, row += stride) {
      const wy = v128.load32_splat(y + (<usize>u << 2));
      y0 = fma(y0, wy, v128.load(row));
      y1 = fma(y1, wy, v128.load(row, 16));
      y2 = fma(y2, wy, v128.load(row, 32));
      y3 = fma(y3, wy, v128.load(row, 48));
    }
    const sy = f32x4.splat(scaleY);
    v128.store(outY + c, f32x4.mul(y0, sy));
    v128.store(outY + c, f32x4.mul(y1, sy), 16);
    v128.store(outY + c, f32x4.mul(y2, sy), 32);
    v128.store(outY + c, f32x4.mul(y3, sy), 48);
  }
  for (; c < bytes; c += 16) {
    mixColumn(x, rows + c, stride, lengthX, scaleX, outX + c);
    if (lengthY != 0) mixColumn(y, rows + c, stride, lengthY, scaleY, outY + c);
  }
}

/** `mix` of four channels. */
function mixColumn(weights: usize, rows: usize, stride: i32, length: i32, scale: f32, out: usize): void {
  let sum = f32x4.splat(0);
  for (let t = 0; t < length; t++)
    sum = fma(sum, v128.load32_splat(weights + (<usize>t << 2)), v128.load(rowAt(rows, t, stride)));
  v128.store(out, f32x4.mul(sum, f32x4.splat(scale)));
}

/** rows[t] += x_t · a + y_t · b over [0, lengthX) and [0, lengthY), where lengthX ≤ lengthY. */
function spread(
  x: usize, y: usize, a: usize, b: usize, rows: usize, stride: i32, lengthX: i32, lengthY: i32, bytes: i32,
): void {
  let c = 0;
  for (; c + 64 <= bytes; c += 64) {
    const a0 = v128.load(a + c);
    const a1 = v128.load(a + c, 16);
    const a2 = v128.load(a + c, 32);
    const a3 = v128.load(a + c, 48);
    const b0 = v128.load(b + c);
    const b1 = v128.load(b + c, 16);
    const b2 = v128.load(b + c, 32);
    const b3 = v128.load(b + c, 48);
    let row = rows + c;
    let t = 0;
    for (; t < lengthX; t++, row += stride) {
      const wx = v128.load32_splat(x + (<usize>t << 2));
      const wy = v128.load32_splat(y + (<usize>t << 2));
      v128.store(row, fma(fma(v128.load(row), wx, a0), wy, b0));
      v128.store(row, fma(fma(v128.load(row, 16), wx, a1), wy, b1), 16);
      v128.store(row, fma(fma(v128.load(row, 32), wx, a2), wy, b2), 32);
      v128.store(row, fma(fma(v128.load(row, 48), wx, a3), wy, b3), 48);
    }
    for (; t < lengthY; t++, row += stride) {
      const wy = v128.load32_splat(y + (<usize>t << 2));
      v128.store(row, fma(v128.load(row), wy, b0));
      v128.store(row, fma(v128.load(row, 16), wy, b1), 16);
      v128.store(row, fma(v128.load(row, 32), wy, b2), 32);
      v128.store(row, fma(v128.load(row, 48), wy, b3), 48);
    }
  }
  for (; c < bytes; c += 16) {
    const va = v128.load(a + c);
    const vb = v128.load(b + c);
    for (let t = 0; t < lengthY; t++) {
      const row = rowAt(rows, t, stride) + c;
      let sum = v128.load(row);
      if (t < lengthX) sum = fma(sum, v128.load32_splat(x + (<usize>t << 2)), va);
      v128.store(row, fma(sum, v128.load32_splat(y + (<usize>t << 2)), vb));
    }
  }
}

/**
 * softmax(q·kᵀ / √dim)·v of consecutive queries of one sequence: row i sees the first `seen + i` keys.
 *
 * @param scratch - Two lists of `seen + count + 3` float32.
 */
export function attend(
  q: usize, k: usize, v: usize, out: usize, scratch: usize,
  count: i32, seen: i32, heads: i32, kvHeads: i32, dim: i32,
): void {
  const bytes = dim << 2;
  const stride = heads * bytes;
  const kvStride = kvHeads * bytes;
  const perKey = heads / kvHeads;
  const scale: f32 = <f32>1 / sqrt<f32>(<f32>dim);
  const second = scratch + (<usize>(seen + count + 3) << 2);
  for (let head = 0; head < heads; head++) {
    const column = <usize>head * bytes;
    const keys = k + <usize>(head / perKey) * bytes;
    const values = v + <usize>(head / perKey) * bytes;
    let i = 0;
    for (; i + 2 <= count; i += 2) {
      const x = rowAt(q, i, stride) + column;
      const to = rowAt(out, i, stride) + column;
      const length = seen + i;
      dotsOfTwo(x, x + stride, keys, kvStride, length, length + 1, bytes, scale, scratch, second);
      const scaleX = exponentials(scratch, length);
      const scaleY = exponentials(second, length + 1);
      mixOfTwo(scratch, second, values, kvStride, length, length + 1, bytes, scaleX, scaleY, to, to + stride);
    }
    if (i == count) continue;
    const length = seen + i;
    dots(rowAt(q, i, stride) + column, keys, kvStride, 0, length, bytes, scale, scratch);
    const inverse = exponentials(scratch, length);
    mix(scratch, values, kvStride, length, bytes, inverse, rowAt(out, i, stride) + column);
  }
}

/** Makes exponentials into probabilities, and `d` (dO·Vᵀ) into dS = P ∘ (d − shared) · scale. */
function scoreGradients(weights: usize, d: usize, length: i32, inverse: f32, shared: f32, scale: f32): void {
  for (let t = 0; t < length; t += 4) {
    const at = <usize>t << 2;
    const p = f32x4.mul(v128.load(weights + at), f32x4.splat(inverse));
    v128.store(weights + at, p);
    v128.store(d + at, f32x4.mul(f32x4.mul(p, f32x4.sub(v128.load(d + at), f32x4.splat(shared))), f32x4.splat(scale)));
  }
}

/**
 * The gradients of `attend` over a whole sequence of `count` rows; the probabilities are computed again.
 *
 * @param out - What `attend` gave.
 * @param dk - Zeros at first, like `dv`: gradients are added to them.
 * @param scratch - Four lists of `count + 4` float32.
 */
export function attendGradients(
  q: usize, k: usize, v: usize, out: usize, dOut: usize, dq: usize, dk: usize, dv: usize, scratch: usize,
  count: i32, heads: i32, kvHeads: i32, dim: i32,
): void {
  const bytes = dim << 2;
  const stride = heads * bytes;
  const kvStride = kvHeads * bytes;
  const perKey = heads / kvHeads;
  const scale: f32 = <f32>1 / sqrt<f32>(<f32>dim);
  const list = <usize>(count + 4) << 2;
  const px = scratch;
  const py = px + list;
  const sx = py + list;
  const sy = sx + list;
  for (let head = 0; head < heads; head++) {
    const column = <usize>head * bytes;
    const kvColumn = <usize>(head / perKey) * bytes;
    const keys = k + kvColumn;
    const values = v + kvColumn;
    // Longer rows last; an odd first row stands alone.
    let i = 0;
    if (count & 1) {
      const x = q + column;
      const d = dOut + column;
      store<f32>(px, 0);
      dots(x, keys, kvStride, 0, 1, bytes, scale, py);
      dots(d, values, kvStride, 0, 1, bytes, 1, sy);
      scoreGradients(py, sy, 1, exponentials(py, 1), dot(d, out + column, bytes), scale);
      mix(sy, keys, kvStride, 1, bytes, 1, dq + column);
      spread(px, sy, x, x, dk + kvColumn, kvStride, 0, 1, bytes);
      spread(px, py, d, d, dv + kvColumn, kvStride, 0, 1, bytes);
      i = 1;
    }
    for (; i < count; i += 2) {
      const at = rowAt(0, i, stride) + column;
      const x = q + at;
      const d = dOut + at;
      const o = out + at;
      const length = i + 1;
      dotsOfTwo(x, x + stride, keys, kvStride, length, length + 1, bytes, scale, px, py);
      dotsOfTwo(d, d + stride, values, kvStride, length, length + 1, bytes, 1, sx, sy);
      scoreGradients(px, sx, length, exponentials(px, length), dot(d, o, bytes), scale);
      scoreGradients(py, sy, length + 1, exponentials(py, length + 1), dot(d + stride, o + stride, bytes), scale);
      mixOfTwo(sx, sy, keys, kvStride, length, length + 1, bytes, 1, 1, dq + at, dq + at + stride);
      spread(sx, sy, x, x + stride, dk + kvColumn, kvStride, length, length + 1, bytes);
      spread(px, py, d, d + stride, dv + kvColumn, kvStride, length, length + 1, bytes);
    }
  }
}
