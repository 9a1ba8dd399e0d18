/** Writes the model that everything here is done to: `model.ts FOLDER`. */
import { mkdirSync } from 'node:fs';
import { writeTinyModel } from '../integration/fixtures/tiny-model.js';
import { PHRASES } from './lucky-digit.js';

const folder = process.argv[2]!;
mkdirSync(folder, { recursive: true });
await writeTinyModel(folder, PHRASES, 32);
