import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url));

/** The folder of the Python files that come with the package. */
export const PYTHON_FOLDER = join(here, '..', 'python');
