/**
 * Packs the package and uses it as a stranger would. The tarball is linted (publint, attw), installed in an empty
 * project of either module kind, every public subpath is imported and required, consumers are type-checked by the oldest
 * TypeScript and by ours, and bundled for a browser, within the sizes that docs/package.md states.
 *
 * Needs a build (`npm run build`) and the npm registry or its cache.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What a room asks for beside the package's own dependencies. Importing it without says so. */
const PEERS = { './tfjs': ['@tensorflow/tfjs-core'], './testing/fast-check': ['fast-check'] };
/** The oldest that reads our declarations and zod's. */
const OLDEST_TYPESCRIPT = '5.4';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.keys(manifest.exports).filter((subpath) => !subpath.endsWith('.json'));
/** What does without Node: a bundle for a browser that meets one of Node's modules fails. */
const IN_BROWSERS = subpaths.filter((subpath) => subpath !== './sandbox');
const work = mkdtempSync(join(tmpdir(), 'rstar2-agent-pack-'));
try {
  const tarball = step('npm pack', pack);
  step('links of README and guides lead to files of the tarball', checkLinks);
  step('publint', () => run('npx', ['publint', 'run', tarball, '--strict']));
  step('attw', () => run('npx', ['attw', tarball, '--profile', 'node16', '--format', 'ascii', '--no-emoji']));

  const bare = step('install in an empty ESM project', () => install('bare', 'module', tarball, []));
  step('import and require what needs no peer', () => useRooms(bare, (subpath) => PEERS[subpath] ?? []));

  const peers = [...new Set(Object.values(PEERS).flat())].map((name) => `${name}@${versionHere(name)}`);
  const full = step('install with its peers in an empty CommonJS project', () =>
    install('full', 'commonjs', tarball, [...peers, `typescript@${OLDEST_TYPESCRIPT}`]),
  );
  step('import and require every subpath', () => useRooms(full, () => []));
  for (const compiler of [join(full, 'node_modules/typescript'), resolve('node_modules/typescript')])
    step(`type-check consumers with TypeScript ${versionOf(compiler)}`, () => typeCheck(full, compiler));
  await step('bundle for browsers', () => bundleRooms(full));
  await step('sizes', () => checkSizes(full));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack() {
  // The build is the caller's: packing must not replace what is being tested.
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work]));
  const stray = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^(dist\/|src\/|docs\/[\w-]+\.(?:md|html)$|[A-Z]+(\.md)?$|package\.json$)/.test(path));
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

/** Every relative link of what npm shows and ships must lead somewhere where it is shipped. */
function checkLinks() {
  const shipped = [
    'README.md',
    'CHANGELOG.md',
    ...readdirSync('docs')
      .filter((name) => /\.(?:md|html)$/.test(name))
      .map((name) => `docs/${name}`),
  ];
  for (const path of shipped.filter((name) => name.endsWith('.md')))
    for (const [, link] of readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
      const target = posix.join(dirname(path), link);
      const isThere = shipped.includes(target) || (/^(src\/|LICENSE$)/.test(target) && existsSync(target));
      if (!isThere) throw new Error(`${path} links to ${link}, which the tarball does not hold`);
    }
}

/** Bundles a program as a user's bundler would; peers stay outside. @returns Its size in KB, minified and compressed. */
async function bundledSize(project, code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: [...Object.keys(manifest.peerDependencies), '@tensorflow/*'],
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents).length / 1024;
}

async function bundleRooms(project) {
  for (const subpath of IN_BROWSERS) {
    const code = `export * from '${posix.join(manifest.name, subpath)}';`;
    const size = await bundledSize(project, code);
    console.log(`  ${posix.join(manifest.name, subpath)}: ${size.toFixed(1)} KB`);
  }
}

/** Holds the table of docs/package.md: `| `{ verifyMath }` | 65 KB |`. */
async function checkSizes(project) {
  const rows = [...readFileSync('docs/package.md', 'utf8').matchAll(/^\| `(\*|\{ \w+ \})` +\| (\d+) KB/gm)];
  if (rows.length < 4) throw new Error('docs/package.md has no table of sizes');
  const sizes = await Promise.all(
    rows.map(([, names]) => bundledSize(project, `export ${names} from '${manifest.name}';`)),
  );
  rows.forEach(([, names, limit], i) => console.log(`  ${names}: ${sizes[i].toFixed(1)} KB of at most ${limit}`));
  const over = rows.filter(([, , limit], i) => sizes[i] > Number(limit)).map(([, names]) => names);
  if (over.length > 0) throw new Error(`docs/package.md promises less for ${over.join(', ')}`);
}

function typeCheck(project, compiler) {
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
    node16: { module: 'node16', moduleResolution: 'node16', files: ['consumer.mts', 'consumer.cts'] },
    bundler: { module: 'esnext', moduleResolution: 'bundler', files: ['consumer.ts'] },
  };
  for (const [mode, { files, ...resolution }] of Object.entries(modes)) {
    const folder = join(project, mode);
    mkdirSync(folder, { recursive: true });
    for (const file of files) writeFileSync(join(folder, file), source);
    const compilerOptions = {
      ...resolution,
      target: 'es2022',
      lib: ['es2023'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = [join(compiler, 'bin/tsc'), '--pretty', 'false', '-p', folder];
    const report = attempt(() => run(process.execPath, tsc, project)) ?? '';
    // What is wrong inside a dependency is not for us to fix.
    const ours = report.split('\n').filter((line) => /error TS/.test(line) && isOurs(line, mode));
    if (ours.length > 0) throw new Error(`${mode}:\n${ours.join('\n')}`);
  }
}

function isOurs(line, mode) {
  return line.startsWith(`node_modules/${manifest.name}/`) || line.startsWith(`${mode}/`);
}

function versionHere(name) {
  return versionOf(join('node_modules', name));
}

function versionOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
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
