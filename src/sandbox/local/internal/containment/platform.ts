import { SandboxError } from '../../../../base/index.js';

/**
 * Refuses where nothing could contain a program, and where its end would be waited for in vain: elsewhere than in Node a
 * socket over an inherited pipe never speaks, or cannot be released.
 *
 * @throws SandboxError that says what there is and what would help.
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
