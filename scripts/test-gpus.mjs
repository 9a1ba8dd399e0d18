/**
 * Runs the commands of docs/gpus.md on the CPU: SkyRL's Tinker server, two engines of vLLM's CPU build, a random Qwen3:
 * `npm run test:gpus`. Its parts may be named (`-- a c kills dry-run`).
 *
 * a: SkyRL trains and makes the rollouts. c: vLLM makes them, with the adapter of each step. kills: as c, while an engine, the server and
 * the training are killed, held against c. dry-run: what a run would take.
 *
 * Exits with 1 if something differs, with 2 if SkyRL cannot be installed here. What was run stays in the cache if it failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireVllm, startVllm } from './gpus/vllm.mjs';
import { CACHE, interrupted, requireSkyrl, startSkyrl } from './tinker/skyrl.mjs';

const PARTS = ['a', 'c', 'kills', 'dry-run'];
const PORTS = [8001, 8002];
const SKYRL_PORT = 8000;
/** Vllm's logprobs and SkyRL's are of one policy, in other arithmetic: float32 both. */
const SAME_POLICY = 0.01;
/** SkyRL computes the same within rounding, whatever it was batched with. */
const SAME_LOSS = 0.02;

const named = process.argv.slice(2);
const unknown = named.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new RangeError(`expected ${PARTS.join(', ')}, got ${unknown.join(', ')}`);
const parts = named.length > 0 ? named : PARTS;

/** What runs, and must not outlive this program. */
const open = new Set();
requireSkyrl();
requireVllm();
const commands = blocksOf(readFileSync('docs/gpus.md', 'utf8'));
mkdirSync(join(CACHE, 'runs'), { recursive: true });
const directory = mkdtempSync(join(CACHE, 'runs', 'gpus-'));
await shell(`node --import tsx test/gpus/data.ts "${directory}"`, {});
const model = join(directory, 'tiny-qwen3');
const env = {
  MODEL: model,
  DATA: directory,
  AGENT: resolve('test/gpus/agent.ts'),
  ADAPTERS: join(directory, 'adapters'),
};
void interrupted.then(async () => {
  await Promise.all([...open].map(({ kill }) => kill()));
  process.exit(1);
});

const skyrl = () => opened(startSkyrl({ model, directory: join(directory, 'server'), port: SKYRL_PORT }));
const vllm = (port) =>
  opened(
    startVllm({
      command: commands.engine,
      env: { ...env, PORT: String(port) },
      port,
      log: join(directory, `vllm-${port}.log`),
    }),
  );
let server;
let engines;
try {
  const since = Date.now();
  const starting = [skyrl(), ...(parts.some((part) => part !== 'a') ? PORTS.map(vllm) : [])];
  // Where one fails, the others are ended too.
  await Promise.allSettled(starting);
  [server, ...engines] = await Promise.all(starting);
  console.log(`servers answer after ${seconds(since)} s`);
  if (parts.includes('a')) await partA();
  if (parts.includes('c') || parts.includes('kills')) await partC();
  if (parts.includes('dry-run')) await partDryRun();
  if (parts.includes('kills')) await partKills();
} finally {
  await Promise.all([...open].map(({ kill }) => kill()));
}
if (process.exitCode === undefined) rmSync(directory, { recursive: true });
else console.error(`what was run is kept in ${directory}`);

async function partA() {
  const since = Date.now();
  await train('train-a', 'runs/a');
  const records = recordsOf('runs/a');
  console.log(`a: ${records.length} steps in ${seconds(since)} s; rewards ${rewardsOf(records)}`);
  checkSteps('a', records);
}

async function partC() {
  const since = Date.now();
  await train('train-c', 'runs/c');
  const records = recordsOf('runs/c');
  console.log(`c: ${records.length} steps in ${seconds(since)} s; rewards ${rewardsOf(records)}`);
  checkSteps('c', records);
  checkPolicy('c', records);
  checkVersions('c', 'runs/c');
}

async function partDryRun() {
  const said = await train('dry-run', 'runs/dry');
  console.log(said);
  for (const expected of ['| sft |', '| rl |', 'weights', 'adapter', 'KV cache', 'room for'])
    check(`dry-run: expected ${expected}`, said.includes(expected));
  check('dry-run: expected no run to be left', !existsSync(join(directory, 'runs/dry')));
}

/** Each kill is followed by the same command, where the training did not outlive it. */
async function partKills() {
  const run = 'runs/kills';
  const { steps } = JSON.parse(readFileSync(join(directory, 'recipe.json'), 'utf8')).stages[0];
  for (const [what, at] of [
    ['the training', 5],
    ['the server', steps + 1],
    ['the training', steps + 2],
    ['an engine', steps + 3],
  ]) {
    console.log(`kill ${what} after ${at} records …`);
    const command = start('train-c', run);
    while (recordsOf(run).length < at && command.code === undefined) await new Promise((done) => setTimeout(done, 20));
    check(`kills: expected the training to be at work`, command.code === undefined);
    if (what === 'the training') command.kill();
    if (what === 'the server') {
      await server.kill();
      open.delete(server);
    }
    let returning;
    if (what === 'an engine') {
      await engines[1].kill();
      open.delete(engines[1]);
      // It is back without its adapters, in the middle of the run or after it.
      returning = vllm(PORTS[1]);
    }
    await command.ended;
    console.log(`  the training ended with ${command.code}, ${recordsOf(run).length} records`);
    if (returning !== undefined) {
      check('kills: expected the run to go on without an engine', command.code === 0);
      engines[1] = await returning;
    }
    if (what === 'the server') server = await skyrl();
  }
  await train('train-c', run);
  const [records, whole] = [recordsOf(run), recordsOf('runs/c')];
  console.log(`kills: rewards ${rewardsOf(records)}`);
  checkSteps('kills', records);
  checkPolicy('kills', records);
  checkVersions('kills', run);
  const losses = (all) => all.flatMap(({ stage, loss }) => (stage === 'sft' ? loss : []));
  const farthest = Math.max(...losses(records).map((loss, i) => Math.abs(loss - losses(whole)[i])));
  console.log(`kills: losses of SFT are within ${farthest.toPrecision(2)} of those of the run in one go`);
  check('kills: expected the same losses', farthest < SAME_LOSS);
}

