import { build } from 'esbuild';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxConformanceCases } from 'rstar2-agent/testing';
import { START_MS, startChromium } from '../../scripts/chromium.mjs';
import type { SandboxPage } from './sandbox-page.js';

const PYODIDE = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const HTML = '<!doctype html><title>sandbox</title><script type="module" src="/sandbox-page.js"></script>';

let folder: string;
let server: Server;
let origin: string;
let browser: Browser;
let page: Page;
/** What was asked of the server, from the page or from anything in it. */
const asked: string[] = [];

/** The built package as a user's bundler takes it into a page, beside the files of Pyodide. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-browser-'));
  const options = { bundle: true, format: 'esm', platform: 'browser', target: 'es2022', logLevel: 'error' } as const;
  await build({ entryPoints: ['test/browser/sandbox-page.ts'], outdir: folder, ...options });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    asked.push(pathname);
    const file = pathname.startsWith('/pyodide/') ? join(PYODIDE, pathname.slice(9)) : join(folder, pathname);
    const type = TYPES[/\.\w+$/.exec(pathname)?.[0] as keyof typeof TYPES] ?? 'application/octet-stream';
    if (pathname === '/') response.setHeader('content-type', 'text/html').end(HTML);
    else if (existsSync(file)) response.setHeader('content-type', type).end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startChromium();
  page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction('globalThis.keepsContract !== undefined');
}, START_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}, START_MS);

/** A page, or a worker of one. */
interface Place {
  evaluate<R>(source: string): Promise<R>;
}

function call<Name extends keyof SandboxPage>(
  where: Place,
  name: Name,
  ...args: Parameters<SandboxPage[Name]>
): Promise<Awaited<ReturnType<SandboxPage[Name]>>> {
  const source = `globalThis[${JSON.stringify(name)}](...${JSON.stringify(args)})`;
  return where.evaluate<Awaited<ReturnType<SandboxPage[Name]>>>(source);
}

const run = (code: string, limits = {}) => call(page, 'run', { code, limits });

describe("the wasm sandbox of a page, with fresh: 'globals'", () => {
  it(
    'says what it does not deny, and never that it contains all',
    async () => {
      const isolation = await call(page, 'open', { fresh: 'globals', concurrency: 2 });
      expect(isolation).toMatchObject({ level: 'partial', mechanism: 'wasm' });
      const { missing } = isolation as Exclude<typeof isolation, string>;
      expect(missing.map((text) => text.split(':')[0])).toEqual(['processor time', 'memory by force']);
    },
    START_MS,
  );

  it.each(sandboxConformanceCases(['cpp']).map(({ name }) => name))('%s', async (name) => {
    expect(await call(page, 'keepsContract', name)).toBeUndefined();
  });

  it('is what a Python tool runs on', async () => {
    expect(await call(page, 'useTool', { code: 'int(input()) * 7', input: '6' })).toMatchObject({ text: '42' });
  });

  it('keeps a session whose cell is ended by force, without what that cell had done', async () => {
    await call(page, 'openSession');
    await call(page, 'cell', { code: 'kept = 7' });
    const deaf = 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nkept = 8\nwhile True: pass';
    expect(await call(page, 'cell', { code: deaf, limits: { wallMs: 200 } })).toMatchObject({ kind: 'timeout' });
    expect(await call(page, 'cell', { code: 'kept' })).toMatchObject({ kind: 'ok', value: '7' });
    expect(await call(page, 'abortedCell', { code: 'kept = 9\nwhile True: pass' })).toBe('Error: enough');
    expect(await call(page, 'cell', { code: 'kept' })).toMatchObject({ kind: 'ok', value: '7' });
  });
});

