/**
 * Widens numbers to float32, with one loop a type: a callback for every number takes minutes on a real model.
 *
 * @param bytes - Begins with `count` numbers of the type, in little-endian order.
 * @param to - Takes them from `at` on.
 * @returns Whether all are finite.
 */
export function widen(
  dtype: 'F32' | 'BF16' | 'F16',
  bytes: ArrayBuffer,
  count: number,
  to: Float32Array,
  at: number,
): boolean {
  if (dtype === 'F32') to.set(new Float32Array(bytes, 0, count), at);
  else if (dtype === 'BF16') {
    // A bfloat16 is the upper half of a float32.
    const halves = new Uint16Array(bytes, 0, count);
    const bits = new Uint32Array(to.buffer, to.byteOffset + 4 * at, count);
    let carry = 0;
    for (let i = 0; i < count; i++) {
      const half = halves[i]!;
      bits[i] = half << 16;
      // One more than an exponent of all ones is carried into the sign's place.
      carry |= (half & 0x7f80) + 0x80;
    }
    return (carry & 0x8000) === 0;
  } else {
    const halves = new Uint16Array(bytes, 0, count);
    const table = (allHalves ??= makeHalves());
    for (let i = 0; i < count; i++) to[at + i] = table[halves[i]!]!;
  }
  // An exponent of all ones; the sum of products with 0 is NaN if there is one.
  let sum = 0;
  for (let i = at; i < at + count; i++) sum += to[i]! * 0;
  return sum === 0;
}

/** Every IEEE 754 binary16 as a number, once one is read: the table takes as long as importing a room. */
let allHalves: Float32Array | undefined;

function makeHalves(): Float32Array {
  const table = new Float32Array(2 ** 16);
  for (let half = 0; half < table.length; half++) {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = half & 0x3ff;
    if (exponent === 0) table[half] = sign * fraction * 2 ** -24;
    else if (exponent === 31) table[half] = fraction === 0 ? sign * Infinity : NaN;
    else table[half] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return table;
}

/**
 * Rounds float32 to bfloat16, to the nearest and halfway to the even one, as PyTorch does.
 *
 * @returns The upper halves of the numbers' bits.
 */
export function narrow(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i]!;
    const isNaN = (word & 0x7fff_ffff) > 0x7f80_0000;
    halves[i] = isNaN ? 0x7fc0 : (word + 0x7fff + ((word >>> 16) & 1)) >>> 16;
  }
  return halves;
}
