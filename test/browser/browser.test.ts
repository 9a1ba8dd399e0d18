import { build } from 'esbuild';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grpoRoc, policyLoss } from 'rstar2-agent';
import { randomProblem, relativeError, solve } from '../unit/tfjs/kernel/head-oracle.js';
import { START_MS, startChromium } from '../../scripts/chromium.mjs';
import { BATCH, LOGPROBS } from './example.js';
import type { Page as Programs } from './page.js';

/** WebGPU in software, which every machine has. */
const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** WebGPU is for secure contexts, which localhost is; nothing listens there: every request is answered from the bundle. */
const ORIGIN = 'http://localhost';

let folder: string;
let browser: Browser;
let page: Page;
const trouble: string[] = [];

/** The built package as a stranger's bundler takes it into a page. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-browser-'));
  await build({
    entryPoints: { page: 'test/browser/page.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  browser = await startChromium(WEBGPU);
  page = await browser.newPage();
  page.on('pageerror', (error) => trouble.push(String(error)));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (pathname === '/') {
      const body = '<!doctype html><title>kernel</title><script type="module" src="/page.js"></script>';
      await route.fulfill({ contentType: 'text/html', body });
    } else if (existsSync(file)) {
      await route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
    } else await route.fulfill({ status: 404 });
  });
  await page.goto(ORIGIN);
  await page.waitForFunction('globalThis.kernel !== undefined', undefined, { timeout: START_MS });
}, START_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  rmSync(folder, { recursive: true, force: true });
}, START_MS);

function call<Name extends keyof Programs>(
  name: Name,
  ...args: Parameters<Programs[Name]>
): Promise<Awaited<ReturnType<Programs[Name]>>> {
  const source = `globalThis[${JSON.stringify(name)}](...${JSON.stringify(args)})`;
  return page.evaluate<Awaited<ReturnType<Programs[Name]>>>(source);
}

describe('the built package in a browser', () => {
  it('imports from its root and computes a loss', async () => {
    const { names, loss, gradient } = await call('plain');
    expect(names).toEqual(expect.arrayContaining(['rocDownsample', 'groupAdvantages', 'packRollouts', 'verifyMath']));
    const want = policyLoss({ ...BATCH, logprobs: LOGPROBS }, grpoRoc());
    expect(loss).toBe(want.loss);
    expect(gradient).toEqual([...want.gradient]);
    expect(trouble).toEqual([]);
  });

  it('rolls out over its own fetch, with a tool', async () => {
    const turns = ['<tool_call>{"name": "double", "arguments": {"of": 21}}</tool_call>', 'It is 42.'];
    let asked = 0;
    await page.route('**/v1/completions', async (route) => {
      const ids = [...new TextEncoder().encode(turns[asked++]), 256];
      const logprobs = {
        tokens: ids.map((id) => (id === 256 ? '<|im_end|>' : String.fromCharCode(id))),
        token_logprobs: ids.map(() => -1),
      };
      await route.fulfill({ json: { choices: [{ finish_reason: 'stop', token_ids: ids, logprobs }] } });
    });
    expect(await call('rollOut', `${ORIGIN}/v1`)).toEqual([
      [turns[0], '42'],
      [turns[1], null],
    ]);
    expect(asked).toBe(2);
    expect(trouble).toEqual([]);
  });

  it('computes the charts of a report', async () => {
    const metrics = [
      { step: 1, stage: 'rl', reward: 0.25 },
      { step: 2, stage: 'rl', reward: 0.5 },
    ];
    expect(await call('chart', metrics)).toEqual({
      points: [
        [1, 0.25],
        [2, 0.5],
      ],
      sameHash: true,
    });
    expect(trouble).toEqual([]);
  });

  it.each([
    { which: 'auto', words: 1500 },
    { which: 'auto', words: 23 },
    { which: 'portable', words: 23 },
  ] as const)(
    'runs the kernel on WebGPU, with values and gradients of the definition: %j',
    async ({ which, words }) => {
      const problem = randomProblem(`browser ${words}`, 5, 8, words, 0.7);
      const want = solve(problem);
      const { tfjsName, reason, values, leaked } = await call('kernel', problem, which);
      expect([tfjsName, leaked]).toEqual(['webgpu', 0]);
      expect(reason).toMatch(/^webgpu: /);
      const [logprobs, entropy, hiddenGradient, rowGradient, loss] = values;
      expect(relativeError(logprobs!, want.logprobs)).toBeLessThan(1e-5);
      expect(relativeError(entropy!, want.entropy)).toBeLessThan(1e-5);
      expect(relativeError(hiddenGradient!, want.hiddenGradient.flat())).toBeLessThan(1e-5);
      expect(relativeError(rowGradient!, want.rowGradient.flat())).toBeLessThan(1e-5);
      expect(relativeError(loss!, [(await call('plain')).loss])).toBeLessThan(1e-5);
      expect(trouble).toEqual([]);
    },
    START_MS,
  );
});
