/** README's first program, as a reader would try it, in JavaScript that every runtime takes. */
import { transformSync } from 'esbuild';

/**
 * @param {string} readme README.md.
 * @returns {{ code: string, output: string }} The program under "A first program", and what README says it prints.
 * @throws Error if README has no such program.
 */
export function firstProgram(readme) {
  const [, section] = readme.split('\n## A first program\n');
  const code = /^```ts\n([\s\S]*?)^```$/m.exec(section ?? '')?.[1];
  const output = /^```text output\n([\s\S]*?)^```$/m.exec(section ?? '')?.[1];
  if (code === undefined || output === undefined)
    throw new Error('README.md: expected a first program with its output');
  return { code: transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' }).code, output };
}
