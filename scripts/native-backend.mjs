/**
 * Builds TensorFlow's node backend from parts that the npm registry and PyPI have, on a machine that cannot reach the place
 * where `@tensorflow/tfjs-node` downloads its library from: the C library out of the `tensorflow-cpu` wheel, and the
 * package's own binding compiled against it. Linux, with python3 (pip) and g++.
 *
 * Everything lies in node_modules/.cache/rstar2-native; what is there already is not made again.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = resolve('node_modules/.cache/rstar2-native');
/** Has C headers and a C library of its own (libtensorflow_cc) for every Python; the binding's source is older and fits. */
const WHEEL = 'tensorflow-cpu==2.15.1';
const PYTHON = '3.11';
const HEADERS = 'node-api-headers@1';

/** What cannot be done here, and why: the message is for the reader, not a failure of the build. */
export class NotPossibleHere extends Error {}

/**
 * @returns The folder of a `@tensorflow/tfjs-node` that works.
 * @throws NotPossibleHere if this machine lacks something that the build needs; Error if the build itself fails.
 */
export function buildNativeBackend() {
  const addon = join(CACHE, 'node_modules/@tensorflow/tfjs-node');
  if (existsSync(join(CACHE, 'done'))) return addon;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new NotPossibleHere(`the wheel is for Linux on x64, this is ${process.platform} on ${process.arch}`);
  needs('g++', ['--version'], 'no C++ compiler (g++)');
  needs('python3', ['-m', 'pip', '--version'], 'no python3 with pip');

  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  step('install @tensorflow/tfjs-node without its download', installPackage);
  step(`take the C library out of ${WHEEL}`, () => takeLibrary(join(addon, 'deps')));
  step('compile the binding', () => compile(addon));
  writeFileSync(join(CACHE, 'done'), '');
  return addon;
}

function needs(command, args, reason) {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
  } catch {
    throw new NotPossibleHere(reason);
  }
}

/** The package and what it depends on, but for what the repository has as well: there must be one of each. */
function installPackage() {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const version = devDependencies['@tensorflow/tfjs-core'];
  writeFileSync(join(CACHE, 'package.json'), JSON.stringify({ private: true }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel', 'error'];
  attempt('npm does not reach its registry', 'npm', [
    'install',
    '--prefix',
    CACHE,
    ...quiet,
    `@tensorflow/tfjs-node@${version}`,
    HEADERS,
  ]);
  for (const name of ['tfjs-core', 'tfjs-backend-cpu'])
    rmSync(join(CACHE, 'node_modules/@tensorflow', name), { recursive: true, force: true });
}

function takeLibrary(deps) {
  const wheels = join(CACHE, 'wheels');
  const which = ['--no-deps', '--only-binary=:all:', '--python-version', PYTHON];
  attempt('PyPI cannot be reached', 'python3', ['-m', 'pip', 'download', '-q', ...which, '-d', wheels, WHEEL]);
  const [wheel] = readdirSync(wheels);
  execFileSync('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), join(CACHE, 'wheel')]);
  const tensorflow = join(CACHE, 'wheel/tensorflow');
  mkdirSync(join(deps, 'lib'), { recursive: true });
  for (const name of ['libtensorflow_cc.so.2', 'libtensorflow_framework.so.2'])
    renameSync(join(tensorflow, name), join(deps, 'lib', name));
  cpSync(join(tensorflow, 'include'), join(deps, 'include'), { recursive: true });
  rmSync(wheels, { recursive: true });
  rmSync(join(CACHE, 'wheel'), { recursive: true });
}

function compile(addon) {
  const napiVersions = JSON.parse(readFileSync(join(addon, 'package.json'), 'utf8')).binary.napi_versions;
  const napi = Math.max(...napiVersions.filter((version) => version <= Number(process.versions.napi)));
  const lib = join(addon, `lib/napi-v${napi}`);
  mkdirSync(lib, { recursive: true });
  const sources = ['tfjs_backend.cc', 'tfjs_binding.cc'].map((name) => join(addon, 'binding', name));
  const include = [join(CACHE, 'node_modules/node-api-headers/include'), join(addon, 'deps/include')];
  execFileSync(
    'g++',
    [
      ...['-O2', '-std=c++17', '-shared', '-fPIC', '-w', `-DNAPI_VERSION=${napi}`],
      ...include.map((folder) => `-I${folder}`),
      ...sources,
      ...['-o', join(lib, 'tfjs_binding.node'), `-L${join(addon, 'deps/lib')}`],
      ...['-l:libtensorflow_cc.so.2', '-l:libtensorflow_framework.so.2', '-Wl,-rpath,$ORIGIN/../../deps/lib'],
    ],
    { stdio: 'inherit' },
  );
}

function attempt(reason, command, args) {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    throw new NotPossibleHere(`${reason}: ${String(error.stderr ?? error.message).trim()}`);
  }
}

function step(name, work) {
  console.log(`${name} …`);
  work();
}
