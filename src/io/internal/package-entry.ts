import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SandboxError } from '../../base/index.js';

/** What threads and processes run: its name in the build, and where it lies in src. */
const ENTRIES = {
  'reward-thread.js': 'reward/internal/threads/worker.ts',
  'tfjs-worker.js': 'tfjs/learner/internal/worker-program/main.ts',
  'tinker-http.js': 'tinker/server/internal/thread/program.ts',
  'calculator-process.js': 'rollout/tools/internal/calculator/program.ts',
  'sandbox-python': 'sandbox/python',
  'wasm-process.js': 'sandbox/wasm/internal/program/main.ts',
} as const;

/** A file or folder of the package that something else than this process's modules reads. */
export interface PackageEntry {
  readonly path: string;
  /** What a process of Node needs to run it, where it is not built. */
  readonly execArgv: readonly string[];
  /** What a thread evaluates in its place, where it is not built: threads take no loader of TypeScript from `execArgv`. */
  readonly boot?: string;
}

/**
 * Finds a file or folder of the package: from the sources, from the build, and from inside a bundle where the package is
 * installed beside it.
 *
 * @throws SandboxError where a bundle holds the package's modules and the package is not installed where it runs.
 */
export function packageEntry(name: keyof typeof ENTRIES): PackageEntry {
  const url = import.meta.url as string | undefined; // none where a bundle is CommonJS
  if (url?.endsWith('/src/io/internal/package-entry.ts') === true) {
    const path = fileURLToPath(new URL(`../../${ENTRIES[name]}`, url));
    const program = JSON.stringify(pathToFileURL(path).href);
    const boot = `import('tsx/esm/api').then(({ register }) => { register(); return import(${program}); })`;
    return { path, execArgv: ['--import', 'tsx'], boot };
  }
  const folders = [folderOf(url), ...installed(url)];
  const path = folders.map((folder) => join(folder ?? '', name)).find((file) => existsSync(file));
  if (path !== undefined) return { path, execArgv: [] };
  throw new SandboxError(
    `rstar2-agent is in a bundle, which lacks its ${name}: leave the package out of the bundle ("external"), or install it where the bundle runs`,
  );
}

function folderOf(url: string | undefined): string | undefined {
  return url?.startsWith('file:') === true ? dirname(fileURLToPath(url)) : undefined;
}

/** The package's `dist`, as the bundle's folder and the working directory find it. */
function installed(url: string | undefined): string[] {
  const from = [folderOf(url), process.argv[1] === undefined ? undefined : dirname(process.argv[1]), process.cwd()];
  return from.flatMap((folder) => {
    try {
      return folder === undefined
        ? []
        : [join(dirname(module.createRequire(join(folder, 'bundle.js')).resolve('rstar2-agent/package.json')), 'dist')];
    } catch {
      return [];
    }
  });
}
