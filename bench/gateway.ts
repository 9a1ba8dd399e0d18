/**
 * Claim: an agent in this process costs at most 0.3 ms of CPU a turn more than the loop of `runRollouts` does; over HTTP a turn costs the server's
 * process at most 1.5 ms, streamed 3 ms and 0.02 ms a token; 200 messages are matched in at most 2 ms; 1,000 sessions at once with contexts of 20,000 tokens
 * take less than 1.5 GB.
 *
 * Conversations of ten turns with one tool: 4,000 tokens in 20 messages on average, 50 tokens drawn a turn, one token in every turn of the event loop
 * where the answer is streamed. The policy draws at once. The client is a process of its own. The limit is a bare server of `node:http` that reads the
 * same bytes and answers with as many, in as many writes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ModelRequest, RequestMessage } from '../src/gateway/model-request.js';
import { createGateway, runAgents, type AgentFunction } from '../src/gateway/index.js';
import { Session } from '../src/gateway/internal/session/session.js';
import { runRollouts } from '../src/rollout/index.js';
import { rolloutOptionsSchema } from '../src/rollout/rollout-options.js';
import type { ClientJob } from './gateway-client.js';
import { callingPolicy, prompt, RESULT, textOf, tokenizer, tool, TURN_TOKENS, TURNS } from './gateway-work.js';
import { describeMachine, median } from './harness.js';
import { benchOptions } from './options.js';
import { writeTable } from './table.js';

const { values } = benchOptions({
  options: {
    rounds: { type: 'string', default: '7' },
    sessions: { type: 'string', default: '1000' },
  },
});

const ROUNDS = Number(values.rounds);
/** Conversations of one round of one row. */
const CONVERSATIONS = 16;
const LONG_TURN = 550;

const tasks = [{ groupId: 'g', prompt, samples: CONVERSATIONS }];
const limits = { maxTurns: TURNS, maxTokens: 20_000 };
const seed = 'bench';

/** @returns Milliseconds of this process a turn. */
async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (CONVERSATIONS * TURNS);
}

async function loop(): Promise<void> {
  const look = { ...tool, execute: () => Promise.resolve({ kind: 'ok' as const, text: RESULT }) };
  const outcomes = await runRollouts(tasks, { ...limits, seed, policy: callingPolicy(), tokenizer, tools: [look] });
  requireTurns(outcomes);
}

const agent: AgentFunction = async ({ task, model }) => {
  const history: object[] = task.messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
  const tools = [{ type: 'function', name: tool.name, description: tool.description, inputSchema: tool.parameters }];
  for (let turn = 0; turn < TURNS; turn++) {
    const { content } = (await model.doGenerate({ prompt: history, tools })) as {
      content: { toolCallId: string; toolName: string; input: string }[];
    };
    const { toolCallId, toolName, input } = content[0]!;
    history.push({ role: 'assistant', content: [{ ...content[0]!, input: JSON.parse(input) as object }] });
    const output = { type: 'text', value: RESULT };
    history.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] });
  }
};

async function inProcess(): Promise<void> {
  requireTurns(await runAgents(tasks, { ...limits, seed, policy: callingPolicy(), tokenizer, agent }));
}

/** All conversations must have had all their turns, on one path, with the template's own tokens. */
function requireTurns(outcomes: Awaited<ReturnType<typeof runAgents>>): void {
  for (const outcome of outcomes) {
    if (outcome.kind === 'failed') throw new Error(outcome.cause.message);
    const { turns, branches, tokens } = outcome.rollout;
    if (turns.length !== TURNS || branches !== undefined || tokens!.drift !== undefined)
      throw new Error(`expected ${TURNS} turns on one path: ${JSON.stringify([turns.length, tokens!.drift])}`);
  }
}

