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
  /** Files that it needs to run, without any user's: folders of libraries, its own executable. */
  readonly libraries: readonly string[];
  /** Other folders on its path: editable installs, and folders of PYTHONPATH. */
  readonly elsewhere: readonly string[];
  /** The requested modules that can be imported. */
  readonly modules: readonly string[];
}

const PROBE = `
import importlib.util, json, os, sys
home = 'python%d.%d' % sys.version_info[:2]
def real(paths): return sorted({path for path in paths if path and os.path.exists(path)})
prefixes = {sys.prefix, sys.exec_prefix}
bases = {sys.base_prefix, sys.base_exec_prefix}
libraries = real([os.path.join(prefix, lib, home) for prefix in prefixes | bases for lib in ('lib', 'lib64')]
                 + [os.path.join(prefix, folder) for prefix in bases for folder in ('lib', 'lib64', 'share/zoneinfo')]
                 + [path for path in sys.path if os.path.basename(path) in ('site-packages', 'dist-packages')])
inside = lambda path: any((path + '/').startswith(library + '/') for library in libraries)
print(json.dumps({
    'executable': sys.executable, 'version': sys.version.split()[0], 'path': [p for p in sys.path if p],
    'prefix': [sys.prefix, sys.exec_prefix],
    'libraries': libraries + real([sys.executable, os.path.realpath(sys.executable), os.path.join(sys.prefix, 'pyvenv.cfg')]),
    'elsewhere': [path for path in real(sys.path) if not inside(path)],
    'modules': [m for m in sys.argv[1:] if importlib.util.find_spec(m)]}))
`;

/**
 * Finds an interpreter and its folders.
 *
 * @param python - A name on the PATH or a path.
 * @param modules - Modules to look for.
 * @throws SandboxError if there is no interpreter, or it is older than 3.9 (the first with `os.pidfd_open`).
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
