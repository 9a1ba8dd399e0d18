import type Esbuild from 'esbuild';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDERS = { js: '../program', py: '../../../python' };

/**
 * @returns The text of what a page gives to its frame and its workers. The build puts all of them into this module
 *   (`scripts/build/modules.mjs`).
 */
export function programText(name: 'frame.js' | 'worker.js' | `rstar2_${'asyncio' | 'cell' | 'wasm'}.py`): string {
  const [, stem, kind] = /^(\w+)\.(js|py)$/.exec(name) as unknown as [string, string, keyof typeof FOLDERS];
  const file = `${FOLDERS[kind]}/${stem}.${kind === 'js' ? 'ts' : kind}`;
  const path = fileURLToPath(new URL(file, import.meta.url));
  if (kind === 'py') return readFileSync(path, 'utf8');
  const { buildSync } = module.createRequire(import.meta.url)('esbuild') as typeof Esbuild;
  const bundle = { bundle: true, write: false, platform: 'browser', target: 'es2022' } as const;
  return buildSync({ entryPoints: [path], ...bundle }).outputFiles[0]!.text;
}
