/**
 * Routers of other projects and our scheduler before simulated engines that speak vLLM's HTTP, over loopback:
 * `PYTHON=… npx tsx bench/schedule-routers.ts [TRACE,…] [SCALE] [ROUTER;…]`, where PYTHON is an interpreter that has `vllm-router` and `smg`. What is run: the routers, our
 * policy, all HTTP. What is simulated: engines and tools, SCALE times as fast as the clock, so that a router's own time counts SCALE times as much as it would.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import type { Policy } from '../src/base/index.js';
import {
  createEnginePolicy,
  createScheduledPolicy,
  simulateSchedule,
  type ScheduleTrace,
} from '../src/rollout/index.js';
import { TURNS, traceOf } from './schedule-traces.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

const { positionals } = benchOptions({ allowPositionals: true });

const ENGINES = 2;
const traces = (positionals[0] ?? 'math,slow-tools,many-turns,single-turn').split(',');
const scale = Number(positionals[1] ?? 20);
const python = process.env['PYTHON'] ?? 'python3';

/** Those of the routers' policies that keep a session where its context is, or look at what engines have to do. */
const ROUTERS: { readonly [name: string]: readonly string[] } = Object.fromEntries([
  ...['cache_aware', 'sticky_least_loaded'].map((policy) => [
    `vllm-router ${policy}`,
    ['vllm_router.launch_router', '--policy', policy],
  ]),
  ['vllm-router, program scheduling', ['vllm_router.launch_router', '--enable-program-scheduling']],
  ...['cache_aware', 'manual', 'least_load'].map((policy) => [
    `smg ${policy}`,
    ['smg.launch_router', '--backend', 'vllm', '--policy', policy],
  ]),
] as [string, string[]][]);

