/**
 * Packs the package and uses it as a user would. The tarball is linted (publint, attw) and compared with the sizes that
 * docs/package.md states, installed in an empty project without peers, every public subpath is imported, required and
 * bundled for Node and for browsers, and consumers are type-checked by the oldest TypeScript and by ours.
 *
 * Needs a build (`npm run build`) and the npm registry or its cache.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BUNDLERS, bundleDoors } from './pack-test/bundlers.mjs';

/** What a room asks for beside the package's own dependencies. Importing it without says so. */
const PEERS = { './tfjs': ['@tensorflow/tfjs-core'], './testing/fast-check': ['fast-check'] };
/** The oldest that reads our declarations and zod's. */
const OLDEST_TYPESCRIPT = '5.4';
/** What docs/package.md promises. */
const MOST = { codeFiles: 92, unpackedMb: 4.5, installedMb: 16 };
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.keys(manifest.exports).filter((subpath) => !subpath.endsWith('.json'));
const work = mkdtempSync(join(tmpdir(), 'rstar2-agent-pack-'));
try {
  const tarball = step('npm pack', pack);
  step('links of README and guides lead to files of the tarball', checkLinks);
  step('publint', () => run('npx', ['publint', 'run', tarball, '--strict']));
  step('attw', () => run('npx', ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji']));

  const bare = step('install in an empty ESM project', () => install('bare', 'module', tarball, []));
  step('size installed', () => checkInstalled(bare));
  step('import and require what needs no peer', () => useRooms(bare, (subpath) => PEERS[subpath] ?? []));

  step('the command says which peer is missing', () => checkCommand(bare));

  const peers = [...new Set(Object.values(PEERS).flat())].map((name) => `${name}@${versionHere(name)}`);
  const full = step('install with its peers in an empty CommonJS project', () =>
    install('full', 'commonjs', tarball, [...peers, `typescript@${OLDEST_TYPESCRIPT}`]),
  );
  step('import and require every subpath', () => useRooms(full, () => []));
  for (const compiler of [join(full, 'node_modules/typescript'), resolve('node_modules/typescript')])
    step(`type-check consumers with TypeScript ${versionOf(compiler)}`, () => typeCheck(full, compiler));
  for (const bundler of Object.keys(BUNDLERS))
    for (const platform of ['node', 'browser'])
      await step(`bundle by ${bundler} for ${platform}`, () => bundleRooms(bundler, platform, bare, full));
  await step('run from a bundle that is alone', () => runAlone(bare));
  await step('sizes of bundles', () => checkSizes(bare, full));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack() {
  // The build is the caller's: packing must not replace what is being tested.
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work]));
  const stray = packed.files
    .map(({ path }) => path)
    .filter(
      (path) =>
        path.includes('__pycache__') ||
        !/^(dist\/|docs\/[\w-]+\.(?:md|html|png)$|[A-Z]+(\.md)?$|package\.json$)/.test(path),
    );
  if (stray.length > 0) throw new Error(`the tarball holds ${stray.join(', ')}`);
  const code = packed.files.filter(({ path }) => /\.(js|ts)$/.test(path)).length;
  const [packedMb, unpackedMb] = [packed.size, packed.unpackedSize].map((bytes) => bytes / 1e6);
  console.log(
    `  ${packed.entryCount} files, ${code} of code; ${packedMb.toFixed(2)} MB, unpacked ${unpackedMb.toFixed(2)}`,
  );
  if (code > MOST.codeFiles || unpackedMb > MOST.unpackedMb)
    throw new Error(`expected at most ${JSON.stringify(MOST)}`);
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

/** A command without its optional peer says what to install, in one line, and ends with 1. */
function checkCommand(project) {
  const cli = join(project, 'node_modules', manifest.name, manifest.bin['rstar2-agent']);
  const { status, stderr } = spawnSync(process.execPath, [cli, 'tinker', 'serve', '--port', '0'], {
    cwd: project,
    encoding: 'utf8',
  });
  const expected =
    /^rstar2-agent tinker serve: models in this process need the package @tensorflow\/tfjs: npm install @tensorflow\/tfjs\n$/;
  if (status !== 1 || !expected.test(stderr)) throw new Error(`tinker serve without tfjs: ${status}, ${stderr}`);
}

/** Every relative link of what npm shows and ships must lead somewhere where it is shipped. */
function checkLinks() {
  const shipped = [
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...readdirSync('docs')
      .filter((name) => /\.(?:md|html|png)$/.test(name))
      .map((name) => `docs/${name}`),
  ];
  for (const path of shipped.filter((name) => name.endsWith('.md')))
    for (const [, link] of readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
      const target = posix.join(dirname(path), link);
      const isThere = shipped.includes(target) || (target === 'LICENSE' && existsSync(target));
      if (!isThere) throw new Error(`${path} links to ${link}, which the tarball does not hold`);
    }
}

/** @returns The size in KB of what a page gets of a program, minified and compressed. */
async function bundledSize(project, names, door) {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from '${manifest.name}${door}';`, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: PEERS[`.${door}`] ?? [],
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents).length / 1024;
}

/** No door asks for more than the peer that importing it asks for. Each bundle is loaded by this Node. */
async function bundleRooms(bundler, platform, bare, full) {
  for (const [project, doors] of [
    [bare, subpaths.filter((subpath) => PEERS[subpath] === undefined)],
    [full, Object.keys(PEERS)],
  ]) {
    const names = doors.map((subpath) => posix.join(manifest.name, subpath));
    const files = Object.entries(await bundleDoors(bundler, platform, names, project));
    // tfjs takes Node for Node, whatever it was bundled for.
    const loaded = files.filter(([name]) => platform === 'node' || !name.endsWith('/tfjs')).map(([, file]) => file);
    const program = `for (const file of ${JSON.stringify(loaded)}) if ((await import(file)).names === 0) throw new Error(file);`;
    run(process.execPath, ['--input-type=module', '--eval', program], project);
  }
}

/** A bundle that runs where the package is not installed: what needs none of its files works, what needs one says so. */
async function runAlone(project) {
  const contents = `
import { codeReward, verifyBatch } from '${manifest.name}/reward';
import { createLocalSandbox, createRedisSandbox } from '${manifest.name}/sandbox';
const records = [{ response: '\\\\boxed{4}', groundTruth: '4' }];
const [verdict] = await verifyBatch(records, { threads: 1 });
const sandbox = await createLocalSandbox({ isolation: 'none' }).then((s) => s.run({ code: '1' })).catch((error) => error);
const redis = await createRedisSandbox({ url: 'redis://127.0.0.1:9' }).catch((error) => error);
console.log(typeof codeReward, verdict.kind, sandbox.name, sandbox.message, redis.name, redis.message);
process.exit();
`;
  const options = { bundle: true, platform: 'node', logLevel: 'error', logOverride: { 'empty-import-meta': 'silent' } };
  for (const format of ['cjs', 'esm']) {
    const folder = join(work, `alone-${format}`);
    const outfile = join(folder, format === 'cjs' ? 'bundle.cjs' : 'bundle.mjs');
    const program =
      format === 'cjs'
        ? `(async () => {${contents.replace(/import (.*) from (.*);/g, 'const $1 = require($2);')}})();`
        : contents;
    await build({ stdin: { contents: program, resolveDir: project }, ...options, format, outfile });
    const printed = run(process.execPath, [outfile], folder);
    if (
      !/^function correct SandboxError .*leave the package out of the bundle.* MissingPeerError .*npm install ioredis/.test(
        printed,
      )
    )
      throw new Error(`${format}: ${printed}`);
  }
}

/** As `du` counts it, dependencies included. */
function checkInstalled(project) {
  const mb = Number(run('du', ['-sk', join(project, 'node_modules')]).split(/\s/)[0]) / 1024;
  console.log(`  ${mb.toFixed(1)} MB of at most ${MOST.installedMb}`);
  if (mb > MOST.installedMb) throw new Error(`docs/package.md promises ${MOST.installedMb} MB`);
}

/** Holds the tables of docs/package.md: `| `{ verifyMath }` | 65 KB |` of the root, `| `/report` | 0.17 | 0.14 | 67 KB |` of a door. */
async function checkSizes(bare, full) {
  const guide = readFileSync('docs/package.md', 'utf8');
  const named = [...guide.matchAll(/^\| `(\*|\{ \w+ \})`(?: of `(\/\w+)`)? +\| (\d+) KB/gm)];
  const whole = [...guide.matchAll(/^\| `(\/[\w/-]+)` +\|.*\| (\d+) KB \|$/gm)];
  const rows = [
    ...named.map(([, names, door = '', limit]) => ({ names, door, limit })),
    ...whole.map(([, door, limit]) => ({ names: '*', door, limit })),
  ];
  if (named.length < 4 || whole.length < subpaths.length - 1) throw new Error('docs/package.md has no table of sizes');
  const over = [];
  for (const { names, door, limit } of rows) {
    const project = PEERS[`.${door}`] === undefined ? bare : full;
    const size = await bundledSize(project, names, door);
    console.log(`  ${names} of ${manifest.name}${door}: ${size.toFixed(1)} KB of at most ${limit}`);
    if (size > Number(limit)) over.push(`${names} of ${manifest.name}${door}`);
  }
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
  // CommonJS that imports ES modules.
  const isNew = Number(versionOf(compiler).split('.')[0]) > 5;
  const modes = {
    nodenext: {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      files: ['consumer.mts', ...(isNew ? ['consumer.cts'] : [])],
    },
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
