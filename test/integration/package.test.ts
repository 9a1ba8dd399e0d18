import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PURE, packageExports, publicDoors } from '../../scripts/layout.mjs';
import typedoc from '../../typedoc.config.mjs';
import { ROOT, loadedModules, runNode } from './node-process.js';

const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  exports: Record<string, unknown>;
};

/** The names that modules of the build export, by specifier. */
async function exportsOf(specifiers: readonly string[], kind: 'esm' | 'cjs' = 'esm'): Promise<Map<string, string[]>> {
  const get = kind === 'esm' ? 'await import(specifier)' : 'require(specifier)';
  const program = `(async () => {
    const found = [];
    for (const specifier of ${JSON.stringify(specifiers)}) found.push([specifier, Object.keys(${get})]);
    console.log(JSON.stringify(found));
  })();`;
  const type = kind === 'esm' ? 'module' : 'commonjs';
  const { stdout, stderr } = await runNode([`--input-type=${type}`, '--eval', program]);
  expect(stderr).toBe('');
  const own = (names: string[]) => names.filter((name) => name !== 'default' && name !== 'module.exports').sort();
  return new Map((JSON.parse(stdout) as [string, string[]][]).map(([specifier, names]) => [specifier, own(names)]));
}

describe('the package', () => {
  it('has a subpath for every public door of src, in both module kinds, and for no other', () => {
    expect(manifest.exports).toEqual(packageExports(`${ROOT}src`));
  });

  it('documents every public door', () => {
    const doors: string[] = Object.values(publicDoors(`${ROOT}src`));
    expect(typedoc.entryPoints).toEqual(expect.arrayContaining(doors.map((door) => `src/${door}`)));
  });

  it('exports the same names by import and by require', async () => {
    const subpaths = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'));
    const specifiers = subpaths.map((subpath) => `rstar2-agent${subpath.slice(1)}`);
    expect(await exportsOf(specifiers, 'cjs')).toEqual(await exportsOf(specifiers));
  });

  it.each(['esm', 'cjs'] as const)(
    'loads no tensor library, no server and no native code by its root (%s)',
    async (kind) => {
      const statement = kind === 'esm' ? `import 'rstar2-agent';` : `require('rstar2-agent');`;
      const loaded = await loadedModules(kind, statement);
      expect(loaded.some((name) => name.endsWith(`dist/${kind}/index.js`))).toBe(true);
      const outside =
        /tensorflow|tfjs|\.node$|^(node:)?(http|https|http2|net|tls|child_process|worker_threads|cluster|fs)\b/;
      expect(loaded.filter((name) => outside.test(name))).toEqual([]);
      const impure = new RegExp(`/dist/${kind}/(?!(index|select-rollouts)\\.js$)(?!(${PURE.join('|')})/)`);
      expect(loaded.filter((name) => impure.test(name))).toEqual([]);
    },
  );

  it.each(['esm', 'cjs'] as const)('has one class of each error, whatever subpath threw it (%s)', async (kind) => {
    const get = (specifier: string) => (kind === 'esm' ? `await import('${specifier}')` : `require('${specifier}')`);
    const program = `(async () => {
      const { PolicyError } = ${get('rstar2-agent')};
      const { createOpenAIPolicy } = ${get('rstar2-agent/rollout')};
      const policy = createOpenAIPolicy({ baseUrl: 'http://127.0.0.1:9', model: 'm' });
      const request = { tokens: Int32Array.of(1), sampling: { maxTokens: 1, stopTokens: [] } };
      const error = await policy.generate(request).catch((reason) => reason);
      console.log(error instanceof PolicyError, error.retryable);
    })();`;
    const type = kind === 'esm' ? 'module' : 'commonjs';
    expect(await runNode([`--input-type=${type}`, '--eval', program])).toEqual({
      stdout: 'true true\n',
      stderr: '',
      exitCode: 0,
    });
  });
});
