/** @returns The greatest integer whose degree-th power is at most a non-negative value (Newton's iteration). */
export function integerRoot(value: bigint, degree: bigint): bigint {
  if (value < 2n) return value;
  const bits = BigInt(value.toString(2).length);
  let root = 1n << (bits / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * root + value / root ** (degree - 1n)) / degree;
    if (next >= root) return root;
    root = next;
  }
}
