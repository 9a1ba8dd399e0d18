import { SandboxError } from '../../../../base/index.js';

/**
 * Refuses systems without isolation, and runtimes other than Node: there a socket over an inherited pipe never emits, or cannot be released,
 * so that the end of a program would never be seen.
 *
 * @throws SandboxError that names the system or runtime, and what would help.
 */
export function requirePlatform(platform: NodeJS.Platform): void {
  const other = ['Bun', 'Deno'].find((name) => name in globalThis);
  const elsewhere = '(`npx rstar2-agent sandbox serve`) and use createCodeJudgeSandbox here';
  if (other !== undefined) {
    throw new SandboxError(
      `the local sandbox runs in Node.js only, and this is ${other}: serve it from Node ${elsewhere}`,
    );
  }
  if (platform !== 'linux') {
    throw new SandboxError(
      `programs can be contained on Linux only, and this is ${platform}: run this in a Linux container or virtual ` +
        `machine, or serve it from there ${elsewhere}`,
    );
  }
}
