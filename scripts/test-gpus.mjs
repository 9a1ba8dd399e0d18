/**
 * Runs the commands of docs/gpus.md on the CPU: SkyRL's Tinker server, two engines of vLLM's CPU build, a random Qwen3:
 * `npm run test:gpus`. Its parts may be named (`-- a c kills dry-run`).
 *
 * a: SkyRL trains and makes the rollouts. c: vLLM makes them, with the adapter of each step. dry-run: what a run would take. kills: as c,
 * while the training, an engine and the server are killed; compared with c.
 *
 * Exits with 1 if something differs, with 2 if SkyRL cannot be installed here. What was run stays in the cache if it failed.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { namedBlocks, startCommand } from './gpus/commands.mjs';
import {
  adapterLog,
  checkLosses,
  checkPolicy,
  checkSteps,
  checkVersions,
  countSameRollouts,
  linesOf,
  recordsOf,
} from './gpus/run-checks.mjs';
import { requireVllm, startVllm } from './gpus/vllm.mjs';
import { CACHE, interrupted, requireSkyrl, startSkyrl } from './tinker/skyrl.mjs';

const PARTS = ['a', 'c', 'dry-run', 'kills'];
const PORTS = [8001, 8002];
const SKYRL_PORT = 8000;
/** So many turns of an engine are under way when something is killed in their middle, at least. */
const TURNS_UNDER_WAY = 4;
/** Between two looks at a run or an engine. */
const LOOK_MS = 20;

const named = process.argv.slice(2);
const unknown = named.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new RangeError(`expected ${PARTS.join(', ')}, got ${unknown.join(', ')}`);
const parts = named.length > 0 ? named : PARTS;