/** Every step was taken once, in its order. */
function checkSteps(what, records) {
  const { stages } = JSON.parse(readFileSync(join(directory, 'recipe.json'), 'utf8'));
  const wanted = stages.flatMap(({ name, steps, until }) =>
    Array.from({ length: steps ?? until.steps }, (_, i) => `${name} ${i + 1}`),
  );
  const taken = records.map(({ stage, step }) => `${stage} ${step}`);
  check(`${what}: expected every step once, got ${taken.join(', ')}`, taken.join() === wanted.join());
}

/** What the engines drew with is what the server has just trained: their logprobs of the same tokens agree at every step. */
function checkPolicy(what, records) {
  const differences = records.flatMap(({ stage, ...record }) =>
    stage === 'rl' ? record['training/rollout_probs_diff_mean'] : [],
  );
  console.log(
    `${what}: mean difference of probabilities at each step ${differences.map((value) => Number(value).toExponential(1)).join(' ')}`,
  );
  check(`${what}: expected one at each step`, differences.every(Number.isFinite));
  check(`${what}: expected the engines to have the newest adapter`, Math.max(...differences) < SAME_POLICY);
}

/** Every token that was drawn has one version: the adapter of the steps before. */
function checkVersions(what, run) {
  const { stages } = JSON.parse(readFileSync(join(directory, 'recipe.json'), 'utf8'));
  const lines = readFileSync(join(directory, run, 'rollouts.jsonl'), 'utf8')
    .trim()
    .split('\n');
  let tokens = 0;
  for (const { step, rollout } of lines.map((line) => JSON.parse(line))) {
    const { ids, weightVersions = [], responseMask } = rollout.tokens;
    const drawn = maskOf(responseMask, ids);
    for (const { version, start, end } of weightVersions) {
      const label = step === 1 ? /-(loaded|step)/ : new RegExp(`-(step${stages[0].steps + step - 1}|loaded)-`);
      check(`${what}: step ${step}: expected the adapter before it, got ${version}`, label.test(version));
      for (let at = start; at < end; at++) {
        check(`${what}: expected a version for drawn tokens alone, once`, drawn.delete(at));
        tokens++;
      }
    }
    check(`${what}: expected a version for every drawn token`, drawn.size === 0);
  }
  console.log(`${what}: ${tokens} drawn tokens of ${lines.length} kept rollouts have their version`);
}

/** @returns The places of drawn tokens. */
function maskOf(mask, ids) {
  const list = Array.isArray(mask) ? mask : Array.from(Buffer.from(mask, 'base64'));
  if (list.length !== (Array.isArray(ids) ? ids.length : list.length)) throw new Error('expected a mask of the tokens');
  return new Set(list.flatMap((one, at) => (one === 1 ? at : [])));
}

/** @returns Blocks of the guide that are named: ```sh NAME. */
function blocksOf(guide) {
  return Object.fromEntries([...guide.matchAll(/^```sh (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]));
}

/** Runs a command of the guide. @returns What it printed. */
async function train(name, run) {
  const command = start(name, run);
  await command.ended;
  check(`${name}: expected it to end well, got ${command.code}`, command.code === 0);
  return command.output();
}

/** Starts a command of the guide, its run in this check's folder. */
function start(name, run) {
  const text = commands[name].replace(/--run \S+/, `--run "${join(directory, run)}"`);
  return spawned(text, env);
}

async function shell(text, environment) {
  const command = spawned(text, environment);
  await command.ended;
  if (command.code !== 0) throw new Error(`${text}\n${command.output()}`);
}

function spawned(text, environment) {
  const child = spawn('bash', ['-ec', text], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  const printed = [];
  child.stdout.on('data', (piece) => printed.push(piece));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      said = (said + piece).slice(-20_000);
      for (const line of String(piece).split('\n'))
        if (/adapter|left out|back, with/.test(line)) console.log(`  ${line}`);
    });
  const command = {
    code: undefined,
    kill: () => process.kill(-child.pid, 'SIGKILL'),
    output: () => Buffer.concat(printed).toString(),
  };
  open.add(command);
  command.ended = once(child, 'exit').then(([code, signal]) => {
    open.delete(command);
    command.code = code ?? signal;
    if (code !== 0 && signal === null) console.error(said.slice(-1500));
  });
  return command;
}

async function opened(starting) {
  const one = await starting;
  open.add(one);
  return one;
}

function recordsOf(run) {
  const file = join(directory, run, 'metrics.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

function rewardsOf(records) {
  return records.flatMap(({ stage, reward }) => (stage === 'rl' ? Number(reward).toFixed(2) : [])).join(' ');
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}

function check(message, holds) {
  if (holds) return;
  console.error(`FAIL ${message}`);
  process.exitCode = 1;
}
