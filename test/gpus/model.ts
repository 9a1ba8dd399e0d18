/** Writes the model of the guide's check, a Qwen3 of some million random weights: `model.ts FOLDER`. */
import { mkdirSync } from 'node:fs';
import { writeTinyModel } from '../integration/fixtures/tiny-model.js';
import { PHRASES } from '../tinker/lucky-digit.js';

const folder = process.argv[2]!;
mkdirSync(folder, { recursive: true });
// vLLM's attention takes heads of 32 or more.
await writeTinyModel(folder, PHRASES, 256, { headDim: 32, layers: 4 });
