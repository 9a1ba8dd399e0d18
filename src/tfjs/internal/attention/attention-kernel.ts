import { ATTENTION_PROGRAM } from './attention-program.js';
import { Instance, Module, type WasmMemory, type WasmModule } from './web-assembly.js';

/** Attention over rows in one wasm memory, as `attention.as` has it. Addresses are in bytes. */
export interface AttentionKernel {
  /**
   * softmax(q·kᵀ / √dim)·v of `count` consecutive rows of one sequence; row i sees the first `seen + i` keys.
   *
   * @param scratch - Of `scratchBytes(seen + count)`.
   * @param dim - A multiple of 4 (`isKernelSize`).
   */
  attend(
    q: number,
    k: number,
    v: number,
    out: number,
    scratch: number,
    count: number,
    seen: number,
    heads: number,
    kvHeads: number,
    dim: number,
  ): void;
  /** Gradients of `attend` over a whole sequence; adds to `dk` and `dv`. */
  attendGradients(
    q: number,
    k: number,
    v: number,
    out: number,
    dOut: number,
    dq: number,
    dk: number,
    dv: number,
    scratch: number,
    count: number,
    heads: number,
    kvHeads: number,
    dim: number,
  ): void;
}

/** The compiled program; null where the runtime has no SIMD, or does not let wasm be compiled. */
let program: WasmModule | null | undefined;
const kernels = new WeakMap<WasmMemory, AttentionKernel>();

/** @returns Whether the kernel works here on heads of that size. */
export function isKernelSize(dim: number): boolean {
  return dim % 4 === 0 && compiled() !== null;
}

/** @returns The kernel over a memory. Only where `isKernelSize` says yes. */
export function attentionOver(memory: WasmMemory): AttentionKernel {
  let kernel = kernels.get(memory);
  if (kernel === undefined) {
    const { exports } = new Instance(compiled()!, { env: { memory } });
    kernel = exports as AttentionKernel;
    kernels.set(memory, kernel);
  }
  return kernel;
}

/** What both functions need beside their arguments, for a row that sees so many keys. */
export function scratchBytes(seen: number): number {
  return 4 * Float32Array.BYTES_PER_ELEMENT * (seen + 4);
}

function compiled(): WasmModule | null {
  if (program !== undefined) return program;
  try {
    program = new Module(Uint8Array.from(atob(ATTENTION_PROGRAM), (byte) => byte.charCodeAt(0)));
  } catch {
    program = null;
  }
  return program;
}
