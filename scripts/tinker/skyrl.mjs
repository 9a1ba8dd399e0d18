/**
 * SkyRL's Tinker API on its JAX backend, on the CPU: installs it from PyPI and starts it.
 *
 * Everything lies in node_modules/.cache/rstar2-tinker (some GB: SkyRL imports torch); what is there already is not made again.
 * `RSTAR2_PYTHON` names the Python (3.12 or 3.13) that it is installed for.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

export const CACHE = resolve('node_modules/.cache/rstar2-tinker');
const PROJECT = join(CACHE, 'project');
const PYPROJECT = 'scripts/tinker/pyproject.toml';
const UV = join(CACHE, 'uv/bin/uv');
const PYTHONS = ['3.12', '3.13'];
/** One shape of batch each for training and for sampling: every other one is compiled anew. */
const BACKEND = { max_lora_adapters: 6, max_lora_rank: 16, train_micro_batch_size: 1, sample_max_num_sequences: 32 };
/** From a cold start: JAX and transformers are imported twice. */
const READY_WITHIN_MS = 900_000;

/**
 * Resolves when this program must end. The code that started a server ends the server then: the server has its own process group, which
 * neither a terminal nor a time limit reaches.
 */
export const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));

/** What cannot be done here, and why. */
class NotPossibleHere extends Error {}

/** Installs it where it is not; ends the program with 2, and says why, where that cannot be done here. @throws Error if it fails. */
export function requireSkyrl() {
  try {
    installSkyrl();
  } catch (error) {
    if (!(error instanceof NotPossibleHere)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

function installSkyrl() {
  const installed = join(PROJECT, 'done');
  const wanted = readFileSync(PYPROJECT, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  if (process.platform !== 'linux') throw new NotPossibleHere(`SkyRL runs on Linux, this is ${process.platform}`);
  const python = findPython();
  console.log(`install uv and skyrl[tinker,jax] from PyPI for ${python} (some GB) …`);
  mkdirSync(PROJECT, { recursive: true });
  if (!existsSync(UV)) {
    run(python, ['-m', 'venv', '--clear', join(CACHE, 'uv')]);
    run(join(CACHE, 'uv/bin/python'), ['-m', 'pip', 'install', '-q', 'uv']);
  }
  cpSync(PYPROJECT, join(PROJECT, 'pyproject.toml'));
  run(UV, ['sync', '--quiet', '--project', PROJECT, '--python', python, '--extra', 'tinker', '--extra', 'jax']);
  writeFileSync(installed, wanted);
}

/** @returns The first Python that SkyRL imports on: its types need 3.12, whatever its package says. */
function findPython() {
  const pyenv = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const candidates =
    process.env['RSTAR2_PYTHON'] !== undefined
      ? [process.env['RSTAR2_PYTHON']]
      : [
          ...['python3', 'python3.12', 'python3.13'],
          ...(existsSync(pyenv) ? readdirSync(pyenv).map((version) => join(pyenv, version, 'bin/python3')) : []),
        ];
  const found = candidates.find((python) => PYTHONS.includes(versionOf(python)));
  if (found !== undefined) return found;
  throw new NotPossibleHere(
    `SkyRL needs Python ${PYTHONS.join(' or ')}; ${candidates.map((python) => `${python} is ${versionOf(python) || 'not there'}`).join(', ')}. RSTAR2_PYTHON names one`,
  );
}

/**
 * Starts the server on loopback and waits until it answers. It must be stopped, with its children: an engine that outlives
 * its server goes on taking requests out of the database.
 *
 * @param {{ model: string, directory: string, port?: number, backend?: object, sessionTimeoutSeconds?: number }} options -
 *   `model`: a model's folder; `directory`: of its own, where it keeps its database, checkpoints and log: a server that is
 *   started anew in it knows what the earlier one did.
 * @returns {Promise<{ url: string, log: string, kill: (signal?: NodeJS.Signals) => Promise<void> }>} `kill` ends the server
 *   and its engine, by default as a crash does, and is done when both are gone.
 */
export async function startSkyrl({ model, directory, port, backend, sessionTimeoutSeconds }) {
  mkdirSync(directory, { recursive: true });
  const at = port ?? (await freePort());
  const log = join(directory, 'server.log');
  const output = openSync(log, 'a');
  const settings = {
    host: '127.0.0.1',
    port: at,
    // Its name on the server, found from where the server is started.
    'base-model': basename(model),
    'backend-config': JSON.stringify({ ...BACKEND, ...backend }),
    'database-url': `sqlite:///${join(resolve(directory), 'tinker.db')}`,
    'checkpoints-base': join(resolve(directory), 'checkpoints'),
    ...(sessionTimeoutSeconds === undefined
      ? {}
      : { 'session-timeout-sec': sessionTimeoutSeconds, 'session-cleanup-interval-sec': 1 }),
  };
  // The engine is started with the same flags of uv: nothing is looked up or installed then.
  const uv = ['run', '--project', PROJECT, '--no-sync', '--offline', '--extra', 'tinker', '--extra', 'jax'];
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn(UV, [...uv, '-m', 'skyrl.tinker.api', ...flags], {
    stdio: ['ignore', output, output],
    detached: true,
    cwd: dirname(resolve(model)),
    env: {
      ...process.env,
      PATH: `${join(CACHE, 'uv/bin')}:${process.env['PATH']}`,
      // Modules are the project's, not those of the folder that it is started in.
      PYTHONSAFEPATH: '1',
      JAX_PLATFORMS: 'cpu',
      JAX_COMPILATION_CACHE_DIR: join(CACHE, 'compiled'),
      HF_HUB_OFFLINE: '1',
      HF_HUB_DISABLE_TELEMETRY: '1',
    },
  });
  closeSync(output);
  const gone = new Promise((done) => server.once('exit', done));
  const kill = async (signal = 'SIGKILL') => {
    signalGroup(server.pid, signal);
    await gone;
    // Its engine is of its group, and so is what uv put between them.
    while (signalGroup(server.pid, 0)) await new Promise((done) => setTimeout(done, 20));
  };
  const url = `http://127.0.0.1:${at}`;
  const failed = gone.then(() => {
    throw new Error(`SkyRL's server ended before it answered:\n${readFileSync(log, 'utf8').slice(-3000)}`);
  });
  failed.catch(() => {});
  try {
    await Promise.race([failed, untilHealthy(url)]);
  } catch (error) {
    await kill();
    throw error;
  }
  return { url, log, kill };
}

async function untilHealthy(url) {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/api/v1/healthz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`SkyRL's server did not answer within ${READY_WITHIN_MS / 1000} s`);
}

/** @returns Whether there was anything to signal. */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

function versionOf(python) {
  try {
    const asked = ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];
    return execFileSync(python, asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function run(command, args) {
  execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, UV_CACHE_DIR: join(CACHE, 'uv-cache') } });
}
