import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDecoder, decoderConfig, saveModel, selectBackend } from '../../../src/tfjs/index.js';
import { byteLevelTokenizerJson } from '../rollout/byte-level-bpe.js';

/** Writes a random model's folder, with a tokenizer of bytes and a chat template. */
export async function writeTinyModel(folder: string, maxPositionEmbeddings: number): Promise<void> {
  await selectBackend({ backend: 'cpu' });
  const config = decoderConfig({
    vocabSize: 259,
    hiddenSize: 16,
    numHiddenLayers: 1,
    numAttentionHeads: 2,
    numKeyValueHeads: 1,
    headDim: 8,
    intermediateSize: 24,
    maxPositionEmbeddings,
  });
  const model = createDecoder(config, { seed: 'generate' });
  await saveModel(folder, model);
  model.dispose();
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(byteLevelTokenizerJson([])));
  writeFileSync(join(folder, 'tokenizer_config.json'), '{"eos_token": "<|im_end|>"}');
  writeFileSync(
    join(folder, 'chat_template.jinja'),
    '{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}{% if add_generation_prompt %}a:{% endif %}',
  );
}
