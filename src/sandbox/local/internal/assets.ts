import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const url = import.meta.url as string | undefined; // none in CommonJS; `__dirname` alone would be a trap: node -e has one in every module
const here = url === undefined ? __dirname : dirname(fileURLToPath(url));

/** The folder of the Python files that come with the package. */
export const PYTHON_FOLDER = join(here, '..', '..', 'python');
