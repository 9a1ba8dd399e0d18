// A Tinker server that lies to the program that trains on it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  createTinkerClient,
  createTinkerLearnerFactory,
  createTinkerPolicy,
  type TinkerClient,
  type TinkerModel,
} from '../../../src/tinker/index.js';
import { PROTOBUF_TYPE } from '../../../src/tinker/wire/index.js';
import { placeLogprobs } from '../../../src/tinker/client/internal/learner/sequence-places.js';
import type { HostileCase } from '../hostile-models/hostile-case.js';

type Lie = object | string | Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void);
type Lies = { readonly [path: string]: Lie };

const LIE = /^TinkerError: [^\p{Cc}]{1,1500}$/u;

/** A server that is honest but for what it says at these paths; `result` is what futures give, `:N` the Nth request alone. */
async function withClient(lies: Lies, use: (client: TinkerClient) => Promise<unknown>): Promise<void> {
  let futures = 0;
  let retrieved = 0;
  const honest: Lies = {
    'client/config': {},
    create_session: { session_id: 's' },
    session_heartbeat: {},
    create_sampling_session: { sampling_session_id: 'x' },
    get_server_capabilities: { supported_models: [{ model_name: 'small' }] },
    get_info: { model_id: 'm', model_data: {}, lora_rank: 4 },
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const path = request.url!.replace('/api/v1/', '');
      const isFuture = path === 'retrieve_future';
      const lie = lies[path] ??
        (isFuture
          ? retrieved++ === 0 && lies['model'] === undefined
            ? { model_id: 'm' }
            : lies['result']
          : undefined) ??
        honest[path] ?? { request_id: String(++futures) };
      if (typeof lie === 'function') {
        (lie as (request: IncomingMessage, response: ServerResponse) => void)(request, response);
        return;
      }
      const type =
        lie instanceof Uint8Array ? PROTOBUF_TYPE : typeof lie === 'string' ? 'text/html' : 'application/json';
      response.setHeader('content-type', type);
      response.end(lie instanceof Uint8Array || typeof lie === 'string' ? lie : JSON.stringify(lie));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const said: string[] = [];
  try {
    const retry = { retries: 2, delayMs: 1, maxDelayMs: 5 };
    const baseUrl = `http://127.0.0.1:${port}`;
    const onMessage = (text: string) => void said.push(text);
    const client = await createTinkerClient({ baseUrl, apiKey: 'tml-secret', retry, timeoutMs: 3000, onMessage });
    try {
      await use(client);
    } finally {
      await client.close();
    }
    if (/\p{Cc}/u.test(said.join(''))) throw new Error('control characters came through');
    if (said.join('').length > 10_000) throw new Error('a message was not cut');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const data = [0, 1].map(() => ({
  tokens: Int32Array.of(1, 2),
  lossInputs: {
    target_tokens: { dtype: 'int64', data: Int32Array.of(2, 3), shape: [2] },
    weights: { dtype: 'float32', data: Float32Array.of(1, 1), shape: [2] },
  },
})) as never;

const lying = (
  name: string,
  lies: Lies,
  use: (client: TinkerClient) => Promise<unknown>,
  refused: RegExp | null = LIE,
): HostileCase => ({
  name,
  refused,
  attempt: () => withClient(lies, use),
});

const model = async (client: TinkerClient): Promise<TinkerModel> =>
  client.createModel({ baseModel: 'small', lora: { rank: 4 } });

/** A pass whose result is a lie. Its logprobs are read as the learner does. */
const passing = (name: string, result: Lie, refused: RegExp = LIE) =>
  lying(
    `a result ${name}`,
    { result },
    async (client) => {
      const passed = await (await model(client)).forward({ data, loss: 'cross_entropy' });
      placeLogprobs(passed, [{ targets: Int32Array.of(2, 3) }, { targets: Int32Array.of(2, 3) }]);
    },
    refused,
  );

const sampling = (name: string, result: Lie, refused = /^(?:PolicyError|TinkerError): [^\p{Cc}]{1,1500}$/u) =>
  lying(
    `a sample ${name}`,
    { result, model: true as never },
    async (client) => {
      const policy = createTinkerPolicy(await client.createSampler({ baseModel: 'small' }));
      await policy.generate({
        tokens: Int32Array.of(1, 2),
        sampling: { maxTokens: 4, stopTokens: [3], temperature: 1 },
      });
    },
    refused,
  );

const varint = (value: number) => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return bytes;
  }
};
/** A field of protobuf: a message, bytes or a text; or an integer. */
const field = (number: number, ...parts: readonly (Uint8Array | string)[]) => {
  const payload = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([8 * number + 2, ...varint(payload.length)]), payload]);
};
const integer = (number: number, value: number) => Buffer.from([8 * number, ...varint(value)]);

