/**
 * Claim: client and protocol cost little beside what a forward_backward of 8 x 1,024 tokens takes, and less than the Python SDK.
 *
 * `npm run bench:tinker` makes the calls of a server that computes nothing, in a process of its own; PYTHON names the interpreter of an
 * environment with `pip install tinker`, whose SDK makes the same ones. The floor is HTTP alone: the same bytes, written before, in
 * the same two requests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Random } from '../src/base/index.js';
import { createTinkerClient } from '../src/tinker/index.js';
import type { TinkerBatch } from '../src/tinker/wire/messages.js';
import { encodeForwardRequest, PROTOBUF_TYPE } from '../src/tinker/wire/index.js';
import { measure, type Contestant } from './harness.js';
import { startPythonPeer } from './python-peer.js';
import { writeReport } from './report.js';
import { benchOptions } from './options.js';

benchOptions();

const SEQUENCES = 8;
const LENGTH = 1024;
/** Calls of one run, one after the other. */
const CALLS = 10;

const random = new Random('tinker');
const logprobs = Float32Array.from({ length: LENGTH }, () => -random.next());
const tokens = Array.from({ length: SEQUENCES }, () =>
  Int32Array.from({ length: LENGTH }, () => random.integer(151_936)),
);
const batch: TinkerBatch = {
  loss: 'importance_sampling',
  data: tokens.map((ids) => ({
    tokens: ids,
    lossInputs: {
      target_tokens: { dtype: 'int64', data: ids },
      logprobs: { dtype: 'float32', data: logprobs },
      advantages: { dtype: 'float32', data: logprobs },
    },
  })),
};

const script = fileURLToPath(new URL('tinker-server.ts', import.meta.url));
const server = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
const [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
const agent = new Agent({ keepAlive: true });

/** One request of HTTP, and its answer's bytes. */
function post(path: string, type: string, body: Uint8Array | string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, accept: PROTOBUF_TYPE, 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}/api/v1/${path}`, { method: 'POST', agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces)));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bytes = encodeForwardRequest({ ...batch, modelId: 'm', sequenceId: 1, forwardOnly: false });
const bare: Contestant = {
  name: 'HTTP alone, the same bytes',
  work: CALLS,
  run: async () => {
    let answered = 0;
    for (let i = 0; i < CALLS; i++) {
      await post('forward_backward', PROTOBUF_TYPE, bytes);
      answered += (await post('retrieve_future', 'application/json', '{"request_id":"forward"}')).length;
    }
    return answered;
  },
};

/** Our client, in one of the wire's forms; each answers with the sum of its logprobs. */
async function ours(wire: 'protobuf' | 'json'): Promise<Contestant & { close(): Promise<void> }> {
  const client = await createTinkerClient({ baseUrl: url, apiKey: 'tml-bench', wire });
  const model = await client.createModel({ baseModel: 'small', lora: { rank: 4 } });
  return {
    name: `\`TinkerModel.forwardBackward\`, ${wire === 'json' ? 'JSON' : wire}`,
    work: CALLS,
    run: async () => {
      for (let i = 1; i < CALLS; i++) await model.forwardBackward(batch);
      const { outputs } = await model.forwardBackward(batch);
      return outputs.reduce(
        (sum, { logprobs: told }) => (told!.data as Float32Array).reduce((total, value) => total + value, sum),
        0,
      );
    },
    close: () => client.close(),
  };
}

const clients = [await ours('protobuf'), await ours('json')];
const task = { url, tokens: tokens.map((ids) => [...ids]), logprobs: [...logprobs], calls: CALLS };
const peer = startPythonPeer('tinker-peer.py', task);
try {
  const sdk = peer === undefined ? [] : [{ name: 'the Python SDK, protobuf', work: CALLS, run: () => peer.run() }];
  const sums = await Promise.all([...clients, ...sdk].map(async (each) => Number(await each.run())));
  if (sums.some((sum) => Math.abs(sum - sums[0]!) > 1e-3 * Math.abs(sums[0]!)))
    throw new Error(`the clients read other logprobs: ${sums.join(', ')}`);
  const { measurements, machine } = await measure([bare, ...clients, ...sdk], { rounds: 21 });
  const perCall = measurements.map((each) => (1000 / each.median).toFixed(1)).join(', ');
  writeReport({
    name: 'tinker',
    guide: 'docs/tinker.md',
    task: `forward_backward of ${SEQUENCES} x ${LENGTH} tokens against a server that computes nothing: ${bytes.length} bytes there, ${4 * SEQUENCES * LENGTH} of logprobs back`,
    unit: 'calls/s',
    measurements,
    machine,
    notes: [`Milliseconds a call, in this order: ${perCall}.`],
  });
} finally {
  peer?.close();
  for (const client of clients) await client.close();
  agent.destroy();
  server.kill();
}
