/**
 * Runs the golden vectors: `npm run test:goldens`. `GOLDENS_DIR` names another folder of the same files.
 */
import { fileURLToPath } from 'node:url';
import { GOLDEN_FILES } from './registry.js';
import { runGoldens } from './run-goldens.js';

const folder = process.env['GOLDENS_DIR'] ?? fileURLToPath(new URL('../recordings/goldens', import.meta.url));
const held = await runGoldens(folder, GOLDEN_FILES, (line) => console.log(line));
process.exitCode = held ? 0 : 1;
