import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

const PROGRAM = `
  import { createDecoder, createSampler, createTfjsLearner, decoderConfig, selectBackend, SMALL_DECODER } from './src/tfjs/index.js';
  await selectBackend({ backend: 'wasm' });
  const model = createDecoder(decoderConfig({ ...SMALL_DECODER, vocabSize: 20 }), { seed: 1 });
  const sampler = createSampler(model, { workers: 2 });
  const unused = createTfjsLearner({ model, workers: 2 });
  const { tokens } = await sampler.generate({ tokens: Int32Array.of(1, 2), sampling: { maxTokens: 3, stopTokens: [] } });
  console.log(tokens.length);
`;

it('keeps the process alive while a call is pending, and not when none is', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout.trim()).toBe('3');
});
