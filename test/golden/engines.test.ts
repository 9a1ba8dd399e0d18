import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import type { Generation } from '../../src/index.js';
import { loadAdapter, loadModel, type Decoder } from '../../src/tfjs/index.js';
import { PROMPTS, playScenario, type Drawn } from '../recordings/engines/scenario.js';
import { useBackend } from '../unit/tfjs/backends.js';

/** Recorded from real servers by test/recordings/engines. */
const recordings = fileURLToPath(new URL('../recordings/engines/', import.meta.url));
const engines = readdirSync(recordings, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/** Plays a recording back: each request must be the one that the real server was asked next. */
async function playBack(engine: string): Promise<{ readonly drawn: Drawn; readonly left: number }> {
  const { exchanges } = JSON.parse(readFileSync(`${recordings}${engine}/exchanges.json`, 'utf8')) as {
    readonly exchanges: Exchange[];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, answer, ...asked } = exchanges.shift()!;
      const body = Buffer.concat(chunks).toString('utf8');
      const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
      const same =
        asked.method === request.method &&
        asked.path === request.url &&
        isDeepStrictEqual(parsed(asked.body), parsed(body));
      const other = `recorded was ${JSON.stringify(asked)}, asked was ${request.method} ${request.url} ${body}`;
      response.writeHead(same ? status : 418).end(same ? answer : other);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return { drawn: await playScenario({ url: `http://127.0.0.1:${port}` }, 'FOLDER/adapter'), left: exchanges.length };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

it('there is a recording of vLLM', () => {
  expect(engines).toContain('vllm');
});

describe.each(engines)('%s', (engine) => {
  it('was asked what is asked now, and every token has its logprob and, of an adapter, its version', async () => {
    const { drawn, left } = await playBack(engine);
    expect(left).toBe(0);
    for (const [from, generations] of Object.entries(drawn)) {
      for (const { tokens, logprobs, finishReason, weightVersions } of generations) {
        expect(logprobs.length).toBe(tokens.length);
        expect(finishReason).toBe(tokens.at(-1) === 60 ? 'stop' : 'length');
        if (from === 'adapter') expect(weightVersions).toEqual([{ version: 'step-1', start: 0, end: tokens.length }]);
      }
    }
    // The token endpoint says besides which weights it had.
    expect(drawn.base.map(({ weightVersions }) => weightVersions?.length)).toEqual(PROMPTS.map(() => 1));
    expect(drawn.completions).toEqual(
      drawn.base.map(({ tokens, logprobs, finishReason }) => ({ tokens, logprobs, finishReason })),
    );
  });

  it('has the logprobs of our decoder within 1e-2, and those of the adapter, read from the same files', async () => {
    const { drawn } = await playBack(engine);
    await useBackend('wasm');
    const base = await loadModel(`${recordings}${engine}/model`);
    const adapter = await loadAdapter(base, `${recordings}${engine}/adapter`);
    const off = (model: Decoder, generations: readonly Generation[]): number =>
      Math.max(...generations.map((one, i) => farthest(ours(model, PROMPTS[i]!, one), one.logprobs)));
    try {
      expect(off(base, drawn.base)).toBeLessThan(1e-2);
      expect(off(adapter, drawn.adapter)).toBeLessThan(1e-2);
      // Else the adapter would do nothing.
      expect(off(base, drawn.adapter)).toBeGreaterThan(0.1);
    } finally {
      adapter.dispose();
      base.dispose();
    }
  });
});

function ours(model: Decoder, prompt: readonly number[], { tokens }: Generation): Float32Array {
  const all = Int32Array.of(...prompt, ...tokens);
  const logprobs = tf.tidy(() =>
    tf
      .logSoftmax(tf.matMul(model.hidden(all, Int32Array.of(0, all.length)), tf.transpose(model.outputWeight)))
      .arraySync(),
  ) as number[][];
  return Float32Array.from(tokens, (token, i) => logprobs[prompt.length + i - 1]![token]!);
}

const farthest = (got: Float32Array, want: Float32Array): number =>
  Math.max(...got.map((value, i) => Math.abs(value - want[i]!)));
