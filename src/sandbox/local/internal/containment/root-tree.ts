import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { packageEntry } from '../../../../io/index.js';
import type { Interpreter } from './interpreter.js';

/** The file tree that a program sees: the files that an interpreter and a compiler need, and no user's files. */
export interface RootTree {
  /** The program's private directory. */
  readonly directory: string;
  /** Folders on the interpreter's path that are not shown, because they may hold more than libraries. */
  readonly hidden: readonly string[];
  /** `[source, target]`, bound read-only where the source exists. */
  readonly readOnly: readonly (readonly [source: string, target: string])[];
  readonly devices: readonly string[];
  /** Empty folders. */
  readonly folders: readonly string[];
  /** `[target, path]` of symbolic links. */
  readonly links: readonly (readonly [target: string, path: string])[];
}

/** The folder of our own files in the container. */
export const RUNNER = '/run/rstar2';
/** Candidates for the private directory; the first that hides no file of a program is taken. */
const DIRECTORIES = ['/tmp', '/var/tmp', '/run/private'];

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** The loader's cache, the links of Debian's alternatives, the time zone. */
const SETTINGS = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'];
/** Without /dev/zero, because mapping it takes memory that is not counted; /dev/full reads the same and cannot be mapped. */
export const DEVICES = ['/dev/null', '/dev/full', '/dev/random', '/dev/urandom'];

/** @param readOnlyPaths - Further folders, at their own paths. */
export function rootTree(interpreter: Interpreter, readOnlyPaths: readonly string[]): RootTree {
  const system = SYSTEM.filter((path) => existsSync(path));
  const isLink = (path: string) => lstatSync(path).isSymbolicLink();
  const readable = outermost([...interpreter.libraries.filter(isOwnFolder), ...readOnlyPaths]);
  const bound = [
    ...system.filter((path) => !isLink(path)),
    ...SETTINGS.filter((path) => existsSync(path)),
    ...readable,
  ];
  const directory = DIRECTORIES.find((path) => !readable.some((other) => other.startsWith(`${path}/`)))!;
  return {
    directory,
    hidden: interpreter.elsewhere.filter((path) => !bound.some((other) => `${path}/`.startsWith(`${other}/`))),
    readOnly: [...bound.map((path) => [realpathSync(path), path] as const), [pythonFolder(), RUNNER]],
    devices: DEVICES,
    folders: [directory],
    links: [
      ...system.filter(isLink).map((path) => [readlinkSync(path), path] as const),
      ['full', '/dev/zero'],
      ['/proc/self/fd', '/dev/fd'],
      ['fd/0', '/dev/stdin'],
      ['fd/1', '/dev/stdout'],
      ['fd/2', '/dev/stderr'],
      [directory, '/dev/shm'],
    ],
  };
}

/** A prefix that is a whole home directory or the root would show a program everything in it. */
function isOwnFolder(path: string): boolean {
  return path !== '/' && path !== homedir() && !SYSTEM.some((system) => `${path}/`.startsWith(`${system}/`));
}

/** @returns The folders without those inside another one of the list. */
function outermost(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && path.startsWith(`${other}/`)));
}

/** @returns The folder of the Python files that come with the package. @throws SandboxError where it cannot be found. */
export function pythonFolder(): string {
  return packageEntry('sandbox-python').path;
}
