import { SandboxError } from '../../../base/index.js';

/** What runs the processes of interpreters, and what it denies them. */
export interface WasmRuntime {
  readonly name: 'Node' | 'Deno' | 'Bun';
  readonly version: string;
  readonly command: string;
  /** The arguments before the program's path: it may read these paths, and write to the folder `write`. */
  readonly permissions: (read: readonly string[], write: string | undefined) => string[];
  /** The arguments of a process that may do all that the caller may. */
  readonly unrestricted: readonly string[];
  /** Whether the runtime has permissions at all. */
  readonly contains: boolean;
  readonly deniesNetwork: boolean;
  readonly deniesSignals: boolean;
}

/** The globals that say which runtime this is. */
export interface RuntimeGlobals {
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string }; readonly execPath: () => string };
  readonly process: Pick<NodeJS.Process, 'allowedNodeEnvironmentFlags' | 'execPath' | 'version'>;
}

/** Node and V8: no code from strings, so that what reaches JavaScript from Python finds functions that are there, and no more. */
const NO_CODE = '--disallow-code-generation-from-strings';

/** @returns The runtime of this process. */
export function thisRuntime(globals: RuntimeGlobals = globalThis): WasmRuntime {
  if (globals.Bun !== undefined) return bun(globals.process, globals.Bun.version);
  return globals.Deno === undefined ? node(globals.process) : deno(globals.Deno);
}

function node({ allowedNodeEnvironmentFlags: flags, execPath, version }: RuntimeGlobals['process']): WasmRuntime {
  const flag = flags.has('--permission') ? '--permission' : '--experimental-permission';
  return {
    name: 'Node',
    version,
    command: execPath,
    // Without `--allow-worker`: a thread may be given permissions that its process does not have.
    permissions: (read, write) => [
      flag,
      ...read.map((path) => `--allow-fs-read=${withoutStar(path)}`),
      ...(write === undefined ? [] : [`--allow-fs-write=${withoutStar(write)}`]),
      NO_CODE,
      '--no-warnings',
    ],
    unrestricted: ['--no-warnings'],
    contains: flags.has(flag),
    deniesNetwork: flags.has('--allow-net'),
    deniesSignals: false,
  };
}

/** Node takes a star in a path for whatever may follow, and so permits other paths. */
function withoutStar(path: string): string {
  if (!path.includes('*')) return path;
  throw new SandboxError(`Node has no permission for a path with a star: ${path}`);
}

function deno({ version, execPath }: NonNullable<RuntimeGlobals['Deno']>): WasmRuntime {
  const common = [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-config',
    '--no-lock',
    '--no-remote',
    '--cached-only',
    '--no-npm',
  ];
  const list = (paths: readonly string[]) => paths.map(withoutComma).join(',');
  return {
    name: 'Deno',
    version: version.deno,
    command: execPath(),
    permissions: (read, write) => [
      ...common,
      `--v8-flags=${NO_CODE}`,
      `--allow-read=${list(read)}`,
      ...(write === undefined ? [] : [`--allow-write=${list([write])}`]),
    ],
    unrestricted: [...common, '--allow-all'],
    contains: true,
    deniesNetwork: true,
    deniesSignals: true,
  };
}

/** Deno takes a comma in a path for the end of the path, and so permits another one. */
function withoutComma(path: string): string {
  if (!path.includes(',')) return path;
  throw new SandboxError(`Deno has no permission for a path with a comma: ${path}`);
}

function bun({ execPath }: RuntimeGlobals['process'], version: string): WasmRuntime {
  return {
    name: 'Bun',
    version,
    command: execPath,
    permissions: () => [],
    unrestricted: ['run'],
    contains: false,
    deniesNetwork: false,
    deniesSignals: false,
  };
}

/** What no runtime denies to a program that gets from Python to JavaScript. */
const MEMORY =
  "memory by force: what a program allocates outside Python's memory is measured on Linux, and never refused";
const NO_NETWORK_DENIAL = 'network';

/**
 * @param allowed - What the caller does without.
 * @returns What the runtime does not deny, for the report.
 * @throws SandboxError where more is missing than the caller allows.
 */
export function missingOf(runtime: WasmRuntime, allowed: readonly string[]): readonly string[] {
  const { name, version, contains, deniesNetwork, deniesSignals } = runtime;
  if (!contains) {
    throw new SandboxError(
      `${name} ${version} cannot isolate programs, because it has no permissions: run this in Node 25 or newer, or in Deno`,
    );
  }
  if (!deniesNetwork && !allowed.includes(NO_NETWORK_DENIAL)) {
    throw new SandboxError(
      `${name} ${version} does not block the network for programs: use Node 25 or newer, Deno, or Linux with namespaces, ` +
        "or allow it with allowMissing: ['network'] (--allow-missing network)",
    );
  }
  return [
    ...(deniesNetwork ? [] : [`network: ${name} ${version} does not block it`]),
    ...(deniesSignals ? [] : [`signals: ${name} ${version} does not block them`]),
    MEMORY,
  ];
}
