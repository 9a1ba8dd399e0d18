/**
 * Claim: `tinker serve` answers `healthz` within 50 ms while bodies of 31 MB and hostile requests come, and its memory stays bounded.
 *
 * `npx tsx bench/tinker-hostile.ts` starts `tinker serve --config small` in a process of its own. One phase after the other sends it large batches,
 * then what a hostile client may send; `healthz` is asked every 10 ms by another thread meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { encodeForwardRequest, forwardRequestToJson, PROTOBUF_TYPE } from '../src/tinker/wire/index.js';
import type { TinkerForwardRequest } from '../src/tinker/wire/messages.js';
import { describeMachine, median } from './harness.js';
import { benchOptions } from './options.js';
import { writeTable } from './table.js';
import { probeHealth, serveModel } from './tinker-served.js';

benchOptions();

/** How long each phase sends. */
const PHASE_MS = Number(process.env['PHASE_MS'] ?? 20_000);
const JSON_TYPE = 'application/json';

const server = await serveModel(['--config', 'small']);
const statuses = new Map<string, number>();

/** Sends a request. @returns Its answer; undefined for one that is refused. */
async function send(path: string, body: Buffer | Uint8Array | object, headers: Record<string, string> = {}) {
  const bytes = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': JSON_TYPE, ...headers },
  });
  const text = await response.text();
  statuses.set(String(response.status), (statuses.get(String(response.status)) ?? 0) + 1);
  return response.ok ? (JSON.parse(text) as Record<string, unknown>) : undefined;
}

async function model(): Promise<string> {
  const { session_id } = (await send('create_session', { tags: [], sdk_version: 'bench' }))!;
  const made = await send('create_model', {
    session_id,
    model_seq_id: 0,
    base_model: 'small',
    lora_config: { rank: 1 },
  });
  await send('retrieve_future', { request_id: made!['request_id'] });
  return made!['model_id'] as string;
}

/** A batch of sequences of 500 tokens. */
function batchOf(modelId: string, sequenceId: number, sequences: number): TinkerForwardRequest {
  const length = 500;
  const data = Array.from({ length: sequences }, (_, i) => {
    const tokens = Int32Array.from({ length }, (_, t) => (7 * i + 3 * t) % 300);
    const logprobs = Float32Array.from({ length }, (_, t) => -((t * 7919) % 1003) / 1003);
    const lossInputs = {
      target_tokens: { dtype: 'int64', data: tokens },
      logprobs: { dtype: 'float32', data: logprobs },
      advantages: { dtype: 'float32', data: logprobs.map((value) => value + 0.5) },
    } as const;
    return { tokens, lossInputs };
  });
  return { modelId, sequenceId, data, loss: 'importance_sampling', forwardOnly: false };
}

const models = await Promise.all(Array.from({ length: 11 }, model));
const { sampling_session_id } = (await send('create_sampling_session', {
  session_id: models[0]!.slice(0, 36),
  sampling_session_seq_id: 0,
  base_model: 'small',
}))!;
/** 650,000 tokens in 31 MB of JSON: more datums than a request may have, which is known once it is read. */
const largeJson = (id: string, place: number) =>
  Buffer.from(JSON.stringify(forwardRequestToJson(batchOf(id, place, 1300))));
const large = models.slice(0, 3).map((id) => largeJson(id, 1));
const gzippedLarge = gzipSync(large[0]!);
const gzippedGigabyte = gzipSync(Buffer.alloc(1 << 30));
const manyValues = Buffer.from(`[${'{},'.repeat(10_000_000)}{}]`);
/** 8 MB of protobuf: as much as the small model's context and `maxDatums` let through. */
const full = models.map((id, i) => encodeForwardRequest(batchOf(id, i < 4 ? 1 : 100, 1020)));

/** Sends without a pause, so many at a time. */
async function flood(width: number, one: (i: number) => Promise<unknown>): Promise<number> {
  const endMs = performance.now() + PHASE_MS;
  let count = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < endMs) await one(count++).catch(() => sleep(10));
    }),
  );
  return count;
}

const asMessage = { 'content-type': PROTOBUF_TYPE };
const gzipped = { 'content-encoding': 'gzip' };
const phases: readonly (readonly [string, () => Promise<number>])[] = [
  ['nothing', () => sleep(PHASE_MS / 2, 0)],
  ['JSON of 31 MB, one at a time', () => flood(1, () => send('forward_backward', large[0]!))],
  ['JSON of 31 MB, three at a time', () => flood(3, (i) => send('forward_backward', large[i % 3]!))],
  [
    'gradients of 80 x 500 tokens',
    () =>
      flood(1, async (i) => {
        const body = encodeForwardRequest(batchOf(models[10]!, i + 1, 80));
        const { request_id } = (await send('forward_backward', body, asMessage))!;
        while ((await send('retrieve_future', { request_id }))?.['type'] === 'try_again');
      }),
  ],
  [
    'hostile requests',
    () =>
      flood(24, (i) => {
        const attacks = [
          () => send('forward_backward', gzippedLarge, gzipped),
          () => send('forward_backward', gzippedGigabyte, gzipped),
          () => send('forward_backward', manyValues),
          () => send('forward_backward', full[i % 11]!, asMessage),
          () =>
            send('asample', {
              ...{ sampling_session_id, seq_id: i, num_samples: 1024, sampling_params: { max_tokens: 8 } },
              prompt: { chunks: [{ type: 'encoded_text', tokens: [1, 2, 3] }] },
            }),
        ];
        return attacks[i % attacks.length]!();
      }),
  ],
];

const probe = probeHealth(server.url);
try {
  const rowsOf: string[][] = [];
  const data: object[] = [];
  for (const [name, run] of phases) {
    await probe.take();
    statuses.clear();
    const requests = await run();
    const times = (await probe.take()).sort((a, b) => a - b);
    const said = [...statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
    const at = (part: number) => times[Math.floor(part * (times.length - 1))]!;
    const ms = (value: number) => value.toPrecision(3);
    rowsOf.push([name, String(requests || ''), ms(median(times)), ms(at(0.99)), ms(at(1)), String(server.peakMb())]);
    console.log(name, said);
    data.push({
      name,
      requests,
      statuses: said,
      calls: times.length,
      median: median(times),
      p99: at(0.99),
      worst: at(1),
      peakMb: server.peakMb(),
    });
  }
  const head = ['what comes', 'requests', 'healthz, median ms', '99 %', 'worst', 'peak MB'];
  if (process.env['RSTAR2_CLI'] === undefined)
    writeTable({
      name: 'tinker-hostile',
      guide: 'docs/tinker-serve.md',
      head,
      rows: rowsOf,
      data: { phases: data, machine: describeMachine() },
    });
  else console.table(rowsOf);
} finally {
  await probe.close();
  await server.close();
}