/** Runs all rollouts of a trace at once, as an agent loop does. @returns Seconds as the engines' clock has them. */
async function runStep({ rollouts, maxTokens }: ScheduleTrace, policy: Policy): Promise<number> {
  const began = performance.now();
  await Promise.all(
    rollouts.map(async ({ groupId, promptTokens, turns }, rollout) => {
      const sessionId = `${groupId}/${rollout}`;
      // A group shares its prompt; from there on each context is its own.
      const context = Array<number>(promptTokens).fill(1000 + Number(groupId));
      for (const [index, { tool }] of turns.entries()) {
        const sampling = {
          maxTokens: maxTokens - (context.length - promptTokens),
          stopTokens: [],
          seed: rollout * TURNS + index,
        };
        const { tokens } = await policy.generate({ tokens: Int32Array.from(context), sampling, sessionId });
        context.push(...Array<number>(tokens.length + (tool?.tokens ?? 0)).fill(10_000 + rollout));
        if (tool !== undefined) await new Promise((resolve) => setTimeout(resolve, tool.ms / scale));
      }
      policy.endSession?.(sessionId);
    }),
  );
  return ((performance.now() - began) * scale) / 1000;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function withEngines<T>(spec: string, work: (urls: readonly string[]) => Promise<T>): Promise<T> {
  const script = new URL('schedule-engines.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, spec, `${ENGINES}`, `${scale}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return await work(JSON.parse(line) as string[]);
  } finally {
    await ended(child);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** A policy of one request a turn to a router, a word for each token (smg takes no ids); headers name the session to those that ask for it. */
function overRouter(url: string): Policy {
  return {
    async generate({ tokens, sampling, sessionId = 'probe' }) {
      const { maxTokens, seed } = sampling;
      const session = { 'x-session-id': sessionId, 'x-user-id': sessionId, 'x-smg-routing-key': sessionId };
      const answer = await fetch(`${url}/v1/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...session },
        body: JSON.stringify({ model: 'simulated', prompt: tokens.join(' '), max_tokens: maxTokens, seed }),
      });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
      const { usage } = (await answer.json()) as { usage: { completion_tokens: number } };
      const drawn = usage.completion_tokens;
      return { tokens: new Int32Array(drawn), logprobs: new Float32Array(drawn), finishReason: 'stop' };
    },
  };
}

/** @returns A router that is up, in front of these engines. */
async function startRouter(
  name: string,
  urls: readonly string[],
): Promise<{ policy: Policy; stop: () => Promise<void> }> {
  const port = `${await freePort()}`;
  const args = [
    '-m',
    ...ROUTERS[name]!,
    '--host',
    '127.0.0.1',
    '--port',
    port,
    '--prometheus-port',
    `${await freePort()}`,
  ];
  const child = spawn(python, [...args, '--worker-urls', ...urls], {
    stdio: ['ignore', 'ignore', process.env['DEBUG'] === undefined ? 'ignore' : 'inherit'],
  });
  const policy = overRouter(`http://127.0.0.1:${port}`);
  for (let tries = 0; ; tries++) {
    try {
      const sampling = { maxTokens: 1, stopTokens: [], seed: PROBE };
      for (let engine = 0; engine < urls.length; engine++)
        await policy.generate({ tokens: Int32Array.of(1, 2, 3), sampling });
      return { policy, stop: () => ended(child) };
    } catch (error) {
      if (tries === 60 || child.exitCode !== null) {
        await ended(child);
        throw new Error(`${name} does not answer`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** A seed that names no turn: one token at once. */
const PROBE = TURNS - 1;

async function preemptionsOf(urls: readonly string[]): Promise<number> {
  const pages = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  return pages.reduce((sum, page) => sum + Number(/^vllm:num_preemptions_total\S* (\d+)/m.exec(page)![1]), 0);
}

/** By contestant, a cell for each trace. */
const rows = new Map<string, string[]>();
const data: object[] = [];
for (const name of traces) {
  const spec = `${name}/routers`;
  const trace = traceOf(spec, ENGINES);
  const turns = trace.rollouts.reduce((sum, rollout) => sum + rollout.turns.length, 0);
  const simulated = (scheduler: 'static' | 'least-requests' | 'sticky' | 'kv-aware') =>
    simulateSchedule({ trace, engines: ENGINES, scheduler });
  const bound = simulated('kv-aware').lowerBoundMs / 1000;
  const report = (who: string, seconds: number, preemptions: number): void => {
    const cell = `${(seconds / bound).toFixed(2)} (${((100 * preemptions) / turns).toFixed(1)} %)`;
    rows.set(who, [...(rows.get(who) ?? []), cell]);
    data.push({ trace: spec, who, seconds, bound, preemptions, turns });
    console.error(name, who, cell);
  };
  for (const scheduler of ['static', 'least-requests', 'sticky', 'kv-aware'] as const) {
    const { durationMs, preemptions } = simulated(scheduler);
    report(`${scheduler}, simulated`, durationMs / 1000, preemptions);
  }
  await withEngines(spec, async (urls) => {
    const engines = await Promise.all(
      urls.map(async (url) => ({
        name: url,
        policy: await createEnginePolicy({ url, protocol: 'completions', maxConnections: 4096 }),
        metricsUrl: `${url}/metrics`,
      })),
    );
    const policy = createScheduledPolicy(engines, { metricsIntervalMs: 1000 / scale });
    report('ours, run', await runStep(trace, policy), await preemptionsOf(urls));
    await policy.close();
  });
  for (const router of positionals[2]?.split(';') ?? Object.keys(ROUTERS))
    await withEngines(spec, async (urls) => {
      const { policy, stop } = await startRouter(router, urls);
      try {
        report(`${router}, run`, await runStep(trace, policy), await preemptionsOf(urls));
      } finally {
        await stop();
      }
    }).catch((error: unknown) => {
      console.error(`${router}: ${String(error)}`, (error as Error).cause);
      rows.set(`${router}, run`, [...(rows.get(`${router}, run`) ?? []), 'failed']);
    });
}
writeTable({
  name: 'schedule-routers',
  guide: 'docs/scheduling.md',
  head: [`step over lower bound (preempted), ${ENGINES} engines`, ...traces],
  rows: [...rows].map(([who, cells]) => [who, ...cells]),
  data: { scale, cpus: cpus().length, load: loadavg(), rows: data },
});
