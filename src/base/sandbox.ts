import type { CallOptions } from './policy.js';
import type { FailureCause } from './errors.js';

/** Limits of one call. */
export interface SandboxLimits {
  /** Wall-clock time, enforced from outside the program. */
  readonly wallMs: number;
  /** Processor time of the program and its children. */
  readonly cpuMs: number;
  /** Address space of one process, in bytes. */
  readonly memoryBytes: number;
  /** stdout and stderr together, in bytes, counted while they are produced. */
  readonly outputBytes: number;
  /** Processes and threads alive at once. */
  readonly processes: number;
  /** Largest file the program may write, in bytes. */
  readonly fileSizeBytes: number;
}

/** One program to run. */
export interface SandboxCall {
  readonly language?: 'python' | 'cpp';
  readonly code: string;
  /** Standard input; empty by default. */
  readonly stdin?: string;
  /** Overrides of the sandbox's own limits. */
  readonly limits?: Partial<SandboxLimits>;
  /** Fixed hash and random seeds for the program; by default they differ in every call. */
  readonly deterministic?: boolean;
  /**
   * How Python is run: `cell` (default) shows the value of a last expression as a notebook does, `script` does not
   * evaluate for it.
   */
  readonly mode?: 'cell' | 'script';
}

/**
 * The result of running a program. `durationMs` is how long the program ran, without the time that it waited to be run.
 *
 * - `ok`: it ended by itself with exit code 0;
 * - `error`: it ended with another code (an uncaught exception is 1);
 * - `timeout`, `memory`, `output-limit`: it hit that limit;
 * - `killed`: a signal ended it, not because of a limit;
 * - `unavailable`: an infrastructure error, not the program's. It never counts as a tool error.
 */
export type SandboxResult =
  | {
      readonly kind: 'ok' | 'error' | 'timeout' | 'memory' | 'output-limit' | 'killed';
      readonly stdout: string;
      readonly stderr: string;
      /** The value of the program's last expression as `repr` shows it; absent for None, or without a last expression. */
      readonly value?: string;
      /** null when a signal ended the program. */
      readonly exitCode: number | null;
      readonly durationMs: number;
    }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause; readonly durationMs: number };

/** How well model-written code is isolated, and which protection is missing. */
export interface IsolationReport {
  /** `full`: namespaces, no network, read-only root, limits. `partial`: some of these, see `missing`. `none`: the caller's privileges. */
  readonly level: 'full' | 'partial' | 'none';
  /** The mechanism: `bubblewrap`, `unshare`, `none`, or a remote service's own name. */
  readonly mechanism: string;
  readonly missing: readonly string[];
}

/** A live interpreter that keeps its state between calls. */
export interface SandboxSession {
  /** Runs a cell in it. */
  run(call: SandboxCall, options?: CallOptions): Promise<SandboxResult>;
  /** Ends the interpreter. */
  close(): Promise<void>;
}

/** Options of a batch of calls. */
export interface BatchOptions extends CallOptions {
  /** Called with each result as it arrives, in the order of completion. */
  readonly onResult?: (result: SandboxResult, index: number) => void;
}

/**
 * The interface to code execution: a local pool, a remote service, or a queue for many machines.
 *
 * A failed call is a result. A call rejects only if its signal was aborted, or with TypeError or RangeError if the call is malformed.
 */
export interface Sandbox {
  readonly isolation: IsolationReport;
  /** Default limits of calls. Absent if the backend does not know them. */
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** Runs one program. */
  run(call: SandboxCall, options?: CallOptions): Promise<SandboxResult>;
  /** @returns Results in the order of the calls. */
  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]>;
  /**
   * Starts an interpreter that runs until it is closed. Absent if the backend has no sessions.
   *
   * @throws SandboxError, rejecting, after `close`.
   */
  session?(options?: CallOptions): Promise<SandboxSession>;
  /** Ends every running program, then resolves. */
  close(): Promise<void>;
}
