import { describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import { isKernelSize, kernelsOver, scratchBytes } from '../../../../../src/tfjs/internal/compiled/kernels.js';
import { Memory } from '../../../../../src/tfjs/internal/compiled/web-assembly.js';

interface Shape {
  readonly count: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly dim: number;
}

/** Arrays in one memory, with the kernel over it. */
function place({ count, heads, kvHeads, dim }: Shape) {
  const memory = new Memory({ initial: 100, maximum: 65_536 });
  const random = new Random('attention');
  let top = 16;
  const take = (size: number, fill: () => number) => {
    const address = top;
    top += 4 * size;
    const values = new Float32Array(memory.buffer, address, size);
    values.forEach((_, i) => (values[i] = fill()));
    return { address, values };
  };
  const [wide, narrow] = [count * heads * dim, count * kvHeads * dim];
  const normal = () => random.normal();
  const [q, k, v] = [take(wide, normal), take(narrow, normal), take(narrow, normal)];
  const [out, dOut, dq] = [take(wide, () => NaN), take(wide, normal), take(wide, () => NaN)];
  const [dk, dv] = [take(narrow, () => 0), take(narrow, () => 0)];
  const scratch = take(scratchBytes(count) / 4, () => NaN);
  return { kernel: kernelsOver(memory), q, k, v, out, dOut, dq, dk, dv, scratch };
}

type Placed = ReturnType<typeof place>;

function attend({ kernel, q, k, v, out, scratch }: Placed, { count, heads, kvHeads, dim }: Shape): void {
  kernel.attend(q.address, k.address, v.address, out.address, scratch.address, count, 1, heads, kvHeads, dim);
}

/** Value and gradients by plain loops in double precision. */
function reference({ q, k, v, dOut }: Placed, { count, heads, kvHeads, dim }: Shape) {
  const [wide, narrow] = [count * heads * dim, count * kvHeads * dim];
  const [out, dq, dk, dv] = [wide, wide, narrow, narrow].map((size) => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < count; i++)
    for (let head = 0; head < heads; head++) {
      const at = (i * heads + head) * dim;
      const key = (t: number) => (t * kvHeads + Math.floor(head / (heads / kvHeads))) * dim;
      const dot = (a: ArrayLike<number>, from: number, b: ArrayLike<number>, to: number) =>
        Array.from({ length: dim }, (_, c) => a[from + c]! * b[to + c]!).reduce((sum, x) => sum + x, 0);
      const scores = Array.from({ length: i + 1 }, (_, t) => dot(q.values, at, k.values, key(t)) / Math.sqrt(dim));
      const largest = Math.max(...scores);
      const weights = scores.map((score) => Math.exp(score - largest));
      const sum = weights.reduce((a, b) => a + b, 0);
      const shared = weights.reduce((all, w, t) => all + (w / sum) * dot(dOut.values, at, v.values, key(t)), 0);
      weights.forEach((w, t) => {
        const p = w / sum;
        const dScore = (p * (dot(dOut.values, at, v.values, key(t)) - shared)) / Math.sqrt(dim);
        for (let c = 0; c < dim; c++) {
          out[at + c]! += p * v.values[key(t) + c]!;
          dq[at + c]! += dScore * k.values[key(t) + c]!;
          dk[key(t) + c]! += dScore * q.values[at + c]!;
          dv[key(t) + c]! += p * dOut.values[at + c]!;
        }
      });
    }
  return { out, dq, dk, dv };
}

const difference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0);

const SHAPES: Shape[] = [1, 2, 3, 4, 5, 8, 13, 70].flatMap((count) => [
  { count, heads: 4, kvHeads: 2, dim: 16 },
  { count, heads: 3, kvHeads: 1, dim: 4 },
  { count, heads: 2, kvHeads: 2, dim: 20 },
  { count, heads: 2, kvHeads: 1, dim: 64 },
]);

describe('the compiled attention', () => {
  it.each(SHAPES)('computes value and gradients of $count rows, $heads heads over $kvHeads of $dim', (shape) => {
    const placed = place(shape);
    const expected = reference(placed, shape);
    attend(placed, shape);
    expect(difference(placed.out.values, expected.out)).toBeLessThan(2e-6);
    const { kernel, q, k, v, out, dOut, dq, dk, dv, scratch } = placed;
    kernel.attendGradients(
      ...([q, k, v, out, dOut, dq, dk, dv, scratch].map(({ address }) => address) as Addresses),
      ...([shape.count, shape.heads, shape.kvHeads, shape.dim] as const),
    );
    expect(difference(dq.values, expected.dq)).toBeLessThan(2e-5);
    expect(difference(dk.values, expected.dk)).toBeLessThan(2e-5);
    expect(difference(dv.values, expected.dv)).toBeLessThan(2e-5);
  });

  it('gives a row the same bits alone as among others', () => {
    for (const shape of SHAPES) {
      const placed = place(shape);
      attend(placed, shape);
      const together = placed.out.values.slice();
      const { kernel, q, k, v, out, scratch } = placed;
      const { count, heads, kvHeads, dim } = shape;
      const row = 4 * heads * dim;
      for (let i = 0; i < count; i++)
        kernel.attend(
          ...([q.address + i * row, k.address, v.address, out.address + i * row, scratch.address] as const),
          ...([1, i + 1, heads, kvHeads, dim] as const),
        );
      expect(out.values).toEqual(together);
    }
  });

  it('keeps a distribution whose scores are far apart', () => {
    const shape = { count: 6, heads: 1, kvHeads: 1, dim: 4 };
    const placed = place(shape);
    placed.q.values.fill(1000);
    const expected = reference(placed, shape);
    attend(placed, shape);
    expect(difference(placed.out.values, expected.out)).toBeLessThan(1e-5);
  });

  it('takes heads of whole groups of four channels', () => {
    expect([16, 64, 128, 20].map(isKernelSize)).toEqual([true, true, true, true]);
    expect([2, 6, 13].map(isKernelSize)).toEqual([false, false, false]);
  });
});

type Addresses = [number, number, number, number, number, number, number, number, number];
