import { PROGRAM } from './program.js';
import { Instance, Module, type WasmMemory, type WasmModule } from './web-assembly.js';

type Attended = readonly [q: number, k: number, v: number, out: number];

/**
 * The compiled kernels over one wasm memory: the exports of `attention.as` and `layers.as`, which say what each computes. Addresses are in bytes,
 * sizes in numbers; a head's size is a multiple of 4 (`isKernelSize`).
 */
export interface Kernels {
  /** Row i of `count` sees the first `seen + i` keys. `scratch` has `scratchBytes(seen + count)`. */
  attend(
    ...args: readonly [
      ...Attended,
      ...[scratch: number, count: number, seen: number, heads: number, kvHeads: number, dim: number],
    ]
  ): void;
  /** Over a whole sequence; adds to `dk` and `dv`. */
  attendGradients(
    ...args: readonly [
      ...Attended,
      ...[dOut: number, dq: number, dk: number, dv: number],
      ...[scratch: number, count: number, heads: number, kvHeads: number, dim: number],
    ]
  ): void;
  rmsNorm(x: number, gain: number, out: number, scales: number, rows: number, size: number, epsilon: number): void;
  /** `dGain` 0 leaves that gradient out. */
  rmsNormGradients(
    ...args: readonly [
      ...[x: number, gain: number, scales: number, dy: number, dx: number, dGain: number],
      ...[rows: number, size: number],
    ]
  ): void;
  /** Half of `size` is a multiple of 4. */
  rotate(
    ...args: readonly [
      ...[x: number, cos: number, sin: number, out: number],
      ...[rows: number, heads: number, size: number, direction: 1 | -1],
    ]
  ): void;
  swiglu(gate: number, up: number, out: number, count: number): void;
  swigluGradients(gate: number, up: number, dy: number, dGate: number, dUp: number, count: number): void;
}

/** The compiled program; null where the runtime has no SIMD, or does not let wasm be compiled. */
let program: WasmModule | null | undefined;
const instances = new WeakMap<WasmMemory, Kernels>();

/** @returns Whether the kernels work here on rows of that size. */
export function isKernelSize(size: number): boolean {
  return size % 4 === 0 && compiled() !== null;
}

/** @returns The kernels over a memory. Only where `isKernelSize` says yes. */
export function kernelsOver(memory: WasmMemory): Kernels {
  let kernels = instances.get(memory);
  if (kernels === undefined) {
    kernels = new Instance(compiled()!, { env: { memory } }).exports as Kernels;
    instances.set(memory, kernels);
  }
  return kernels;
}

/** What `attend` and its gradients need beside their arguments, for a row that sees so many keys. */
export function scratchBytes(seen: number): number {
  return 4 * Float32Array.BYTES_PER_ELEMENT * (seen + 4);
}

function compiled(): WasmModule | null {
  if (program !== undefined) return program;
  try {
    program = new Module(Uint8Array.from(atob(PROGRAM), (byte) => byte.charCodeAt(0)));
  } catch {
    program = null;
  }
  return program;
}
