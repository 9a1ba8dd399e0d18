import type { SandboxLimits } from '../../../../base/index.js';
import type { Interpreter } from './interpreter.js';
import type { RootTree } from './root-tree.js';

/** The settings of a fork server: its first line of control. */
export interface ServerSettings {
  /** The file tree of the container to make; null if the server is in a container already, or runs without one. */
  readonly root: RootTree | null;
  /** Whether it is pid 1 of its own pid namespace and may mount in its own mount namespace. */
  readonly contained: boolean;
  /** Whether it drops capabilities and installs the system call filter. */
  readonly confine: boolean;
  /** Folders that it may read and write, enforced by the kernel if there is no container. */
  readonly landlock: { readonly read: readonly string[]; readonly write: readonly string[] } | null;
  /** Whether `RLIMIT_NPROC` counts only this server's programs. */
  readonly countProcesses: boolean;
  /** Whether a control group counts the memory and processor time of all its processes. */
  readonly countedMemory: boolean;
  readonly countedCpu: boolean;
  /** Devices to mount read-only, so that programs cannot set their times. */
  readonly devices: readonly string[];
  /** The user to become if we start as root; null keeps the user. */
  readonly uid: number | null;
  /** The program's private directory. */
  readonly directory: string;
  readonly diskBytes: number;
  readonly preload: readonly string[];
  /** `sys.path`. */
  readonly path: readonly string[];
  readonly prefix: readonly [string, string];
}

/** The command that starts a fork server. */
export interface Launch {
  /** The interpreter that runs the supervisor. */
  readonly python: string;
  /** A folder to remove when the server has ended, or null. */
  readonly scratch: string | null;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly settings: ServerSettings;
}

/** What a launch depends on besides the mechanism. */
export interface LaunchOptions {
  readonly interpreter: Interpreter;
  readonly limits: SandboxLimits;
  readonly preload: readonly string[];
  /** PYTHONHASHSEED=0. */
  readonly deterministic: boolean;
  /** Further folders that programs may read, at their own paths. */
  readonly readOnlyPaths: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A folder of this server, which has the program's directory if there are no namespaces. */
  readonly scratch: string;
}

/** The environment of every program, with none of the caller's variables. */
export function programEnv(options: LaunchOptions, home: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    TMPDIR: home,
    USER: 'sandbox',
    LOGNAME: 'sandbox',
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
    MPLBACKEND: 'Agg',
    // One thread: numeric libraries would start one for each core and reserve memory for each.
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
    MKL_NUM_THREADS: '1',
    ...(options.deterministic ? { PYTHONHASHSEED: '0' } : {}),
    ...options.env,
  };
}
