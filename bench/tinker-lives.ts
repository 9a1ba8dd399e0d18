/**
 * Claim: no session is lost while passes each take longer than a session lives without a heartbeat.
 *
 * `npx tsx bench/tinker-lives.ts` serves the Tinker API over an engine whose passes block their thread for 5 s each; a session lives for 2 s without a
 * heartbeat. Three clients in a thread of their own send a heartbeat every 0.5 s, one of them trains. It takes RUN_MS (default 300 000; an hour is
 * 3 600 000) and some seconds; its pass waits and needs no core. The result is printed.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LearnerFactory } from '../src/base/index.js';
import { createDecoder, createTfjsLearnerFactory, decoderConfig, selectBackend } from '../src/tfjs/index.js';
import { createTinkerServer } from '../src/tinker/index.js';
import { benchOptions } from './options.js';

benchOptions();

const RUN_MS = Number(process.env['RUN_MS'] ?? 300_000);
const PASS_MS = 5000;

/** Heartbeats of three sessions; the first of them also asks for a gradient of four passes, again and again. */
const CLIENTS = `
  const { parentPort, workerData: { url, runMs } } = require('node:worker_threads');
  const said = {};
  let worstMs = 0;
  const post = async (path, body) => {
    const start = performance.now();
    const response = await fetch(url + '/api/v1/' + path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    if (path === 'session_heartbeat') worstMs = Math.max(worstMs, performance.now() - start);
    const key = path + ' ' + response.status;
    said[key] = (said[key] ?? 0) + 1;
    return response.json();
  };
  const result = async (made) => {
    for (;;) {
      const answer = await post('retrieve_future', { request_id: made.request_id });
      if (answer.type !== 'try_again') return answer;
    }
  };
  const datum = { model_input: { chunks: [{ type: 'encoded_text', tokens: [1, 2, 3] }] }, loss_fn_inputs: { target_tokens: { data: [2, 3, 4], dtype: 'int64' } } };
  (async () => {
    const endMs = performance.now() + runMs;
    const sessions = [];
    let isOver = false;
    for (let i = 0; i < 3; i++) sessions.push((await post('create_session', { tags: [], sdk_version: 'bench' })).session_id);
    const beats = sessions.map(async (session_id) => {
      while (!isOver) {
        await post('session_heartbeat', { session_id });
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
    const { model_id, request_id } = await post('create_model', { session_id: sessions[0], model_seq_id: 0, base_model: 'small', lora_config: { rank: 1 } });
    await result({ request_id });
    let [gradients, failures] = [0, 0];
    for (let seq_id = 1; performance.now() < endMs; seq_id++) {
      const made = await post('forward_backward', { model_id, seq_id, forward_backward_input: { data: [datum, datum, datum, datum], loss_fn: 'cross_entropy' } });
      const answer = await result(made);
      if (answer.loss_fn_outputs === undefined) failures++;
      else gradients++;
    }
    isOver = true;
    await Promise.all(beats);
    parentPort.postMessage({ said, worstHeartbeatMs: Math.round(worstMs), gradients, failures });
  })();
`;

await selectBackend({ backend: 'cpu' });
const config = decoderConfig({
  ...{ vocabSize: 32, hiddenSize: 16, numHiddenLayers: 1, numAttentionHeads: 2, numKeyValueHeads: 1, headDim: 8 },
  ...{ intermediateSize: 32, maxPositionEmbeddings: 64 },
});
const factory = createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(config, { seed }) } });
let passes = 0;
const slow: LearnerFactory = {
  ...factory,
  createLearner: async (model) => {
    const learner = await factory.createLearner(model);
    const add = learner.forwardBackward.bind(learner);
    learner.forwardBackward = (...given) => {
      passes++;
      // The thread hears nothing meanwhile, as if it computed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PASS_MS);
      return add(...given);
    };
    return learner;
  },
};
const directory = mkdtempSync(join(tmpdir(), 'rstar2-bench-lives-'));
const events: string[] = [];
const server = await createTinkerServer({
  ...{ factory: slow, directory, models: { small: { contextLength: 64, vocabularySize: 32 } } },
  limits: { sessionTtlMs: 2000, maxTokensPerPass: 4 },
  log: ({ message }) => void events.push(message),
});
try {
  const clients = new Worker(CLIENTS, { eval: true, workerData: { url: server.url, runMs: RUN_MS } });
  const [report] = (await once(clients, 'message')) as [object];
  console.log(JSON.stringify({ runMs: RUN_MS, passMs: PASS_MS, passes, ...report, events }, null, 2));
  await clients.terminate();
} finally {
  await server.close();
  await factory.close();
  rmSync(directory, { recursive: true });
}
