import { PolicyError } from '../../../base/index.js';
import { Memory, type WasmMemory } from '../../internal/compiled/web-assembly.js';
import { kernelsOver, type Kernels } from '../../internal/compiled/kernels.js';

const PAGE_BYTES = 65_536;
/** As much as a 32-bit address reaches. */
const MOST_PAGES = 65_536;
/** An idle memory is used again; a larger one is left to the garbage collector, because wasm memory never shrinks. */
const MOST_IDLE_BYTES = 2 ** 28;

/** Free memory, for the next arena that is opened: the system gives out few of them, and takes them back late. */
let idle: WasmMemory | undefined;

/** One wasm memory with the compiled kernels over it, given out in pieces. */
export class KvArena {
  readonly kernels: Kernels;
  readonly #memory: WasmMemory;
  readonly #free = new Map<number, number[]>();
  #top = 16;
  #work = { address: 0, bytes: 0 };
  #floats: Float32Array;

  constructor() {
    this.#memory = idle ?? new Memory({ initial: 1, maximum: MOST_PAGES });
    idle = undefined;
    this.kernels = kernelsOver(this.#memory);
    this.#floats = new Float32Array(this.#memory.buffer);
  }

  /** The whole memory; another object after it has grown. */
  get floats(): Float32Array {
    return this.#floats;
  }

  /** @returns The address of a piece of so many bytes; undefined where the memory has no room for it. */
  take(bytes: number): number | undefined {
    const known = this.#free.get(bytes)?.pop();
    if (known !== undefined) return known;
    const end = this.#top + bytes;
    const missing = end - this.#memory.buffer.byteLength;
    if (missing > 0 && !this.#grow(missing)) return undefined;
    const address = this.#top;
    this.#top = end;
    return address;
  }

  give(address: number, bytes: number): void {
    const known = this.#free.get(bytes);
    if (known === undefined) this.#free.set(bytes, [address]);
    else known.push(address);
  }

  /** @returns The address of a piece for the work of one call, whose content the next call writes over; undefined where there is no room. */
  work(bytes: number): number | undefined {
    if (this.#work.bytes >= bytes) return this.#work.address;
    const larger = 2 ** Math.ceil(Math.log2(bytes));
    const address = this.take(larger);
    if (address === undefined) return undefined;
    if (this.#work.bytes > 0) this.give(this.#work.address, this.#work.bytes);
    this.#work = { address, bytes: larger };
    return address;
  }

  /** Leaves the memory to the next arena. Nothing may be in it. */
  close(): void {
    if (this.#memory.buffer.byteLength <= MOST_IDLE_BYTES) idle = this.#memory;
  }

  /** By a quarter of what there is at least, so that growing stays rare. */
  #grow(missing: number): boolean {
    const pages = this.#memory.buffer.byteLength / PAGE_BYTES;
    const least = Math.ceil(missing / PAGE_BYTES);
    for (const more of [Math.max(least, Math.ceil(pages / 4)), least]) {
      if (pages + more > MOST_PAGES) continue;
      try {
        this.#memory.grow(more);
        this.#floats = new Float32Array(this.#memory.buffer);
        return true;
      } catch {
        // The system has no more, or not as much.
      }
    }
    return false;
  }
}

/** Memories as they are needed: each ends at 4 GB. */
export class KvArenas {
  readonly #arenas: KvArena[] = [];

  /** @throws PolicyError where the system has no memory left. */
  take(bytes: number): { readonly arena: KvArena; readonly address: number } {
    for (const arena of this.#arenas) {
      const address = arena.take(bytes);
      if (address !== undefined) return { arena, address };
    }
    const arena = new KvArena();
    const address = arena.take(bytes);
    if (address === undefined)
      throw new PolicyError(`the KV cache: no memory for ${bytes.toLocaleString('en')} bytes more`);
    this.#arenas.push(arena);
    return { arena, address };
  }

  close(): void {
    for (const arena of this.#arenas.splice(0)) arena.close();
  }
}
