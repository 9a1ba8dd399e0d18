import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's root: where `import 'rstar2-agent'` finds the build by the package's own name. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface NodeRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs a program under this Node and waits for its end. @throws Error where the package was not built. */
export function runNode(args: readonly string[], cwd = ROOT): Promise<NodeRun> {
  if (!existsSync(`${ROOT}dist/index.js`)) throw new Error('dist is missing: npm run build');
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error?.code;
      resolve({ stdout, stderr, exitCode: typeof code === 'number' ? code : error === null ? 0 : -1 });
    });
  });
}

/** Runs a statement as a module and lists every module it loaded, built-in ones included. */
export async function loadedModules(statement: string): Promise<string[]> {
  const hooks = './test/integration/fixtures/log-loads.mjs';
  const { stderr, exitCode } = await runNode(['--import', hooks, '--input-type=module', '--eval', statement]);
  if (exitCode !== 0) throw new Error(`${statement} ended with ${exitCode}:\n${stderr}`);
  return [...stderr.matchAll(/^loaded (.+)$/gm)].map((match) => match[1]!);
}
