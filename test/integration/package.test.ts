import { build } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageExports, packageImports, publicDoors } from '../../scripts/layout.mjs';
import typedoc from '../../typedoc.config.mjs';
import { ROOT, loadedModules, runNode } from './node-process.js';

const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  exports: Record<string, unknown>;
  imports: Record<string, unknown>;
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
  it('has a subpath for every public door of src and for no other', () => {
    expect(manifest.exports).toEqual(packageExports(`${ROOT}src`));
  });

  it('has an import of its own for every room with modules that are else in a browser', () => {
    expect(manifest.imports).toEqual(packageImports(`${ROOT}src`));
  });

  it('documents every public door', () => {
    const doors: string[] = Object.values(publicDoors(`${ROOT}src`));
    expect(typedoc.entryPoints).toEqual(expect.arrayContaining(doors.map((door) => `src/${door}`)));
  });

  it('starts the wasm backend in an ES module that esbuild made with the banner of docs/package.md', async () => {
    const banner = /--banner:js="(.*)"/.exec(readFileSync(`${ROOT}docs/package.md`, 'utf8'))![1]!;
    const folder = mkdtempSync(join(tmpdir(), 'rstar2-agent-bundle-'));
    try {
      const outfile = join(folder, 'bundle.mjs');
      const contents = `import { selectBackend } from 'rstar2-agent/tfjs'; console.log((await selectBackend({ backend: 'wasm' })).name);`;
      await build({
        stdin: { contents, resolveDir: ROOT },
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        logLevel: 'error',
        banner: { js: banner },
      });
      expect(await runNode([outfile])).toEqual({ stdout: 'wasm\n', stderr: '', exitCode: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('exports the same names by import and by require', async () => {
    const subpaths = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'));
    const specifiers = subpaths.map((subpath) => `rstar2-agent${subpath.slice(1)}`);
    expect(await exportsOf(specifiers, 'cjs')).toEqual(await exportsOf(specifiers));
  });

  it('loads no tensor library, no server and no native code by its root', async () => {
    const loaded = await loadedModules(`import 'rstar2-agent';`);
    expect(loaded.some((name) => name.endsWith('dist/index.js'))).toBe(true);
    const outside =
      /tensorflow|tfjs|\.node$|^(node:)?(http|https|http2|net|tls|child_process|worker_threads|cluster|fs)\b/;
    expect(loaded.filter((name) => outside.test(name))).toEqual([]);
    expect(loaded.filter((name) => /\/dist\/(?!(index|room-(base|pure|verify))\.js$)/.test(name))).toEqual([]);
  });

  it.each([
    ['by import', (specifier: string) => `await import('${specifier}')`],
    ['by require', (specifier: string) => `require('${specifier}')`],
    [
      'by both',
      (specifier: string) =>
        specifier === 'rstar2-agent' ? `require('${specifier}')` : `await import('${specifier}')`,
    ],
  ])('has one class of each error, whatever subpath threw it (%s)', async (_, get) => {
    const program = `(async () => {
      const { PolicyError } = ${get('rstar2-agent')};
      const { createOpenAIPolicy } = ${get('rstar2-agent/rollout')};
      const policy = createOpenAIPolicy({ baseUrl: 'http://127.0.0.1:9', model: 'm' });
      const request = { tokens: Int32Array.of(1), sampling: { maxTokens: 1, stopTokens: [] } };
      const error = await policy.generate(request).catch((reason) => reason);
      console.log(error instanceof PolicyError, error.retryable);
    })();`;
    expect(await runNode(['--input-type=commonjs', '--eval', program])).toEqual({
      stdout: 'true true\n',
      stderr: '',
      exitCode: 0,
    });
  });
});
