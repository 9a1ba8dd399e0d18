/**
 * Simulated engines that speak vLLM's HTTP, in a process of their own: `schedule-engines.ts TRACE ENGINES SCALE`, prints their addresses. Timing, queue, cache and preemption are
 * the simulator's, `SCALE` times as fast as the clock. The "model" is the trace: the seed of a request, rollout · 1000 + turn, says which turn it draws.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QWEN3_14B_H100 } from '../src/rollout/index.js';
import { SimulatedEngine, type SimulatedTurn } from '../src/rollout/schedule/internal/simulated-engine.js';
import { TURNS, traceOf } from './schedule-traces.js';

/** Tokens of one event of a stream, as vLLM's `--stream-interval`. */
const STREAM_INTERVAL = 64;
const BLOCK = 16;

interface ServedTurn extends SimulatedTurn {
  readonly response: ServerResponse;
  readonly streams: boolean;
  sent: number;
}

const [spec, count, scale] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const { rollouts } = traceOf(spec, count);
const curve = QWEN3_14B_H100;
const simulatedNow = (): number => performance.now() * scale;

class EngineServer {
  readonly engine = new SimulatedEngine<ServedTurn>(curve);
  readonly turns = new Set<ServedTurn>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.engine.advance(simulatedNow());
  }

  add(turn: ServedTurn): void {
    this.#advance();
    this.turns.add(turn);
    this.engine.add(turn);
    this.#wake();
  }

  /** Events may lie before now, for timers are late: each at its own time. */
  #advance(): void {
    const now = simulatedNow();
    for (let next = this.engine.nextEvent(); next <= now; next = this.engine.nextEvent())
      this.#end(this.engine.advance(next));
    this.#end(this.engine.advance(now));
  }

  #end(ended: readonly ServedTurn[]): void {
    for (const turn of ended) {
      this.turns.delete(turn);
      tell(turn, turn.tokens);
      turn.response.end(turn.streams ? 'data: [DONE]\n\n' : undefined);
    }
  }

  #wake(): void {
    clearTimeout(this.#timer);
    const next = this.engine.nextEvent();
    if (next < Infinity) this.#timer = setTimeout(() => this.tick(), Math.max(0, (next - simulatedNow()) / scale));
  }

  tick(): void {
    this.#advance();
    this.#wake();
  }

  stream(): void {
    this.tick();
    for (const turn of this.turns) {
      const generated = Math.floor(this.engine.generated(turn));
      if (turn.streams && generated - turn.sent >= STREAM_INTERVAL) tell(turn, Math.min(generated, turn.tokens - 1));
    }
  }

  metrics(): string {
    this.tick();
    const { running, waiting, preemptions } = this.engine;
    return [
      `vllm:num_requests_running{engine="0"} ${running}`,
      `vllm:num_requests_waiting{engine="0"} ${waiting}`,
      `vllm:kv_cache_usage_perc{engine="0"} ${this.engine.heldTokens() / curve.capacityTokens}`,
      `vllm:num_preemptions_total{engine="0"} ${preemptions}`,
      `vllm:cache_config_info{block_size="${BLOCK}",num_gpu_blocks="${curve.capacityTokens / BLOCK}"} 1`,
      '',
    ].join('\n');
  }
}

/** Reports the tokens so far; a turn without streaming is reported whole at its end. */
function tell(turn: ServedTurn, until: number): void {
  const tokens = until - turn.sent;
  const isWhole = until === turn.tokens;
  turn.sent = until;
  const list = <T>(item: T): T[] => Array.from({ length: tokens }, () => item);
  const choice = {
    index: 0,
    text: ' a'.repeat(tokens),
    token_ids: list(7),
    logprobs: { tokens: list('token_id:7'), token_logprobs: list(-1), top_logprobs: null, text_offset: [] },
    finish_reason: isWhole ? 'stop' : null,
  };
  const usage = {
    prompt_tokens: turn.contextTokens,
    completion_tokens: turn.tokens,
    total_tokens: turn.contextTokens + turn.tokens,
  };
  const answer = { id: 'cmpl', object: 'text_completion', created: 0, model: 'simulated', choices: [choice], usage };
  const body = JSON.stringify(answer);
  turn.response.write(turn.streams ? `data: ${body}\n\n` : body);
}

const GETS: { readonly [path: string]: object } = {
  '/v1/models': {
    object: 'list',
    data: [{ id: 'simulated', object: 'model', owned_by: 'vllm', max_model_len: 65_536 }],
  },
  '/version': { version: '0.19.0' },
  '/health': {},
  '/load': {},
};

function serve(server: EngineServer, request: IncomingMessage, body: string, response: ServerResponse): void {
  const path = request.url!.split('?')[0]!;
  if (path === '/metrics') response.setHeader('content-type', 'text/plain').end(server.metrics());
  else if (request.method === 'GET' && path in GETS)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(GETS[path]));
  else if (path !== '/v1/completions') response.writeHead(404).end();
  else {
    const asked = JSON.parse(body) as { prompt: number[] | string; seed: number; stream?: boolean };
    const [rollout, index] = [Math.floor(asked.seed / TURNS), asked.seed % TURNS];
    const streams = asked.stream === true;
    response.setHeader('content-type', streams ? 'text/event-stream' : 'application/json');
    if (streams) response.flushHeaders();
    const contextTokens = typeof asked.prompt === 'string' ? asked.prompt.split(' ').length : asked.prompt.length;
    const { groupId: group = '', promptTokens = 0, turns = [] } = rollouts[rollout] ?? {};
    const tokens = turns[index]?.tokens ?? 1;
    server.add({ sessionId: `${rollout}`, group, promptTokens, contextTokens, tokens, response, streams, sent: 0 });
  }
}

const servers = Array.from({ length: count }, () => new EngineServer());
setInterval(() => servers.forEach((server) => server.stream()), Math.max(20, (STREAM_INTERVAL * 30) / scale)).unref();
const addresses = await Promise.all(
  servers.map(async (server) => {
    const http = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => serve(server, request, Buffer.concat(pieces).toString(), response));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 4096, resolve));
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }),
);
console.log(JSON.stringify(addresses));
process.stdin.on('end', () => process.exit(0)).resume();