describe('a hostile program in a page', () => {
  beforeAll(() => call(page, 'open', {}), START_MS);

  it(
    'gets by no known way to JavaScript or the network, and asks nothing of any server',
    async () => {
      const before = asked.length;
      const code = `
import time
def by_js():
    import js
    js.eval('1')
def by_run_js():
    from pyodide.code import run_js
    run_js('1')
def by_function():
    import pyodide_js
    pyodide_js.loadPackage.constructor('return 1')()
def by_object():
    import pyodide_js
    pyodide_js._api.constructor.constructor('return 1')()
def by_tests():
    import pyodide_js
    pyodide_js._api.tests.Function('return 1')()
def by_open_url():
    from pyodide.http import open_url
    open_url('${origin}/harm')
def by_socket():
    import socket
    socket.create_connection(('127.0.0.1', 80), 1)
reached = []
for way in (by_js, by_run_js, by_function, by_object, by_tests, by_open_url, by_socket):
    try:
        way()
        reached.append(way.__name__)
    except BaseException: pass
try:
    import pyodide_js
    pyodide_js.loadPackage('${origin}/a-1-py3-none-any.whl')
except BaseException: pass
time.sleep(0.3)
reached`;
      expect(await run(code)).toMatchObject({ kind: 'ok', stderr: '', value: '[]' });
      // The interpreter ends with these.
      for (const way of [
        'import ctypes\nctypes.CDLL(None).emscripten_run_script(b"1")',
        `import pyodide_js\npyodide_js.FS.createLazyFile("/", "lazy", "${origin}/harm", True, False)\nopen("/lazy").read()`,
      ])
        expect(await run(`${way}\nprint("HARM")`)).toMatchObject({ kind: 'error', stdout: '' });
      expect(asked.slice(before)).toEqual([]);
    },
    START_MS,
  );

  it('leaves nothing for the next program', async () => {
    await run('import math, pyodide_js\nmath.pi = 3\npyodide_js._api.left = 1\nopen("/lib/left", "w").write("1")');
    const code =
      'import math, os, pyodide_js\nmath.pi == 3, os.path.exists("/lib/left"), hasattr(pyodide_js._api, "left")';
    expect(await run(code)).toMatchObject({ value: '(False, False, False)' });
  });

  it.each([
    ['loops inside one call into C', 'import re\nre.match("(a|a)*b", "a" * 40)', 'timeout'],
    ['allocates 1 GiB', 'x = bytes(1 << 30)', 'memory'],
    ['prints 200 MB', 'for _ in range(200): print("x" * (1 << 20))', 'output-limit'],
    ['holds 400 MiB in files', 'for i in range(400): open("f%d" % i, "wb").write(bytes(1 << 20))', 'error'],
  ])(
    'that %s is ended',
    async (_, code, kind) => {
      const wallMs = kind === 'timeout' ? 300 : 60_000;
      expect(await run(code, { wallMs, memoryBytes: 64 << 20 })).toMatchObject({ kind });
    },
    START_MS,
  );
});

describe('createWasmSandbox elsewhere than in a page', () => {
  it('says where the files of Pyodide are not', async () => {
    expect(await call(page, 'open', { indexURL: '/nowhere/' })).toMatch(/^MissingPeerError: .*pyodide/);
  });

  it(
    'runs in a worker, where the network is denied only by the policy of the page',
    async () => {
      const started = page.waitForEvent('worker', (one) => one.url().endsWith('/sandbox-page.js'));
      await page.evaluate("void new Worker('/sandbox-page.js', { type: 'module' })");
      const worker = await started;
      const options = { indexURL: '/pyodide/', fresh: 'globals' } as const;
      await expect.poll(() => worker.evaluate('typeof globalThis.open')).toBe('function');
      expect(await call(worker, 'open', options)).toMatch(/^SandboxError: network: .*allowMissing: \['network'\]/);
      expect(await call(worker, 'open', { ...options, allowMissing: ['network'] })).toMatchObject({ level: 'partial' });
      expect(await call(worker, 'run', { code: '6 * 7' })).toMatchObject({ kind: 'ok', value: '42' });
      const code = 'import pyodide_js\npyodide_js._api.constructor.constructor("return 1")()';
      expect(await call(worker, 'run', { code })).toMatchObject({ kind: 'error' });
    },
    START_MS,
  );
});
