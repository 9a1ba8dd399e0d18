import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IsolationReport } from '../../../../base/index.js';
import { programEnv } from './launch.js';
import type { Launch, LaunchOptions, ServerSettings } from './launch.js';
import { DEVICES, pythonFolder, RUNNER, rootTree } from './root-tree.js';
import type { RootTree } from './root-tree.js';

/** A way of isolating programs. */
export interface Mechanism {
  readonly name: string;
  readonly level: IsolationReport['level'];
  readonly missing: readonly string[];
  launch(options: LaunchOptions): Launch;
}

/**
 * User ids that no account, container manager or dynamic service uses (systemd's UIDS-GIDS lists them as free). If we start as root, each
 * fork server has one of its own.
 */
const FIRST_FREE_UID = 0x70000000;
let nextUid = (process.pid * 1021) % 0x0ff00000;
const freshUid = (): number => FIRST_FREE_UID + nextUid++;

/**
 * @returns Whether we are root and can become any user. The root of a rootless container has few ids, and counts as an ordinary user.
 */
function isRoot(): boolean {
  if (process.getuid?.() !== 0) return false;
  const spans = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n');
  return spans.some((span) => {
    const [first = 0, , count = 0] = span.trim().split(/\s+/).map(Number);
    return first <= FIRST_FREE_UID && first + count > 2 * FIRST_FREE_UID;
  });
}

const PATH = process.env['PATH'] ?? '/usr/bin:/bin';

/** Settings of a server without isolation. */
function free({ limits, preload, interpreter }: LaunchOptions, directory: string): ServerSettings {
  return {
    ...{ root: null, contained: false, confine: false, landlock: null, uid: null, devices: [] },
    ...{ countProcesses: false, countedMemory: false, countedCpu: false },
    ...{ directory, diskBytes: limits.fileSizeBytes, preload, path: interpreter.path, prefix: interpreter.prefix },
  };
}

function contained(options: LaunchOptions, directory: string, root: RootTree | null): ServerSettings {
  return {
    ...free(options, directory),
    root,
    contained: true,
    confine: true,
    countProcesses: true,
    devices: DEVICES,
    uid: isRoot() ? freshUid() : null,
  };
}

/** Bubblewrap makes namespaces and a minimal read-only root, as root or as an ordinary user. */
export const bubblewrap: Mechanism = {
  name: 'bubblewrap',
  level: 'full',
  missing: [],
  launch(options) {
    const tree = rootTree(options.interpreter, options.readOnlyPaths);
    const env = programEnv(options, tree.directory);
    return {
      ...supervised(options),
      command: 'bwrap',
      args: [
        ...['--unshare-pid', '--as-pid-1', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
        ...['--hostname', 'sandbox', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
        // As root, the server itself makes the user namespace, after it has taken an unused id.
        ...(isRoot()
          ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
          : ['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-add', 'CAP_SYS_ADMIN']),
        ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
        ...ancestors(tree.readOnly.map(([, target]) => target)).flatMap((path) => ['--perms', '0755', '--dir', path]),
        ...tree.readOnly.flatMap(([source, target]) => ['--ro-bind-try', source, target]),
        ...['--tmpfs', '/dev'],
        ...tree.devices.flatMap((path) => ['--dev-bind', path, path]),
        ...tree.folders.flatMap((path) => ['--dir', path]),
        ...tree.links.flatMap(([target, path]) => ['--symlink', target, path]),
        ...['--proc', '/proc', '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
        ...serverCommand(options, RUNNER),
      ],
      env: { PATH },
      settings: contained(options, tree.directory, null),
    };
  },
};

/** The fork server itself makes the same with unshare(2). */
export const unshare: Mechanism = {
  name: 'unshare',
  level: 'full',
  missing: [],
  launch(options) {
    const tree = rootTree(options.interpreter, options.readOnlyPaths);
    const [command = '', ...args] = serverCommand(options, pythonFolder());
    return {
      ...supervised(options),
      command,
      args,
      env: programEnv(options, tree.directory),
      settings: contained(options, tree.directory, tree),
    };
  },
};

/** Without namespaces: a system call filter, landlock, limits and, as root, a user id of its own. */
export const seccomp: Mechanism = {
  name: 'seccomp',
  level: 'partial',
  missing: [
    'namespaces: other processes, and names, sizes and times of all files, can be seen',
    'disk: files are limited one by one',
  ],
  launch(options) {
    const launch = uncontained.launch(options);
    const tree = rootTree(options.interpreter, options.readOnlyPaths);
    const read = [...tree.readOnly.map(([source]) => source), ...tree.devices, '/proc'];
    return {
      ...launch,
      settings: {
        ...launch.settings,
        confine: true,
        countProcesses: isRoot(), // its user is then its own
        uid: isRoot() ? freshUid() : null,
        landlock: { read, write: [options.scratch, '/dev/null'] },
      },
    };
  },
};

/** No isolation: limits alone, with the caller's privileges. Used only if it is asked for by name. */
export const uncontained: Mechanism = {
  name: 'none',
  level: 'none',
  missing: ['everything: programs run with the privileges of the caller'],
  launch(options) {
    const [command = '', ...args] = serverCommand(options, pythonFolder());
    mkdirSync(options.scratch, { recursive: true });
    chmodSync(dirname(options.scratch), 0o711);
    return {
      ...supervised(options),
      scratch: options.scratch,
      command,
      args,
      env: programEnv(options, options.scratch),
      settings: free(options, join(options.scratch, 'program')),
    };
  },
};

const supervised = ({ interpreter }: LaunchOptions) => ({ python: interpreter.executable, scratch: null });

function serverCommand({ interpreter }: LaunchOptions, folder: string): string[] {
  return [interpreter.executable, '-S', '-s', join(folder, 'rstar2_forkserver.py')];
}

/** @returns All folders above these paths, outermost first; bubblewrap would make them readable for root only. */
function ancestors(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/').slice(1, -1);
    parts.forEach((_, i) => found.add(`/${parts.slice(0, i + 1).join('/')}`));
  }
  return [...found];
}
