/** What is used of WebAssembly: the types of Node and of ES2023 leave it out. */
interface WebAssemblyApi {
  readonly Module: new (program: Uint8Array) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown };
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WasmMemory;
}

/** A compiled program. */
export interface WasmModule {
  readonly kind?: 'module';
}

/** A program's memory; its buffer is another one after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** By pages of 64 KiB. @throws RangeError where there are no more. */
  grow(pages: number): number;
}

export const { Module, Instance, Memory } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
  .WebAssembly;
