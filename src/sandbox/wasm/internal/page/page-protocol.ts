import type { WebModule } from './web.js';

/** The files of Pyodide, and what an interpreter is made of beside them. */
export interface PageFiles {
  /** The text of the program of a worker. */
  readonly program: string;
  /** The modules `pyodide.mjs` and `pyodide.asm.mjs`. */
  readonly loader: string;
  readonly glue: string;
  readonly wasm: Uint8Array;
  readonly standardLibrary: Uint8Array;
  readonly lock: unknown;
  /** Our own modules of Python by their names. */
  readonly modules: Readonly<Record<string, string>>;
  readonly wheels: Readonly<Record<string, Uint8Array>>;
  readonly preload: readonly string[];
  /** An address at the page's own host, by which a worker tries whether the network is denied. */
  readonly probe: string;
}

/** To what starts workers. */
export type HostOrder =
  | { readonly kind: 'files'; readonly files: PageFiles }
  /** All later workers start from it. */
  | { readonly kind: 'snapshot'; readonly snapshot: Uint8Array }
  /** Start worker `key`, which talks over the port that comes with this. */
  | { readonly kind: 'start'; readonly key: number; readonly makesSnapshot: boolean }
  | { readonly kind: 'end'; readonly key: number };

/** From what starts workers: its program runs; or worker `key` failed. */
export type HostLine =
  { readonly kind: 'open' } | { readonly kind: 'failed'; readonly key: number; readonly reason: string };

/** The first message to a worker. Its port comes with it. */
export interface WorkerOrder extends Omit<PageFiles, 'program' | 'wasm' | 'loader' | 'glue'> {
  /** Addresses (`data:`) of the modules. */
  readonly loaderUrl: string;
  readonly glueUrl: string;
  readonly module: WebModule;
  readonly snapshot?: Uint8Array;
  readonly makesSnapshot: boolean;
}
