/**
 * Claim: a batch of 31 MB of JSON takes the thread that answers `healthz` less than 50 ms at a time.
 *
 * `npx tsx bench/tinker-thread.ts` (Linux) listens in its own thread, over an engine that computes nothing, and prints for which processor time, in
 * milliseconds, that thread heard nothing while a batch of 650,000 tokens was read, computed and answered. Processor time does not depend on what else the
 * machine does. With `HERE=1` no other thread works on large batches.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackedBatch } from '../src/base/index.js';
import { BatchThread } from '../src/tinker/server/internal/batches/batch-thread.js';
import type { Engine } from '../src/tinker/server/internal/engine/engine.js';
import { listen } from '../src/tinker/server/internal/http/listen.js';
import { serverOptionsSchema } from '../src/tinker/server/options.js';
import { benchOptions } from './options.js';

benchOptions();

const directory = mkdtempSync(join(tmpdir(), 'rstar2-bench-thread-'));
const settings = serverOptionsSchema.parse({
  ...{ factory: { createLearner: () => {} }, directory, limits: { maxDatums: 2048 } },
  models: { small: { contextLength: 512, vocabularySize: 300 } },
});
const logprobs = ({ tokens }: PackedBatch) => Promise.resolve(new Float32Array(tokens.length).fill(-1));
const learner = {
  ...{ capabilities: {}, logprobs, close: () => Promise.resolve() },
  forwardBackward: async (batch: PackedBatch) => ({ logprobs: await logprobs(batch) }),
};
const engine = { baseModels: ['small'], capabilities: { lora: true }, createLearner: () => Promise.resolve(learner) };

/** A client in a process of its own: three gradients, one after the other, with a line for each once it is read and once it is answered. */
const CLIENT = `
  const url = process.argv[1];
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + '/api/v1/' + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  const result = async ({ request_id }) => {
    for (;;) {
      const answer = await post('retrieve_future', { request_id });
      if (answer.type !== 'try_again') return answer;
    }
  };
  const say = async (text) => {
    console.log(text);
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  const { session_id } = await post('create_session', { tags: [], sdk_version: 'bench' });
  const made = await post('create_model', { session_id, model_seq_id: 0, base_model: 'small', lora_config: { rank: 1 } });
  const { model_id } = await result(made);
  const floats = [...new Float32Array(500).map((_, t) => -((t * 7919) % 1003) / 1003)];
  const tokens = Array.from({ length: 500 }, (_, t) => (3 * t) % 300);
  const loss_fn_inputs = {
    target_tokens: { data: tokens, dtype: 'int64' },
    logprobs: { data: floats, dtype: 'float32' },
    advantages: { data: [...Float32Array.from(floats, (value) => value + 0.5)], dtype: 'float32' },
  };
  const data = Array(1300).fill({ model_input: { chunks: [{ type: 'encoded_text', tokens }] }, loss_fn_inputs });
  await say('nothing');
  for (let seq_id = 1; seq_id <= 3; seq_id++) {
    const future = await post('forward_backward', { model_id, seq_id, forward_backward_input: { data, loss_fn: 'importance_sampling' } });
    await say('read');
    const { loss_fn_outputs } = await result(future);
    await say('computed and answered: ' + loss_fn_outputs.length + ' sequences');
  }
`;

/** Processor time of this thread, in milliseconds. */
const cpuMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const listening = await listen(
  settings,
  engine as unknown as Engine,
  process.env['HERE'] === undefined ? new BatchThread() : undefined,
);
let [lastMs, longestMs] = [cpuMs(), 0];
const timer = setInterval(() => {
  const nowMs = cpuMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
}, 1);
try {
  const client = spawn(process.execPath, ['--input-type=module', '-e', CLIENT, listening.address.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  client.stdout.on('data', (text: Buffer) => {
    console.log(`${text.toString().trim()}: at most ${longestMs.toFixed(0)} ms of processor time at once`);
    longestMs = 0;
  });
  await once(client, 'exit');
} finally {
  clearInterval(timer);
  await listening.close(0);
  rmSync(directory, { recursive: true });
}
