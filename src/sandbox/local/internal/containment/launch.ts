import type { SandboxLimits } from '../../../../base/index.js';
import type { Interpreter } from './interpreter.js';
import type { RootTree } from './root-tree.js';

/** The settings of a fork server: its first line of control. */
export interface ServerSettings {
  /** The file tree of the container to make; null if the server is in a container already, or runs without one. */
  readonly root: RootTree | null;
  /** It is pid 1 of its own pid namespace and may mount in its own mount namespace. */
  readonly contained: boolean;
  /** Give up capabilities and install the system call filter. */
  readonly confine: boolean;
  /** Folders it may read and write, for the kernel to enforce where there is no container. */
  readonly landlock: { readonly read: readonly string[]; readonly write: readonly string[] } | null;
  /** `RLIMIT_NPROC` counts this server's programs alone. */
  readonly countProcesses: boolean;
  /** What all of its processes hold, and the processor time they use, is known to a control group. */
  readonly countedMemory: boolean;
  readonly countedCpu: boolean;
  /** Devices to be mounted read-only, so that their times are not the programs' to set. */
  readonly devices: readonly string[];
  /** The user to become where we start as root; null to stay who we are. */
  readonly uid: number | null;
  /** The program's private directory. */
  readonly directory: string;
  readonly diskBytes: number;
  readonly preload: readonly string[];
  /** `sys.path`. */
  readonly path: readonly string[];
  readonly prefix: readonly [string, string];
}

/** How to start one fork server. */
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
  /** A folder of this server's own, where one without namespaces keeps its program's directory. */
  readonly scratch: string;
}

/** The environment of every program: nothing of the caller's. */
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
    // One program is one core's work; the numeric libraries would start a thread a core and reserve memory for each.
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
    MKL_NUM_THREADS: '1',
    ...(options.deterministic ? { PYTHONHASHSEED: '0' } : {}),
    ...options.env,
  };
}
