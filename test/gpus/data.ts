/** Writes what a user has, small: the model, problems, demonstrations and a recipe. `data.ts FOLDER`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from 'rstar2-agent';
import { writeTinyModel } from '../integration/fixtures/tiny-model.js';
import { LUCKY_DIGIT, PHRASES } from '../tinker/lucky-digit.js';

const folder = process.argv[2]!;
const model = join(folder, 'tiny-qwen3');
mkdirSync(model, { recursive: true });
// Two million weights. vLLM's attention takes heads of 32 or more.
await writeTinyModel(model, PHRASES, 256, { headDim: 32, layers: 4 });

const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const prompt = 'Which digit?';
writeFileSync(
  join(folder, 'problems.jsonl'),
  lines(Array.from({ length: 5 }, (_, i) => ({ id: `p${i}`, prompt, groundTruth: '7' }))),
);
const random = new Random('shown');
const demonstration = () => ({
  messages: [
    { role: 'user', content: prompt },
    { role: 'assistant', content: `\\boxed{${random.integer(10)}}` },
  ],
});
writeFileSync(join(folder, 'demonstrations.jsonl'), lines(Array.from({ length: 60 }, demonstration)));
const [sft, rl] = LUCKY_DIGIT.stages;
const stages = [
  { ...sft, steps: 16, optimizer: { learningRate: 0.004, schedule: { kind: 'cosine', finalShare: 0.1 } } },
  { ...rl, optimizer: { learningRate: 0.0012 }, until: { steps: 6 } },
];
writeFileSync(join(folder, 'recipe.json'), JSON.stringify({ ...LUCKY_DIGIT, stages }, null, 2));
