/**
 * Claim: for as long as one likes, hostile programs beside honest ones change nothing: every honest call is answered
 * once and rightly, through the pool, over HTTP and through Redis at once; no attack does its harm; the caller's memory
 * stays flat; and the machine is afterwards as it was before.
 *
 *     npm run soak -- [--minutes 30] [--seed TEXT] [--mechanism bubblewrap|unshare] [--report]
 *
 * Attacks are those of the hostile suite, drawn at random. Needs redis-server. Without `--report` nothing is written;
 * the exit code says whether all checks passed.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import seedrandom from 'seedrandom';
import type { Sandbox, SandboxResult } from '../src/base/index.js';
import {
  createCodeJudgeSandbox,
  createLocalSandbox,
  createRedisSandbox,
  createSandboxServer,
  startRedisWorker,
} from '../src/sandbox/index.js';
import { ATTACKS } from '../test/integration/sandbox-hostile/attacks.js';
import { attempt } from '../test/integration/sandbox-hostile/attempt.js';
import { makeCanary } from '../test/integration/sandbox-hostile/canary.js';
import { CASES } from '../test/integration/sandbox-hostile/cases.js';
import { Outside } from '../test/integration/sandbox-hostile/remains.js';
import { RedisProcess } from '../test/integration/sandbox-redis/redis-server.js';
import { honestCall, honestSession } from './soak-calls.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

const { values } = benchOptions({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    mechanism: { type: 'string', default: 'bubblewrap' },
    report: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const CONCURRENCY = 4;
const BATCH = 12;
/** Of so many bytes more than in the first fifth of the time a memory is not flat. */
const FLAT = { heap: 8 * 2 ** 20, rss: 64 * 2 ** 20 };

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;
const aioEvents = () => Number(readFileSync('/proc/sys/fs/aio-nr', 'utf8'));

interface Door {
  readonly name: string;
  readonly sandbox: Sandbox;
  asked: number;
  answered: number;
  unavailable: number;
  wrong: number;
}

const problems: string[] = [];
function problem(text: string): void {
  problems.push(text);
  console.log(text);
}

const outside = new Outside();
const aioBefore = aioEvents();
const local = await createLocalSandbox({
  isolation: 'full',
  concurrency: CONCURRENCY,
  mechanisms: [values.mechanism as 'bubblewrap' | 'unshare'],
});
const server = await createSandboxServer({
  sandbox: local,
  concurrency: CONCURRENCY,
  queueTimeoutMs: 600_000,
  longQueueTimeoutMs: 600_000,
  outputCharacters: 2 ** 20,
  ceiling: {
    wallMs: 240_000,
    cpuMs: 240_000,
    memoryBytes: 2 ** 34,
    outputBytes: 2 ** 29,
    processes: 4096,
    fileSizeBytes: 2 ** 30,
  },
});
const redis = await RedisProcess.start();
const worker = await startRedisWorker({ url: redis.url, sandbox: local, concurrency: CONCURRENCY });
const door = (name: string, sandbox: Sandbox): Door => ({
  name,
  sandbox,
  asked: 0,
  answered: 0,
  unavailable: 0,
  wrong: 0,
});
const doors = [
  door('pool', local),
  door('HTTP', await createCodeJudgeSandbox({ url: server.url, timeoutMs: 600_000 })),
  door('Redis', await createRedisSandbox({ url: redis.url, timeoutMs: 600_000 })),
];

const endAt = performance.now() + minutes * 60_000;
const goesOn = () => performance.now() < endAt;
let [attacks, sessions] = [0, 0];

/** Batches of honest calls, one after another. */
async function honestly(to: Door, name: string): Promise<void> {
  const random = seedrandom(`${values.seed} ${to.name} ${name}`);
  while (goesOn()) {
    const calls = Array.from({ length: 1 + Math.floor(random() * BATCH) }, () => honestCall(random));
    const times = calls.map(() => 0);
    to.asked += calls.length;
    const check = (result: SandboxResult, index: number) => {
      to.answered++;
      if (++times[index]! > 1) problem(`${to.name}: a call was answered twice`);
      if (result.kind === 'unavailable') to.unavailable++;
      if (calls[index]!.right(result)) return;
      to.wrong++;
      problem(`${to.name}: ${calls[index]!.call.code.slice(0, 200)} gave ${JSON.stringify(result).slice(0, 400)}`);
    };
    await to.sandbox.runBatch(
      calls.map(({ call }) => call),
      { onResult: check },
    );
    if (random() < 0.1) {
      sessions++;
      for (const wrong of await honestSession(to.sandbox, random))
        problem(`${to.name}: a session: ${JSON.stringify(wrong).slice(0, 400)}`);
    }
  }
}

/** What measures this whole process, which others use here, is left to the suite. */
const cases = CASES.filter(({ name }) => !name.includes('costs the caller little memory'));

