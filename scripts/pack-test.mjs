/**
 * Packs the package and uses it as a stranger would. The tarball is linted (publint, attw), installed in an empty
 * project of either module kind, every public subpath is imported and required, and consumers are type-checked.
 *
 * Needs a build (`npm run build`) and the npm registry or its cache.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What a room asks for beside the package's own dependencies. Importing it without says so. */
const PEERS = { './tfjs': ['@tensorflow/tfjs-core'], './testing/fast-check': ['fast-check'] };

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json');
const work = mkdtempSync(join(tmpdir(), 'rstar2-agent-pack-'));
try {
  const tarball = step('npm pack', pack);
  step('publint', () => run('npx', ['publint', 'run', tarball, '--strict']));
  step('attw', () => run('npx', ['attw', tarball, '--profile', 'node16', '--format', 'ascii', '--no-emoji']));

  const bare = step('install in an empty ESM project', () => install('bare', 'module', tarball, []));
  step('import and require what needs no peer', () => useRooms(bare, (subpath) => PEERS[subpath] ?? []));

  const peers = [...new Set(Object.values(PEERS).flat())].map((name) => `${name}@${versionHere(name)}`);
  const full = step('install with its peers in an empty CommonJS project', () =>
    install('full', 'commonjs', tarball, peers),
  );
  step('import and require every subpath', () => useRooms(full, () => []));
  step('type-check consumers in nodenext and bundler mode', () => typeCheck(full));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack() {
  // The build is the caller's: packing must not replace what is being tested.
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work]));
  const stray = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^(dist\/|src\/|docs\/[\w-]+\.md$|[A-Z]+(\.md)?$|package\.json$)/.test(path));
  if (stray.length > 0) throw new Error(`the tarball holds ${stray.join(', ')}`);
  console.log(`  ${packed.entryCount} files, ${(packed.size / 1024).toFixed(0)} KiB packed`);
  return join(work, packed.filename);
}

function install(name, type, tarball, peers) {
  const project = join(work, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name, private: true, type }));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel', 'error'];
  run('npm', ['install', ...quiet, tarball, ...peers], project);
  return project;
}

/** Imports and requires each subpath in a process of its own; the two must export the same names. */
function useRooms(project, missingPeers) {
  for (const subpath of subpaths) {
    const name = join(manifest.name, subpath).replaceAll('\\', '/');
    const missing = missingPeers(subpath);
    const names = {
      esm: load(project, 'mjs', `import * as room from '${name}';`, missing),
      cjs: load(project, 'cjs', `const room = require('${name}');`, missing),
    };
    if (missing.length > 0) continue;
    if (names.esm !== names.cjs) throw new Error(`${name}: ESM exports ${names.esm}, CommonJS ${names.cjs}`);
    if (names.esm === '') throw new Error(`${name} exports nothing`);
  }
}

function load(project, extension, statement, missing) {
  const file = join(project, `use.${extension}`);
  writeFileSync(
    file,
    `${statement}\nconsole.log(Object.keys(room).filter((key) => key !== 'default').sort().join(' '));\n`,
  );
  if (missing.length === 0) return run(process.execPath, [file], project).trim();
  const failure = attempt(() => run(process.execPath, [file], project));
  if (failure === undefined) throw new Error(`${statement} works without ${missing.join(', ')}; is it still a peer?`);
  if (!missing.some((peer) => failure.includes(peer)))
    throw new Error(`${statement} fails without naming its peer:\n${failure}`);
  return '';
}

function typeCheck(project) {
  const imports = subpaths
    .map((subpath, i) => `import * as room${i} from '${join(manifest.name, subpath)}';`)
    .join('\n');
  // The second call proves that types arrive: were they `any`, nothing would be wrong with it.
  const source = `${imports}
import { rocDownsample, type Rollout } from '${manifest.name}';
export const rooms = [${subpaths.map((_, i) => `room${i}`).join(', ')}];
const rollouts: Rollout[] = [];
export const kept: readonly number[] = rocDownsample(rollouts, { keep: 2, seed: 1 }).kept;
// @ts-expect-error
rocDownsample(rollouts, { keep: '2', seed: 1 });
`;
  const modes = {
    nodenext: { module: 'nodenext', moduleResolution: 'nodenext', files: ['consumer.mts', 'consumer.cts'] },
    bundler: { module: 'esnext', moduleResolution: 'bundler', files: ['consumer.ts'] },
  };
  for (const [mode, { files, ...resolution }] of Object.entries(modes)) {
    const folder = join(project, mode);
    mkdirSync(folder);
    for (const file of files) writeFileSync(join(folder, file), source);
    const compilerOptions = {
      ...resolution,
      target: 'es2023',
      lib: ['es2023'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', folder];
    const report = attempt(() => run(process.execPath, tsc, project)) ?? '';
    // Declarations are checked down to ours; what is wrong inside a dependency is not for us to fix.
    const ours = report.split('\n').filter((line) => /error TS/.test(line) && !isInDependency(line));
    if (ours.length > 0) throw new Error(`${mode}:\n${ours.join('\n')}`);
  }
}

function isInDependency(line) {
  return /^node_modules\//.test(line) && !line.startsWith(`node_modules/${manifest.name}/`);
}

function versionHere(name) {
  return JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version;
}

/** Runs a program and gives back what it printed; its whole output is the error when it fails. */
function run(command, args, cwd = process.cwd()) {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 26,
    });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  }
}

function attempt(action) {
  try {
    action();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

function step(name, action) {
  console.log(`pack-test: ${name}`);
  return action();
}
