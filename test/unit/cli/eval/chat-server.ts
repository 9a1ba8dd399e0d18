import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../../src/base/index.js';
import { byteLevelTokenizerJson } from '../../rollout/byte-level-bpe.js';
import { startEngine, type EngineRequest } from '../../rollout/engine-server.js';

/** A server that speaks chat text and answers 42 or 41, by chance that the request's seed fixes. @param delayMs - Of each answer. */
export function startChatServer({ delayMs = 0, isBroken = (): boolean => false } = {}) {
  const answer = async ({ body }: EngineRequest) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (isBroken()) return { status: 400, body: { error: { message: 'no room' } } };
    const right = new Random(String(body['seed'])).next() < 0.5;
    const message = { role: 'assistant', content: `It is \\boxed{${right ? 42 : 41}}` };
    return { body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } };
  };
  return startEngine({
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'm', object: 'model' }] } },
    'POST /v1/chat/completions': answer,
  });
}

/** Writes a tokenizer, a chat template and a file of six problems. */
export function writeInputs(folder: string): { readonly model: string; readonly data: string } {
  const [model, data] = [join(folder, 'model'), join(folder, 'six.jsonl')];
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, 'tokenizer.json'), JSON.stringify(byteLevelTokenizerJson([])));
  writeFileSync(join(model, 'tokenizer_config.json'), '{"eos_token": "<|im_end|>"}');
  writeFileSync(
    join(model, 'chat_template.jinja'),
    '{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}{% if add_generation_prompt %}a:{% endif %}',
  );
  const problems = [1, 2, 3, 4, 5, 6].map((i) => ({ id: `p${i}`, prompt: `${i}: 6 * 7?`, groundTruth: '42' }));
  writeFileSync(data, problems.map((problem) => `${JSON.stringify(problem)}\n`).join(''));
  return { model, data };
}