async function hostilely(name: string): Promise<void> {
  const random = seedrandom(`${values.seed} ${name}`);
  while (goesOn()) {
    attacks++;
    const index = Math.floor(random() * (ATTACKS.length + cases.length));
    if (index >= ATTACKS.length) {
      const { name: what, check } = cases[index - ATTACKS.length]!;
      const canary = await makeCanary();
      try {
        for (const found of await check({ sandbox: local, canary, partial: false })) problem(`${what}: ${found}`);
      } catch (error) {
        problem(`${what}: ${String(error)}`);
      } finally {
        await canary.close();
      }
      continue;
    }
    const attack = ATTACKS[index]!;
    // Two programs that are to meet run on this machine.
    const through = attack.victim === undefined ? doors[Math.floor(random() * doors.length)]! : doors[0]!;
    const asCells = attack.victim === undefined && random() < 0.25;
    const { result, harmed } = await attempt(asCells ? inSessions(through.sandbox) : through.sandbox, attack, true);
    const what = `${attack.name}, through ${through.name}${asCells ? ', in a session' : ''}`;
    if (harmed) problem(`${what}: did its harm: ${JSON.stringify(result).slice(0, 400)}`);
    if (result.kind === 'unavailable') problem(`${what}: ${result.cause.message}`);
  }
}

/** Runs each call as the only cell of a session. */
function inSessions(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    async run(call, options) {
      const session = await sandbox.session!(options);
      try {
        return await session.run(call, options);
      } finally {
        await session.close();
      }
    },
  };
}

interface Sample {
  readonly minute: number;
  readonly heap: number;
  readonly rss: number;
}
const samples: Sample[] = [];
const startedAt = performance.now();
const sampling = setInterval(() => {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  samples.push({ minute: (performance.now() - startedAt) / 60_000, heap: heapUsed, rss });
}, 5_000);
const minutely = setInterval(() => {
  const { heap, rss } = samples.at(-1)!;
  const counts = doors.map(({ name, answered }) => `${name} ${answered}`).join(', ');
  console.log(`${counts}; ${attacks} attacks; heap ${mib(heap)}, rss ${mib(rss)}; ${problems.length} problems`);
}, 60_000);

await Promise.all([
  ...doors.flatMap((to) => ['first', 'second'].map((name) => honestly(to, name))),
  ...['first attacker', 'second attacker'].map(hostilely),
]);
clearInterval(sampling);
clearInterval(minutely);

for (const { sandbox } of doors.slice(1)) await sandbox.close();
await worker.close();
await server.close(1000);
await local.close();
await redis.remove();
for (const left of await outside.leftBySandboxes()) problem(`left: ${left}`);
if (aioEvents() > aioBefore) problem(`left: ${aioEvents() - aioBefore} events of asynchronous I/O`);
for (const { name, asked, answered } of doors) {
  if (asked !== answered) problem(`${name}: ${asked} calls, ${answered} answers`);
}
const memories = (['heap', 'rss'] as const).map((name) => ({ name, ...growth(name) }));
for (const { name, from, to } of memories) {
  // In a few minutes there is no telling growth from warming up.
  if (minutes >= 10 && to - from > FLAT[name]) problem(`${name}: from ${mib(from)} to ${mib(to)}`);
}

/** Between the second fifth of the time and the last one. */
function growth(name: 'heap' | 'rss'): { readonly from: number; readonly to: number } {
  const fifth = (number: number) => {
    const from = Math.floor((samples.length * (number - 1)) / 5);
    const own = samples.slice(from, Math.max(from + 1, Math.floor((samples.length * number) / 5)));
    return own.map((sample) => sample[name]).toSorted((a, b) => a - b)[own.length >> 1]!;
  };
  return { from: fifth(2), to: fifth(5) };
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

const rows = [
  ...doors.map(({ name, answered, unavailable, wrong }) => [
    `honest calls through ${name}`,
    `${answered.toLocaleString('en')} answered, ${unavailable} of them unavailable, ${wrong} wrong`,
  ]),
  ['sessions of five cells', sessions.toLocaleString('en')],
  ['attacks', `${attacks.toLocaleString('en')}`],
  ...memories.map(({ name, from, to }) => [
    `${name === 'heap' ? 'heap' : 'resident memory'} of the caller, second and last fifth`,
    `${mib(from)}, ${mib(to)}`,
  ]),
  ['what did not hold', String(problems.length)],
];
console.table(rows);
if (values.report) {
  writeTable({
    name: 'sandbox-soak',
    guide: 'docs/sandbox.md',
    head: [`${minutes} minutes, ${values.mechanism}`, ''],
    rows,
    data: {
      minutes,
      seed: values.seed,
      mechanism: values.mechanism,
      doors: doors.map(({ name, asked, answered, unavailable, wrong }) => ({
        name,
        asked,
        answered,
        unavailable,
        wrong,
      })),
      sessions,
      attacks,
      memories,
      problems,
      machine: { cpu: cpus()[0]?.model, node: process.version, load: loadavg()[0] },
    },
  });
}
process.exitCode = problems.length === 0 ? 0 : 1;
