import { createServer } from 'node:http';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { listenHttp } from '../../../../../../src/io/index.js';
import { encodeForwardRequest, PROTOBUF_TYPE } from '../../../../../../src/tinker/wire/index.js';
import type { TinkerForwardRequest } from '../../../../../../src/tinker/wire/messages.js';
import { type TinkerServerLimits, serverOptionsSchema } from '../../../../../../src/tinker/server/options.js';
import { batchOf } from '../../../../../../src/tinker/server/internal/batches/batches.js';
import { engineOf } from '../../../../../../src/tinker/server/internal/engine/engine.js';
import { HttpFace } from '../../../../../../src/tinker/server/internal/http/http-face.js';
import { Services } from '../../../../../../src/tinker/server/internal/services.js';
import { TinkerService } from '../../../../../../src/tinker/server/internal/tinker-service.js';
import { TrainingRuns } from '../../../../../../src/tinker/server/internal/runs/training-runs.js';
import { smallFactory } from '../../served.js';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server whose memory can be looked at, with a model on it. */
async function served(limits: TinkerServerLimits) {
  const directory = mkdtempSync(join(tmpdir(), 'rstar2-tinker-'));
  ends.push(() => rmSync(directory, { recursive: true }));
  const factory = await smallFactory();
  ends.push(() => factory.close());
  const settings = serverOptionsSchema.parse({ factory, directory, limits });
  const service = new TinkerService(settings, engineOf(settings), await TrainingRuns.open(directory, () => {}));
  const face = new HttpFace(new Services([service]));
  const server = createServer();
  const { url, port } = await listenHttp(server, { host: '127.0.0.1', port: 0, handle: (...it) => face.handle(...it) });
  ends.push(async () => {
    await face.close(server, 100);
    await service.close();
  });
  const { session_id } = service.createSession();
  const made = service.models.create({ session_id, model_seq_id: 0, base_model: 'small', lora_config: { rank: 1 } });
  await outcome(service, made.request_id);
  const post = (path: string, body: Buffer | Uint8Array, headers: Record<string, string>) =>
    fetch(`${url}/api/v1/${path}`, { method: 'POST', body: new Uint8Array(body), headers });
  return { service, port, post, model: made.model_id! };
}

function outcome(service: TinkerService, id: string) {
  return service.futures.outcome(id, 60_000, new AbortController().signal);
}

/** A request of many tokens, which no model here reads: it fails when its turn comes. */
function request(modelId: string, sequenceId: number, tokens: number): TinkerForwardRequest {
  const zeros = { dtype: 'int64', data: new Int32Array(tokens) } as const;
  const datum = { tokens: new Int32Array(tokens), lossInputs: { target_tokens: zeros } };
  return { modelId, sequenceId, data: [datum], loss: 'cross_entropy', forwardOnly: false };
}

const GZIPPED = { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' };

describe('the memory of a Tinker server', () => {
  it('is that of its budget, however small the bodies come that become large', async () => {
    const maxPendingBytes = 4_000_000;
    const { service, post, model } = await served({ maxPendingBytes, maxTokens: 1000 });
    const bodies = Array.from({ length: 30 }, (_, i) => gzipSync(encodeForwardRequest(request(model, i + 2, 100_000))));
    expect(bodies[0]!.length).toBeLessThan(5000);
    let most = 0;
    const statuses = await Promise.all(
      bodies.map(async (body) => {
        const { status, headers } = await post('forward_backward', body, GZIPPED);
        most = Math.max(most, service.memory.reserved);
        return status === 429 ? `429 ${headers.get('retry-after')}` : String(status);
      }),
    );
    expect(new Set(statuses)).toEqual(new Set(['200', '429 1']));
    // Each takes 800 kB, and the one that they wait for must find room.
    expect(statuses.filter((status) => status === '200')).toHaveLength(1);
    expect(most).toBeLessThanOrEqual(maxPendingBytes);
    const first = await post('forward_backward', gzipSync(encodeForwardRequest(request(model, 1, 100_000))), GZIPPED);
    expect(first.status).toBe(200);
  });

  it('holds of a request that is over its answer alone', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const { service, model } = await served({});
    const asked = (() => {
      const made = request(model, 1, 40);
      const { request_id } = service.models.forward(batchOf(made));
      return { request_id, tokens: new WeakRef(made.data[0]!.tokens) };
    })();
    expect(await outcome(service, asked.request_id)).toMatchObject({ kind: 'done' });
    await expect
      .poll(() => {
        gc();
        return asked.tokens.deref() === undefined;
      })
      .toBe(true);
    expect(await outcome(service, asked.request_id)).toMatchObject({ kind: 'done' });
  });

  it('is given back when bodies do not come whole, and when nobody takes an answer', async () => {
    const { service, port, model } = await served({ transferMs: 200 });
    const head = (length: number) =>
      `POST /api/v1/forward_backward HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${PROTOBUF_TYPE}\r\ncontent-length: ${length}\r\n\r\n`;
    const slow = connect(port, '127.0.0.1');
    const said = new Promise<string>((resolve) => slow.once('data', (bytes) => resolve(bytes.toString())));
    const closed = new Promise((resolve) => slow.once('close', resolve));
    slow.write(head(1_000_000));
    slow.write(Buffer.alloc(500_000));
    expect(await said).toMatch(/^HTTP\/1.1 408 /);
    await closed;
    expect(service.memory.reserved).toBeLessThan(5000);
    expect(service.models.info({ model_id: model })).toBeDefined();
    const patient = await served({});
    const gone = connect(patient.port, '127.0.0.1');
    gone.write(head(1_000_000));
    gone.write(Buffer.alloc(500_000));
    await expect.poll(() => patient.service.memory.reserved).toBeGreaterThan(500_000);
    gone.destroy();
    await expect.poll(() => patient.service.memory.reserved).toBeLessThan(5000);
  });

  it('lets whoever has a result take it, however full it is', async () => {
    const { service, post, model } = await served({ maxPendingBytes: 400_000 });
    const { request_id } = service.models.forward(batchOf(request(model, 1, 40)));
    await outcome(service, request_id);
    service.memory.reserve().set(400_000);
    const body = Buffer.from(JSON.stringify({ request_id }));
    const answer = await post('retrieve_future', body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(200);
    const isKept = () => {
      expect(() => service.models.forward(batchOf(request(model, 2, 40)))).toThrow('too many requests at once');
      return service.futures.has(request_id);
    };
    await expect.poll(isKept).toBe(false);
  });

  it('is given back by requests for models that are refused', async () => {
    const { service } = await served({ maxModels: 1 });
    const { reserved } = service.memory;
    const { session_id } = service.createSession();
    const make = () => service.models.create({ session_id, model_seq_id: 0, base_model: 'small' });
    expect(make).toThrow('the maximum: unload one');
    expect(service.memory.reserved).toBe(reserved);
  });
});
