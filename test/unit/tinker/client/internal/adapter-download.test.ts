import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LearnerError } from '../../../../../src/base/index.js';
import { createTinkerClient, createTinkerLearnerFactory, TinkerError } from '../../../../../src/tinker/index.js';
import { tarOf } from '../../../io/files/tar-writer.js';
import { startScriptedServer, type ScriptedOptions } from '../scripted-server.js';

/** What SkyRL 0.3.0 answered: the adapter of a Qwen3 of one layer, rank 8, as PEFT 0.18 configures it. */
const SKYRL = readFileSync('test/integration/tinker/recordings/skyrl-0.3.0-adapter.tar.gz');
const PATH = 'tinker://m1/sampler_weights/a';

let directory: string;
const open: (() => Promise<void>)[] = [];
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'adapter-download-'))));
afterEach(async () => {
  while (open.length > 0) await open.pop()!();
  rmSync(directory, { recursive: true });
});

async function setUp(options: ScriptedOptions) {
  const server = await startScriptedServer(options);
  open.push(() => server.close());
  const retry = { retries: 2, delayMs: 1, maxDelayMs: 2 };
  const client = await createTinkerClient({ baseUrl: server.url, apiKey: 'tml-key', retry });
  open.push(() => client.close());
  const folder = join(directory, 'adapter');
  return { server, client, folder, download: (path = PATH) => client.checkpoints.downloadAdapter(path, folder) };
}

const archives = (bytes: Uint8Array): ScriptedOptions => ({ archives: { 'sampler_weights/a': bytes } });

/** A safetensors file of tensors of one number. */
function weights(names: readonly string[]): Uint8Array {
  const entries = names.map((name, i) => [name, { dtype: 'F32', shape: [1], data_offsets: [4 * i, 4 * i + 4] }]);
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)).padEnd(8 * 512));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.alloc(4 * names.length)]);
}

const TENSOR = 'base_model.model.model.layers.0.mlp.up_proj.lora_A.weight';
const adapterOf = (config: object, names = [TENSOR]) =>
  gzipSync(
    tarOf([
      { name: 'adapter_config.json', content: JSON.stringify(config) },
      { name: 'adapter_model.safetensors', content: weights(names) },
    ]),
  );

describe('an adapter that is fetched from a server', () => {
  it("is written as PEFT's files, its configuration completed", async () => {
    const { folder, download } = await setUp(archives(SKYRL));
    await download();
    expect(readdirSync(folder).sort()).toEqual(['adapter_config.json', 'adapter_model.safetensors']);
    expect(readdirSync(directory)).toEqual(['adapter']);
    expect(JSON.parse(readFileSync(join(folder, 'adapter_config.json'), 'utf8'))).toMatchObject({
      peft_type: 'LORA',
      task_type: 'CAUSAL_LM',
      r: 8,
      lora_alpha: 32,
      target_modules: ['down_proj', 'gate_proj', 'k_proj', 'o_proj', 'q_proj', 'up_proj', 'v_proj'],
    });
  });

  it('is found by its name alone, as on SkyRL, which also leaves the kind out of its paths', async () => {
    const { server, download } = await setUp({ archives: { a: SKYRL } });
    await download('tinker://m1/a');
    expect(
      server.asked.filter((path) => path.includes('/a/')).map((path) => path.replace('training_runs/m1/', '')),
    ).toEqual(['checkpoints/sampler_weights/a/archive', 'checkpoints/a/archive', 'checkpoints/a/download']);
    expect(server.bodies.find(({ path }) => path.endsWith('download'))!.headers['x-api-key']).toBe('tml-key');
  });

  it('is asked for again where the server has not written it yet, fails, or loses the connection', async () => {
    const { server, download, folder } = await setUp(archives(SKYRL));
    const path = 'training_runs/m1/checkpoints/sampler_weights/a/archive';
    server.faults.push({ path, when: 'before', how: { status: 425 } }, { path, when: 'before', how: 'reset' });
    await download();
    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    ['is not there', { archives: {} }, 'HTTP 404: no training_runs/m1/checkpoints/a/archive'],
    ['is no archive', archives(Buffer.from('<html>'.repeat(200))), 'archive: expected a tar archive, got other data'],
    ['is cut', archives(SKYRL.subarray(0, 9000)), 'archive: expected'],
    [
      'lacks a file',
      archives(tarOf([{ name: 'adapter_config.json', content: '{}' }])),
      'expected adapter_model.safetensors, got none',
    ],
    [
      'has no tensors of an adapter',
      archives(adapterOf({ r: 8, lora_alpha: 32 }, ['model.norm.weight'])),
      'expected tensors of an adapter, got none',
    ],
    [
      'has no rank',
      archives(adapterOf({ lora_alpha: 32 })),
      'adapter_config.json: r: expected a number above 0, got undefined',
    ],
  ] satisfies [string, ScriptedOptions, string][])(
    'is refused where it %s, and nothing is left behind',
    async (_name, options, message) => {
      const { download } = await setUp(options);
      const error = await download().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TinkerError);
      expect((error as Error).message).toContain(message);
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  it('needs the path of weights for sampling, and a new folder', async () => {
    const { download, client } = await setUp(archives(SKYRL));
    await expect(download('tinker://m1/weights/a')).rejects.toThrow(
      'path: expected tinker://MODEL/sampler_weights/NAME',
    );
    const there = client.checkpoints.downloadAdapter(PATH, directory);
    await expect(there).rejects.toThrow(`directory: expected a new folder, got ${directory}, which is there`);
  });
});

describe('saveAdapter of a learner on a server', () => {
  const learnerOf = async (options: ScriptedOptions, lora?: { readonly rank: number }) => {
    const { client, server, folder } = await setUp(options);
    const factory = await createTinkerLearnerFactory({ client, semantics: 'rstar2' });
    return { server, folder, learner: await factory.createLearner({ baseModel: 'small', ...(lora && { lora }) }) };
  };

  it('saves the weights as they are, fetches them, and deletes them on the server', async () => {
    const { server, folder, learner } = await learnerOf(archives(SKYRL), { rank: 4 });
    await learner.saveAdapter!(folder);
    expect(existsSync(join(folder, 'adapter_model.safetensors'))).toBe(true);
    const saved = JSON.parse(
      server.bodies.find(({ path }) => path === 'save_weights_for_sampler')!.body.toString(),
    ) as object;
    expect(saved).toHaveProperty('path', expect.stringMatching(/^adapter-step0-[0-9a-f]{8}$/));
    expect(server.asked.at(-1)).toBe('training_runs/m1/checkpoints/sampler_weights/a');
    await learner.close();
  });

  it('fails as the engine of a learner does, and is not there where all weights are trained', async () => {
    const { folder, learner } = await learnerOf({ archives: {} }, { rank: 4 });
    const error = await learner.saveAdapter!(folder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LearnerError);
    expect((error as Error).message).toMatch(/^saveAdapter: GET .*: HTTP 404/);
    expect('saveAdapter' in (await learnerOf({})).learner).toBe(false);
  });
});
