import { lstatSync, readlinkSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { IsolationReport, SandboxLimits } from '../../base/index.js';
import { PYTHON_FOLDER } from './assets.js';
import type { Interpreter } from './interpreter.js';

/** What a fork server is told once, as its first line of control. */
export interface ServerSettings {
  /** It is pid 1 of its own pid namespace and may mount in its own mount namespace. */
  readonly contained: boolean;
  /** Give up capabilities and install the system call filter. */
  readonly confine: boolean;
  /** `RLIMIT_NPROC` counts this server's programs alone. */
  readonly countProcesses: boolean;
  /** The user to become where we start as root; null to stay who we are. */
  readonly uid: number | null;
  /** The program's private directory. */
  readonly directory: string;
  readonly diskBytes: number;
  readonly preload: readonly string[];
}

/** How to start one fork server. */
export interface Launch {
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
  /** Where a server without namespaces keeps its programs' directory. */
  readonly scratch: string;
}

export type Mechanism = 'bubblewrap' | 'none';

/** One way of containing programs: how to start it and what it gives. */
export interface MechanismPlan {
  readonly mechanism: Mechanism;
  readonly level: IsolationReport['level'];
  readonly missing: readonly string[];
  launch(options: LaunchOptions): Launch;
}

/** Directories inside the container. */
const INSIDE = { directory: '/tmp', runner: '/run/rstar2' } as const;

/**
 * Ids that no account, container manager or dynamic service uses (systemd's UIDS-GIDS lists them as free): where we
 * start as root, every fork server lives under one of its own.
 */
const FIRST_FREE_UID = 0x70000000;
let nextUid = process.pid % 0x8000;
const freshUid = (): number => FIRST_FREE_UID + (nextUid = (nextUid + 1) % 0x0fff0000);

/** The environment of every program: nothing of the caller's. */
function programEnv(options: LaunchOptions, home: string): Record<string, string> {
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

/** Namespaces and a minimal read-only root made by bubblewrap; as root or as an ordinary user. */
export const bubblewrap: MechanismPlan = {
  mechanism: 'bubblewrap',
  level: 'full',
  missing: [],
  launch(options) {
    const asRoot = process.getuid?.() === 0;
    const env = programEnv(options, INSIDE.directory);
    const args = [
      ...['--unshare-pid', '--as-pid-1', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
      ...['--hostname', 'sandbox', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
      // As root the server itself makes the user namespace, after it has taken an id that owns nothing.
      ...(asRoot
        ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
        : ['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-add', 'CAP_SYS_ADMIN']),
      ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
      ...rootTree(options),
      ...['--ro-bind', PYTHON_FOLDER, INSIDE.runner, '--dir', INSIDE.directory, '--proc', '/proc'],
      ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
      ...serverCommand(options.interpreter, INSIDE.runner),
    ];
    return {
      command: 'bwrap',
      args,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      settings: {
        contained: true,
        confine: true,
        countProcesses: true,
        uid: asRoot ? freshUid() : null,
        directory: INSIDE.directory,
        diskBytes: options.limits.fileSizeBytes,
        preload: options.preload,
      },
    };
  },
};

/** No containment at all: the caller's privileges, limits apart. Only where it is asked for by name. */
export const uncontained: MechanismPlan = {
  mechanism: 'none',
  level: 'none',
  missing: ['everything: programs run with the privileges of the caller'],
  launch(options) {
    const [command = '', ...args] = serverCommand(options.interpreter, PYTHON_FOLDER);
    return {
      command,
      args,
      env: programEnv(options, options.scratch),
      settings: {
        contained: false,
        confine: false,
        countProcesses: false,
        uid: null,
        directory: join(options.scratch, 'program'),
        diskBytes: options.limits.fileSizeBytes,
        preload: options.preload,
      },
    };
  },
};

function serverCommand(interpreter: Interpreter, folder: string): string[] {
  return [interpreter.executable, '-s', join(folder, 'rstar2_forkserver.py')];
}

/** A root that holds what an interpreter and a compiler need, and nothing of anyone's. */
function rootTree(options: LaunchOptions): string[] {
  const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((path) => {
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
  const settings = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'];
  const devices = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`);
  const links = { fd: '/proc/self/fd', stdin: 'fd/0', stdout: 'fd/1', stderr: 'fd/2', shm: INSIDE.directory };
  const folders = [...options.interpreter.folders, ...options.readOnlyPaths].filter(
    (path) => path !== '/' && path !== homedir() && !path.startsWith('/usr/'),
  );
  return [
    ...system,
    ...settings.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--dir', '/dev', '--tmpfs', '/dev'],
    ...devices.flatMap((path) => ['--dev-bind', path, path]),
    ...Object.entries(links).flatMap(([name, target]) => ['--symlink', target, `/dev/${name}`]),
    ...[...new Set(folders)].flatMap((path) => ['--ro-bind', path, path]),
  ];
}