/** What runs, and must not outlive this program. */
const open = new Set();
requireSkyrl();
requireVllm();
const commands = namedBlocks(readFileSync('docs/gpus.md', 'utf8'));
mkdirSync(join(CACHE, 'runs'), { recursive: true });
const directory = mkdtempSync(join(CACHE, 'runs', 'gpus-'));
const began = Date.now();
const say = (text) => console.log(`${seconds(began)} s: ${text}`);
const model = join(directory, 'tiny-qwen3');
const waitFile = join(directory, 'wait');
const env = {
  MODEL: model,
  DATA: directory,
  AGENT: resolve('test/gpus/agent.ts'),
  ADAPTERS: join(directory, 'adapters'),
  WAIT_FILE: waitFile,
};
void interrupted.then(async () => {
  await closeAll();
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
let recipe;
let server;
let engines;
try {
  await prepare();
  const starting = [skyrl(), ...(parts.some((part) => part !== 'a') ? PORTS.map(vllm) : [])];
  // Where one fails, the others are ended too.
  await Promise.allSettled(starting);
  [server, ...engines] = await Promise.all(starting);
  say('the servers answer');
  if (parts.includes('a')) await partA();
  if (parts.includes('c') || parts.includes('kills')) await partC();
  if (parts.includes('dry-run')) await partDryRun();
  if (parts.includes('kills')) await partKills();
} finally {
  await closeAll();
}
if (process.exitCode === undefined) rmSync(directory, { recursive: true });
else console.error(`what was run is kept in ${directory}`);

/** Writes what a user has: a model, data, a recipe. */
async function prepare() {
  const command = track(startCommand(`node --import tsx test/gpus/data.ts "${directory}"`, { env }));
  await command.ended;
  if (command.code !== 0) throw new Error(`test/gpus/data.ts ended with ${command.code}:\n${command.last()}`);
  recipe = JSON.parse(readFileSync(join(directory, 'recipe.json'), 'utf8'));
}

async function partA() {
  const { records } = await trained('train-a', 'a');
  checkSteps(check, 'a', records, recipe);
}

async function partC() {
  const { records, samples, adapters } = await trained('train-c', 'c');
  checkSteps(check, 'c', records, recipe);
  checkPolicy(check, 'c', records);
  checkVersions(check, 'c', { samples, sftSteps: recipe.stages[0].steps, adapters });
}

async function partDryRun() {
  const { printed } = await trained('dry-run', 'dry');
  console.log(printed);
  for (const expected of ['| sft |', '| rl |', 'weights', 'adapter', 'KV cache', 'tokens'])
    check(`dry-run: expected ${expected}`, printed.includes(expected));
  for (const { url } of engines) check(`dry-run: expected the KV cache of ${url}`, printed.includes(`- ${url}: `));
  check('dry-run: expected no run to be left', !existsSync(join(directory, 'runs/dry')));
}

/** One run, by the same command again and again. The returned engine, the server and the training have forgotten what they had in memory. */
async function partKills() {
  const run = join(directory, 'runs/kills');
  const adapters = adapterLog(run);
  const sftSteps = recipe.stages[0].steps;
  const start = () => startTraining('train-c', run, adapters);
  const has = (count) => () => recordsOf(run).length >= count;

  let training = start();
  await until(has(5), training, 'the fifth step of SFT');
  await training.kill();
  say(`killed the training in SFT, after ${recordsOf(run).length} steps`);

  training = start();
  let turns = 0;
  const hasTurns = async (engine) => (turns = await engine.running()) >= TURNS_UNDER_WAY;
  await until(() => has(sftSteps)() && hasTurns(engines[1]), training, 'turns of the first step of RL');
  await engines[1].kill();
  open.delete(engines[1]);
  say(`killed an engine with ${turns} turns under way in step ${recordsOf(run).length - sftSteps + 1} of RL`);
  await until(has(sftSteps + 1), training, 'the end of that step, on the other engine');
  writeFileSync(waitFile, '');
  say('the step is done; the engine starts again');
  engines[1] = await vllm(PORTS[1]);
  say('it answers');
  await until(() => adapters.returned.length > 0, training, 'the engine to be back');
  const [{ engine, adapter }] = adapters.returned;
  const newest = adapters.published.at(-1).name;
  say(`${engine} is back, with ${adapter}`);
  check(`kills: expected the engine to have ${newest}`, adapter === newest && engine === engines[1].url);
  rmSync(waitFile);
  // The turns of this step may be under way on the other engine already.
  await until(has(sftSteps + 3), training, 'a whole step on both engines');
  const finished = await engines[1].finished();
  say(`the engine that returned has drawn ${finished} turns`);
  check('kills: expected turns on the engine that returned', finished > 0);

  await until(() => hasTurns(engines[0]), training, 'turns of the fourth step');
  await training.kill();
  say(
    `killed the training with ${turns} turns under way on an engine, after ${recordsOf(run).length - sftSteps} steps of RL`,
  );

  training = start();
  await until(() => has(sftSteps + 4)() && hasTurns(engines[0]), training, 'turns of the fifth step');
  const before = recordsOf(run).length;
  await server.kill();
  open.delete(server);
  server = await skyrl();
  say(`killed the server after ${before - sftSteps} steps of RL, and started it again`);
  await training.ended;
  say(`the training ended with ${training.code}: ${training.last().split('\n').at(-1)}`);

  training = start();
  await training.ended;
  check(`kills: expected the run to be finished, got ${training.code}: ${training.last()}`, training.code === 0);
  const [records, whole] = [recordsOf(run), recordsOf(join(directory, 'runs/c'))];
  say(`kills: rewards ${rewardsOf(records)}`);
  checkSteps(check, 'kills', records, recipe);
  checkPolicy(check, 'kills', records);
  const samples = linesOf(run, 'rollouts.jsonl');
  checkVersions(check, 'kills', { samples, sftSteps, adapters });
  checkLosses(check, 'kills', records, whole);
  countSameRollouts('kills', samples, linesOf(join(directory, 'runs/c'), 'rollouts.jsonl'));
}

/** Runs a command of the guide to its end. */
async function trained(name, folder) {
  const since = Date.now();
  const run = join(directory, 'runs', folder);
  const adapters = adapterLog(run);
  const command = startTraining(name, run, adapters);
  await command.ended;
  check(`${name}: expected it to end well, got ${command.code}: ${command.last()}`, command.code === 0);
  const records = recordsOf(run);
  const steps = records.length === 0 ? '' : `: ${records.length} steps, rewards ${rewardsOf(records)}`;
  say(`${name} took ${seconds(since)} s${steps}`);
  return { records, samples: linesOf(run, 'rollouts.jsonl'), adapters, printed: command.output() };
}

/** Starts a command of the guide, its run in this check's folder. */
function startTraining(name, run, adapters) {
  const onLine = (line) => {
    adapters.note(line);
    if (/adapter \S+ is on |is left out|is back,|warning:/.test(line)) say(line);
  };
  return track(startCommand(commands[name].replace(/--run \S+/, `--run "${run}"`), { env, onLine }));
}

/** Waits until something is so. @throws Error where the training ends before. */
async function until(isSo, training, what) {
  while (!(await isSo())) {
    if (training.code !== undefined)
      throw new Error(`the training ended with ${training.code} before ${what}:\n${training.last()}`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

function track(command) {
  open.add(command);
  void command.ended.then(() => open.delete(command));
  return command;
}

async function opened(starting) {
  const one = await starting;
  open.add(one);
  return one;
}

async function closeAll() {
  await Promise.all([...open].map(({ kill }) => kill()));
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
