/** What a sandbox and an interpreter say to each other: lines of JSON to and from a process, messages to and from a worker. */

/** The first line to a process. */
export interface StartOrder {
  /** The address of the module `pyodide`, and its folder. */
  readonly moduleUrl: string;
  readonly folder: string;
  /** A file with the memory of a started interpreter. */
  readonly snapshot?: string;
  /** The files of our own modules of Python: path inside the interpreter, and text. */
  readonly modules: Readonly<Record<string, string>>;
  /** Wheels with pure Python: files on this machine. */
  readonly wheels: readonly string[];
  /** Modules to import before a snapshot is made. */
  readonly preload: readonly string[];
  /** A file to write a snapshot to; the process then ends. */
  readonly writeSnapshot?: string;
  /** Whether JavaScript is to reach nothing of this machine. */
  readonly contained: boolean;
  /** An empty folder: a file of a call's id in it interrupts that call. */
  readonly interrupts: string;
}

/** A program to run. */
export interface CallOrder {
  /** Drawn at random: output that names another id is dropped. */
  readonly id: string;
  readonly code: string;
  readonly stdin: string;
  /** `only`: the one program of this interpreter; `fresh`: in globals of its own; `cell`: in the session's globals. */
  readonly kind: 'only' | 'fresh' | 'cell';
  readonly script: boolean;
  readonly deterministic: boolean;
  /** When a program is interrupted, in milliseconds after its start, so that what it has printed is flushed. */
  readonly interruptMs: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
  readonly fileSizeBytes: number;
  /** A longer value need not be given whole. */
  readonly outputBytes: number;
}

/** An interpreter has started. */
export interface StartedLine {
  /** Versions. */
  readonly python: string;
  readonly pyodide: string;
  /** Of a worker: whether its browser refused the network when that was tried. */
  readonly deniesNetwork?: boolean;
  /** Of a worker: the memory of the started interpreter, where it was asked for. */
  readonly snapshot?: Uint8Array;
}

/** A line from an interpreter. */
export type ProcessLine =
  | { readonly ready: StartedLine }
  | { readonly failed: string }
  /** Output of the call `id`: `to` is 1 for stdout, 2 for stderr. */
  | { readonly id: string; readonly to: 1 | 2; readonly text: string }
  | ({ readonly id: string } & ProgramEnd);

/** How a program ended. */
export interface ProgramEnd {
  readonly exitCode: number;
  /** Of the last expression; null if there is none. */
  readonly value: string | null;
  readonly outOfMemory: boolean;
  /** The limit at which it was interrupted. */
  readonly interrupted?: 'wall' | 'cpu' | 'cancelled';
  /** Whether the interpreter can run another program. */
  readonly alive: boolean;
}
