/** Writes the model that everything here is done to: `model.ts FOLDER [HIDDEN_SIZE [LAYERS]]`; without sizes a tiny one. */
import { mkdirSync } from 'node:fs';
import { writeTinyModel } from '../integration/fixtures/tiny-model.js';
import { PHRASES } from './lucky-digit.js';

const [folder, hiddenSize = '32', layers = '1'] = process.argv.slice(2);
if (folder === undefined) throw new RangeError('expected a folder');
mkdirSync(folder, { recursive: true });
const headDim = Number(hiddenSize) >= 256 ? 64 : 8;
await writeTinyModel(folder, PHRASES, Number(hiddenSize), { layers: Number(layers), headDim });
