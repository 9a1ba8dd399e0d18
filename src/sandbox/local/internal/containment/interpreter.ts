import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SandboxError } from '../../../../base/index.js';

/** A Python interpreter as it was found on this machine. */
export interface Interpreter {
  /** The real executable, shims and symbolic links resolved. */
  readonly executable: string;
  /** `3.11.7`. */
  readonly version: string;
  /** Where it looks for modules. */
  readonly path: readonly string[];
  /** `sys.prefix` and `sys.exec_prefix`: a virtual environment's own, where it is one. */
  readonly prefix: readonly [string, string];
  /** Folders outside the system's own that it needs to run: its prefixes and package folders. */
  readonly folders: readonly string[];
  /** Those of the modules asked about that can be imported. */
  readonly modules: readonly string[];
}

const PROBE = `
import importlib.util, json, os, sys
real = os.path.realpath(sys.executable)
folders = {os.path.realpath(p) for p in (sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.path.dirname(real)), *sys.path) if p and os.path.isdir(p)}
print(json.dumps({'executable': sys.executable, 'version': sys.version.split()[0], 'path': [p for p in sys.path if p], 'prefix': [sys.prefix, sys.exec_prefix], 'folders': sorted(folders), 'modules': [m for m in sys.argv[1:] if importlib.util.find_spec(m)]}))
`;

/**
 * Asks an interpreter where it lives.
 *
 * @param python - A name on the PATH or a path.
 * @param modules - Modules whose presence is of interest.
 * @throws SandboxError where there is none, or it is older than 3.9 (the first with `os.pidfd_open`).
 */
export async function findInterpreter(python: string, modules: readonly string[]): Promise<Interpreter> {
  let found: Interpreter;
  try {
    const { stdout } = await promisify(execFile)(python, ['-I', '-c', PROBE, ...modules], { timeout: 20_000 });
    found = JSON.parse(stdout) as Interpreter;
  } catch (cause) {
    throw new SandboxError(`no working Python at '${python}'`, { cause });
  }
  const [major = 0, minor = 0] = found.version.split('.').map(Number);
  if (major !== 3 || minor < 9) throw new SandboxError(`Python 3.9 or newer is needed, ${python} is ${found.version}`);
  return found;
}
