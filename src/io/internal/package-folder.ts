import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const url = import.meta.url as string | undefined; // none in CommonJS; `__dirname` alone would be a trap: node -e has one in every module
const here = url === undefined ? __dirname : dirname(fileURLToPath(url));

/** @returns A folder that comes with the package beside its modules, such as `packageFolder('sandbox', 'python')`. */
export function packageFolder(room: string, folder: string): string {
  return join(here, '..', '..', room, folder);
}
