import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecoder, createTfjsLearnerFactory, decoderConfig, selectBackend } from 'rstar2-agent/tfjs';
import { createTinkerServer, type TinkerServer } from 'rstar2-agent/tinker';
import { recordCount, runTrainer, timelessMetrics } from './killed-run.js';

const SCRIPT = join(import.meta.dirname, 'fixtures', 'train-over-tinker.ts');

/** Of the trainer's vocabulary, which has fewer. */
const CONFIG = decoderConfig({
  vocabSize: 300,
  hiddenSize: 32,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 16,
  intermediateSize: 64,
  ropeTheta: 100,
  maxPositionEmbeddings: 512,
});

describe('the reference trainer over a Tinker server', () => {
  let folder: string;
  let server: TinkerServer;
  let port = 0;

  const start = async () => {
    server = await createTinkerServer({
      factory: createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(CONFIG, { seed }) } }),
      directory: join(folder, 'server'),
      port,
    });
    ({ port } = server);
  };
  const run = (name: string, until?: () => boolean) =>
    runTrainer([SCRIPT, join(folder, name), server.url, join(folder, 'probes.json')], join(folder, name), until);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rstar2-tinker-trainer-'));
    await selectBackend({ backend: 'wasm' });
    await start();
  }, 60_000);
  afterAll(async () => {
    await server.close();
    // A save that the close cut off may write its last file still.
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  it('trains by SFT and RL, and goes on after trainer and server were killed to the metrics of an uninterrupted run', async () => {
    expect(await run('whole')).toBe(0);
    const uninterrupted = timelessMetrics(join(folder, 'whole'));
    const losses = uninterrupted.filter(({ stage }) => stage === 'sft').map(({ loss }) => Number(loss));
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
    expect(uninterrupted.filter(({ stage }) => stage === 'rl')).toHaveLength(3);
    const checkpoints = JSON.parse(readFileSync(join(folder, 'whole', 'checkpoints.json'), 'utf8')) as object;
    expect(Object.values(checkpoints).every((path: string) => path.startsWith('tinker://'))).toBe(true);

    expect(await run('killed', () => recordCount(join(folder, 'killed')) >= 13)).toBe('SIGKILL');
    await server.close();
    await start();
    expect(await run('killed')).toBe(0);
    expect(timelessMetrics(join(folder, 'killed'))).toEqual(uninterrupted);
  }, 240_000);
});