const client = spawn(
  process.execPath,
  ['--import', 'tsx', fileURLToPath(new URL('gateway-client.ts', import.meta.url))],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const lines = createInterface({ input: client.stdout });

interface Sizes {
  readonly requestBytes: number;
  readonly replyBytes: number;
  readonly events: number;
}

async function ask(job: ClientJob): Promise<Sizes> {
  const answered = once(lines, 'line');
  client.stdin.write(`${JSON.stringify(job)}\n`);
  const result = JSON.parse(((await answered) as [string])[0]) as Sizes & { readonly error?: string };
  if (result.error !== undefined) throw new Error(result.error);
  return result;
}

let turnTokens = TURN_TOKENS;
const gateway = await createGateway({ policy: callingPolicy(() => turnTokens), tokenizer, seed, limits });
const sizes = new Map<string, Sizes>();

async function overHttp(
  name: string,
  { stream, tokens = TURN_TOKENS }: { readonly stream: boolean; readonly tokens?: number },
) {
  turnTokens = tokens;
  const sessions = Array.from({ length: CONVERSATIONS }, () => gateway.open({ groupId: 'g' }));
  sizes.set(name, await ask({ kind: 'gateway', stream, targets: sessions.map(({ openai }) => openai), lanes: 4 }));
  requireTurns(await Promise.all(sessions.map((session) => session.close())));
}

const bare = createServer((asked, response) => {
  const pieces: Buffer[] = [];
  asked.on('data', (piece: Buffer) => pieces.push(piece));
  asked.on('end', () => void answerBare(Buffer.concat(pieces), asked.headers, response));
});
bare.listen(0, '127.0.0.1');
await once(bare, 'listening');
const bareURL = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;

async function answerBare(
  body: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  response: ServerResponse,
): Promise<void> {
  const [bytes, writes] = [Number(headers['x-bytes']), Number(headers['x-writes'])];
  response.setHeader('content-type', 'application/json');
  const piece = Buffer.alloc(Math.round(bytes / writes), body[0]);
  if (writes === 1) return void response.end(piece);
  for (let i = 1; i < writes; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    response.write(piece);
  }
  response.end(piece);
}

const echo = (stream: boolean) => ask({ kind: 'echo', stream, targets: [{ baseURL: bareURL, apiKey: '' }], lanes: 4 });

// Each row of bytes follows the conversations whose bytes they are.
const rows: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
  ['`runRollouts`', loop],
  ['`runAgents`, in this process', inProcess],
  ['over HTTP', () => overHttp('whole', { stream: false })],
  ['bare HTTP, the same bytes', () => echo(false)],
  [`over HTTP, streamed, ${TURN_TOKENS} tokens`, () => overHttp('streamed', { stream: true })],
  ['bare HTTP, the same bytes and writes', () => echo(true)],
  [`over HTTP, streamed, ${LONG_TURN} tokens`, () => overHttp('long', { stream: true, tokens: LONG_TURN })],
];
const took = new Map(rows.map(([name]) => [name, [] as number[]]));
for (let round = -2; round < ROUNDS; round++)
  for (const [name, run] of rows) {
    const ms = await cpuMs(run);
    if (round >= 0) took.get(name)!.push(ms);
  }
client.stdin.end();
bare.close();
await gateway.close();

/** A conversation of 200 messages that is asked for again: it is read and matched, and nothing else. */
async function matchMs(): Promise<number> {
  const options = rolloutOptionsSchema.parse({ policy: callingPolicy(), tokenizer, maxTokens: 100_000, seed: 's' });
  const plan = {
    id: 'g/0',
    groupId: 'g',
    seed: 's',
    sessionId: 's',
    maxTurns: 1000,
    maxTokens: 100_000,
    metadata: undefined,
  };
  const context = { options, isToolError: undefined, maxConcurrent: 32, normalize: undefined, now: Date.now };
  const session = new Session(plan, context);
  const messages: RequestMessage[] = [{ role: 'user', content: RESULT }];
  const requestOf = (count: number): ModelRequest => ({
    ...(JSON.parse(JSON.stringify({ messages, tools: [tool] })) as Pick<ModelRequest, 'messages' | 'tools'>),
    ...{ n: 1, logprobs: false, demands: {}, ignored: [], store: true, retry: { count } },
  });
  for (;;) {
    const { answer, delivered } = await session.ask(requestOf(0));
    if (messages.length >= 199) break;
    delivered();
    messages.push({ role: 'assistant', content: answer.content, calls: answer.calls });
    messages.push({ role: 'tool', callId: answer.calls[0]!.id, content: textOf(150, messages.length) });
  }
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const request = requestOf(1);
    const before = process.cpuUsage();
    await session.ask(request);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  if (session.counts.retries !== 200) throw new Error('expected every request to be matched');
  return median(times);
}

const matched = await matchMs();
const memory = spawnSync(
  process.execPath,
  ['--import', 'tsx', fileURLToPath(new URL('gateway-memory.ts', import.meta.url)), values.sessions, '20000'],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
const { maxRss, tokens } = JSON.parse(memory.stdout) as { readonly maxRss: number; readonly tokens: number };

const medians = [...took].map(([name, all]) => ({ name, ms: median(all), slowest: Math.max(...all) }));
const [base] = medians;
const [long, short] = [medians.at(-1)!, medians.at(-3)!];
const perToken = (long.ms - short.ms) / (LONG_TURN - TURN_TOKENS);
const shown = (ms: number) => ms.toFixed(2);
writeTable({
  name: 'gateway',
  guide: 'docs/agents.md',
  head: ['CPU of the server, ms a turn', 'median', 'slowest', 'over `runRollouts`'],
  rows: [
    ...medians.map(({ name, ms, slowest }) => [name, shown(ms), shown(slowest), shown(ms - base!.ms)]),
    ['a token streamed', perToken.toFixed(4), '', ''],
    ['200 messages matched', shown(matched), '', ''],
    [
      `${values.sessions} sessions of ${tokens.toLocaleString('en')} tokens at once, GB`,
      (maxRss / 1e9).toFixed(2),
      '',
      '',
    ],
  ],
  data: { machine: describeMachine(), medians, perToken, matched, maxRss, tokens, sizes: Object.fromEntries(sizes) },
});
