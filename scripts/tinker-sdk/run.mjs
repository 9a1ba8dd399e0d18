/**
 * The official SDK of the Tinker API, unmodified, trains against `rstar2-agent tinker serve`, and torch does the same beside it: losses,
 * gradient norms and logprobs must agree; and the tinker-cookbook's programs run through on data of our own: sl_loop and sl_basic with their
 * defaults, rl_loop with smaller batches (`cookbook.py`). Programs of the cookbook may be named (`-- rl_loop`): then they alone run. `--record` also writes its exchanges for the test that replays them without Python.
 *
 * Needs the built package and Python 3.11 or newer. tinker (newest and 0.25), torch, transformers and peft are installed from PyPI into
 * node_modules/.cache/rstar2-tinker/sdk (some GB), unless `RSTAR2_TINKER_PYTHONS` names, with commas, Pythons that have them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { recordInto } from './record.mjs';

const HERE = 'scripts/tinker-sdk';
const CACHE = resolve('node_modules/.cache/rstar2-tinker/sdk');
/** The cookbook wants a tinker of its own time: it is tried with the newest. */
const SDKS = { newest: ['tinker>=0.38'], oldest: ['tinker==0.25.*'] };
/** Installed by itself: PyPI lacks one of the packages that it wants, which renders models of other makers. What its programs here import comes beside it. */
const COOKBOOK = 'tinker-cookbook==0.6.1';
const COOKBOOK_NEEDS = [
  'aiohttp',
  'blobfile',
  'chz',
  'cloudpickle',
  'datasets',
  'pillow',
  'rich',
  'termcolor',
  'tiktoken',
];
const REWARD_NEEDS = ['tml-renderers', 'sympy', 'pylatexenc', 'math-verify'];
/** The programs of the cookbook, and the model that they ask for. */
const PROGRAMS = ['sl_loop', 'sl_basic', 'rl_loop'];
const COOKBOOK_MODEL = 'Qwen/Qwen3.5-9B-Base';
const REFERENCE = ['torch', 'transformers', 'peft', 'numpy'];
const RECORDED = 'test/integration/fixtures/tinker-sdk.json';

const work = mkdtempSync(join(tmpdir(), 'rstar2-tinker-sdk-'));
const isRecording = process.argv.includes('--record');
const named = process.argv.slice(2).filter((name) => name !== '--record');
const unknown = named.filter((name) => !PROGRAMS.includes(name));
if (unknown.length > 0) throw new RangeError(`expected ${PROGRAMS.join(', ')} or --record, got ${unknown.join(', ')}`);
try {
  const pythons = process.env['RSTAR2_TINKER_PYTHONS']?.split(',') ?? Object.keys(SDKS).map(install);
  const model = join(work, 'model');
  run(pythons[0], 'model.py', model);
  const checkpoints = join(work, 'checkpoints');
  if (named.length === 0)
    await withServer(['--model', model, '--checkpoints', checkpoints], (url) => {
      for (const python of pythons) run(python, 'check.py', url, model, model, checkpoints);
      run(pythons[0], 'recipe.py', url, model, join(work, 'recipe'));
    });
  await withServer(['--model', model, '--name', COOKBOOK_MODEL, '--checkpoints', join(work, 'cookbook')], (url) => {
    for (const program of named.length > 0 ? named : PROGRAMS)
      run(pythons[0], 'cookbook.py', program, url, model, join(work, 'programs'));
  });
  if (isRecording)
    await withServer(['--config', 'small', '--checkpoints', join(work, 'recorded')], (url) =>
      recordInto(RECORDED, url, (through) => runAsync(pythons[0], 'session.py', through)),
    );
  if (named.length === 0) console.log('the official SDK trains against tinker serve as torch does');
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @returns The Python of a virtual environment with the SDK and the reference. */
function install(name) {
  const environment = join(CACHE, name);
  const python = join(environment, 'bin/python');
  if (existsSync(python)) return python;
  mkdirSync(CACHE, { recursive: true });
  const isNewest = name === 'newest';
  const wanted = [...SDKS[name], ...REFERENCE, ...(isNewest ? [...COOKBOOK_NEEDS, ...REWARD_NEEDS] : [])];
  console.log(`install ${wanted.join(', ')} from PyPI …`);
  execFileSync(process.env['RSTAR2_PYTHON'] ?? 'python3', ['-m', 'venv', environment], { stdio: 'inherit' });
  execFileSync(python, ['-m', 'pip', 'install', '-q', ...wanted], { stdio: 'inherit' });
  if (isNewest) execFileSync(python, ['-m', 'pip', 'install', '-q', '--no-deps', COOKBOOK], { stdio: 'inherit' });
  return python;
}

function run(python, script, ...args) {
  execFileSync(python, ['-W', 'ignore', join(HERE, script), ...args], { stdio: 'inherit', env: quiet() });
}

async function runAsync(python, script, ...args) {
  const child = spawn(python, ['-W', 'ignore', join(HERE, script), ...args], { stdio: 'inherit', env: quiet() });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}

function quiet() {
  return { ...process.env, TINKER_TELEMETRY: '0', HF_HUB_OFFLINE: '1', TQDM_DISABLE: '1' };
}

/** Runs `tinker serve` while something is done with it. */
async function withServer(flags, use) {
  const command = ['dist/cli.js', 'tinker', 'serve', '--port', '0', ...flags];
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((done) => server.once('exit', done));
  try {
    const url = await new Promise((done, fail) => {
      let said = '';
      server.stdout.on('data', (text) => {
        said += text;
        const [, found] = /Tinker API at (\S+),/.exec(said) ?? [];
        if (found !== undefined) done(found);
      });
      server.once('exit', (code) => fail(new Error(`tinker serve ended with ${code}`)));
    });
    await use(url);
  } finally {
    server.kill('SIGINT');
    await gone;
  }
}
