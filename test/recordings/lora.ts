/**
 * Trains the recorded adapters as test/golden/lora.test.ts does and writes each, and the logits that it then gives, for
 * `lora.py --check`: npx tsx test/recordings/lora.ts FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { encodeSafetensors, saveAdapter, selectBackend } from '../../src/tfjs/index.js';
import { loadRecordedAdapter, logitsOf, recordedAdapters, takeSteps } from '../golden/recorded-adapters.js';

const folder = process.argv[2]!;
await selectBackend({ backend: 'wasm' });
for (const name of recordedAdapters()) {
  const recorded = await loadRecordedAdapter(name);
  await takeSteps(recorded);
  await saveAdapter(`${folder}/${name}`, recorded.model, { baseModel: recorded.expected.base });
  const values = logitsOf(recorded, recorded.model);
  const shape = [values.length / recorded.model.config.vocabSize, recorded.model.config.vocabSize];
  mkdirSync(`${folder}/${name}/logits`);
  const file = encodeSafetensors(new Map([['logits', { shape, values }]]));
  writeFileSync(`${folder}/${name}/logits/logits.safetensors`, file);
  recorded.dispose();
}