/** Names of tensors that are empty: what is 10 MB here would become half a gigabyte. */
function manyTensors(): Uint8Array {
  const offsets = new Uint8Array(8 * 20_001);
  const names = Array.from({ length: 64 }, (_, i) =>
    field(2, field(1, `t${i}`), field(2, field(2, offsets), integer(3, 1))),
  );
  return field(2, ...names);
}

const protobuf = (make: () => Uint8Array) => (_: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', PROTOBUF_TYPE).end(make());

const tensor = (data: readonly unknown[], shape: readonly number[] = [data.length]) => ({
  logprobs: { dtype: 'float32', data, shape },
});
const outputs = (...each: readonly object[]) => ({ loss_fn_output_type: 'x', loss_fn_outputs: each, metrics: {} });
const good = tensor([-1, -1]);
const sequence = (fields: object) => ({
  sequences: [{ tokens: [5, 3], logprobs: [-1, -1], stop_reason: 'stop', ...fields }],
});
const raw = (text: () => string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(text());
const json = (response: ServerResponse, value: object) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\r\n';

export const CASES: readonly HostileCase[] = [
  passing('of HTML', '<html>login</html>'),
  passing('of one record for two', outputs(good)),
  passing('of three records for two', outputs(good, good, good)),
  passing('of another length', outputs(good, tensor([-1])), /^RangeError: loss_fn_outputs\[1\]/),
  passing('of NaN in words', outputs(good, tensor(['NaN', -1]))),
  passing('of null', outputs(good, tensor([null, -1]))),
  passing(
    'beyond all numbers',
    raw(() => JSON.stringify(outputs(good, tensor([-7777, -1]))).replace('7777', '1e999')),
    /^RangeError: loss_fn_outputs\[1\]/,
  ),
  passing('of what no model gives', outputs(good, tensor([3, -1])), /^RangeError: loss_fn_outputs\[1\]\.logprobs\[0\]/),
  passing('of shapes below 0', outputs(good, tensor([-1, -1], [-1, -2]))),
  passing('of shapes that are not its numbers', outputs(good, tensor([-1, -1], [2 ** 40]))),
  passing(
    'of a sparse tensor that fills memory',
    outputs(good, {
      logprobs: { dtype: 'float32', data: [], shape: [1e5, 1e5], sparse_crow_indices: [0], sparse_col_indices: [] },
    }),
  ),
  passing(
    'of lists without end',
    raw(() => `{"loss_fn_outputs":[${'[],'.repeat(6_000_000)}[]]}`),
  ),
  passing(
    'of lists in lists',
    raw(() => `{"loss_fn_outputs":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
  ),
  passing('of a length beyond the body', Uint8Array.from([0x12, ...varint(2 ** 40), 1, 2, 3])),
  passing('of a length below 0', Uint8Array.from([0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1])),
  passing('of groups in groups', new Uint8Array(1_000_000).fill(0x0b)),
  passing('of a number of 11 bytes', new Uint8Array(64).fill(0xff)),
  passing('of counts beyond memory', field(2, integer(3, 2 ** 50))),
  passing(
    'of sizes without end',
    protobuf(() => field(2, field(2, field(1, 'logprobs'), field(2, field(4, new Uint8Array(10_000_000)))))),
  ),
  passing('of a million tensors', protobuf(manyTensors)),
  passing(
    'of a hundred thousand metrics',
    protobuf(() => Buffer.concat(Array.from({ length: 100_000 }, (_, i) => field(3, field(1, `m${i}`))))),
  ),
  passing('in gzip', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(50_000_000)));
  }),
  passing(
    'in zstd, which nobody asked for',
    (_, response) => {
      response.writeHead(200, { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'zstd' });
      response.end(Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0x41, 0, 0, 0xff, 0xff, 0xff]));
    },
    /^TinkerError: .*content-encoding zstd, which was not asked for/,
  ),
  passing('that is longer than may be', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(1 << 20, ' ');
    const more = () => void (response.destroyed || response.write(piece, () => setImmediate(more)));
    more();
  }),
  sampling('of no sequence', { sequences: [] }),
  sampling('of a thousand sequences', { sequences: Array.from({ length: 1000 }, () => sequence({}).sequences[0]) }),
  sampling('of ids below 0', sequence({ tokens: [-1, 3] })),
  sampling('of ids of 40 bits', sequence({ tokens: [2 ** 40, 3] })),
  sampling('of halves', sequence({ tokens: [1.5, 3] })),
  sampling('of more tokens than were asked for', sequence({ tokens: [1, 2, 4, 5, 3], logprobs: [-1, -1, -1, -1, -1] })),
  sampling('that stops without a stop token', sequence({ tokens: [5, 5] })),
  sampling('without logprobs', sequence({ logprobs: null })),
  sampling('of fewer logprobs', sequence({ logprobs: [-1] })),
  sampling('of logprobs above 0', sequence({ logprobs: [3, -1] })),
  sampling('of another reason', sequence({ stop_reason: 'constructor' })),
  lying('a session whose id has a header in it', { create_session: { session_id: 's\r\nx-evil: 1' } }, () =>
    Promise.resolve(),
  ),
  lying('a session whose id leads elsewhere', { create_session: { session_id: '../../admin' } }, () =>
    Promise.resolve(),
  ),
  lying('a session without an id', { create_session: { session_id: '' } }, () => Promise.resolve()),
  lying(
    'a session that drives a terminal',
    {
      create_session: { session_id: 's', warning_message: ESCAPES.repeat(100_000) },
    },
    () => Promise.resolve(),
    null,
  ),
  lying(
    'a refusal that drives a terminal',
    {
      get_server_capabilities: (_, response) =>
        void response.writeHead(400).end(JSON.stringify({ detail: ESCAPES.repeat(1e5) })),
    },
    (client) => client.capabilities(),
  ),
  lying(
    'a config of nonsense',
    {
      'client/config': {
        fwdbwd_max_chunk_len: -5,
        sample_max_concurrent_requests: -1,
        fwdbwd_max_chunk_bytes_count: -1,
      },
    },
    (client) => client.capabilities(),
    null,
  ),
  lying(
    'a number that another request has',
    {
      forward: { request_id: 'one' },
      forward_backward: { request_id: 'one' },
      result: (_, response) => void setTimeout(() => json(response, outputs(good, good)), 100),
    },
    async (client) => {
      const made = await model(client);
      const pass = () => made.forward({ data, loss: 'cross_entropy' });
      await Promise.all([pass(), pass()]);
    },
  ),
  lying(
    'the number of a request that is done',
    { forward: { request_id: 'one' }, forward_backward: { request_id: 'one' }, result: outputs(good, good) },
    async (client) => {
      const made = await model(client);
      await made.forwardBackward({ data, loss: 'cross_entropy' });
      await made.forwardBackward({ data, loss: 'cross_entropy' });
    },
    /^TinkerError: .*expected a new request_id, got "one" of another request$/,
  ),
  lying(
    'the number of a pass for a step',
    { forward_backward: { request_id: 'one' }, optim_step: { request_id: 'one' }, result: outputs(good, good) },
    async (client) => {
      const made = await model(client);
      await made.forwardBackward({ data, loss: 'cross_entropy' });
      await made.optimStep();
    },
    /^TinkerError: .*of another request$/,
  ),
  lying(
    'a future of another model',
    { forward: { request_id: 'f', model_id: 'other' }, forward_backward: { request_id: 'f', model_id: 'other' } },
    async (client) => (await model(client)).forward({ data, loss: 'cross_entropy' }),
    /^TinkerError: .*model_id: expected "m", got "other"$/,
  ),
  lying(
    'a step of another model',
    { optim_step: { request_id: 'o', model_id: 'other' } },
    async (client) => (await model(client)).optimStep(),
    /^TinkerError: .*model_id: expected "m", got "other"$/,
  ),
  lying(
    'the result of a pass for that of a step',
    { optim_step: { request_id: 'o' }, result: outputs(good, good) },
    async (client) => (await model(client)).optimStep(),
    /^TinkerError: .*loss_fn_outputs: expected none in the result of optim_step$/,
  ),
  lying(
    'the result of a save for that of a load',
    { load_weights: { request_id: 'l' }, result: { type: 'save_weights', path: 'tinker://m/weights/a' } },
    async (client) => (await model(client)).loadState('tinker://m/weights/a'),
    /^TinkerError: .*type: expected load_weights, got save_weights$/,
  ),
  lying(
    'a load into another model',
    { load_weights: { request_id: 'l' }, result: { path: 'tinker://m/weights/a', model_id: 'other' } },
    async (client) => (await model(client)).loadState('tinker://m/weights/a'),
    /^TinkerError: .*model_id: expected "m", got "other"$/,
  ),
  lying(
    'two models of one name',
    { result: { model_id: 'm' } },
    async (client) => [await model(client), await model(client)],
    /^TinkerError: .*expected a new model, got "m" again$/,
  ),
  lying(
    'an adapter of another rank',
    {
      get_info: { model_id: 'm', model_data: {}, lora_rank: 64 },
      optim_step: () => {
        throw new Error('it was trained');
      },
    },
    async (client) => {
      const factory = await createTinkerLearnerFactory({ client, semantics: 'rstar2' });
      await factory.createLearner({ baseModel: 'small', lora: { rank: 4 } });
    },
    /^LearnerError: createLearner: the model m: expected an adapter of rank 4, got one of rank 64$/,
  ),
  lying('a number of a million characters', { create_model: { request_id: 'x'.repeat(1e6) } }, (client) =>
    model(client),
  ),
  lying(
    'a result that is never there',
    { retrieve_future: { type: 'try_again' } },
    async (client) => {
      const signal = AbortSignal.timeout(500);
      await client.createModel({ baseModel: 'small', lora: { rank: 4 }, signal }).catch((error: unknown) => {
        if (error !== signal.reason) throw error;
      });
    },
    null,
  ),
  lying(
    'a metric that is no number',
    { optim_step: { request_id: 'o' }, result: { metrics: { loss: 'NaN' } } },
    async (client) => (await model(client)).optimStep(),
  ),
  lying('a sampler that is nowhere', { result: { path: null } }, async (client) =>
    (await model(client)).createSampler(),
  ),
  lying('another host to go to', {}, (client) => client.checkpoints.delete('tinker://../weights/..'), /^RangeError: /),
  {
    name: 'a redirect to another host, which is not told the key',
    refused: LIE,
    attempt: async () => {
      let asked = 0;
      const other = createServer((_, response) => (asked++, response.end('{}')));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
      try {
        await withClient(
          { get_server_capabilities: (_, response) => void response.writeHead(307, { location }).end() },
          (client) => client.capabilities(),
        );
      } catch (error) {
        if (asked === 0) throw error;
      } finally {
        other.close();
      }
    },
  },
];
