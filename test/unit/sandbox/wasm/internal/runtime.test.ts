import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../../src/base/index.js';
import { missingOf, thisRuntime, type RuntimeGlobals } from '../../../../../src/sandbox/wasm/internal/runtime.js';

const node = (version: string, ...flags: readonly string[]): RuntimeGlobals => ({
  process: { allowedNodeEnvironmentFlags: new Set(flags), execPath: '/a b/node', version },
});
const OLD = node('v20.19.0', '--experimental-permission');
const NEW = node('v25.1.0', '--permission', '--allow-net');
const DENO: RuntimeGlobals = { ...OLD, Deno: { version: { deno: '2.9.6' }, execPath: () => '/a b/deno' } };
const BUN: RuntimeGlobals = { ...NEW, Bun: { version: '1.4.5' } };

describe('what a runtime does not deny', () => {
  it('has the network in Node below 25, and only where the caller allows it', () => {
    expect(() => missingOf(thisRuntime(OLD), [])).toThrow(SandboxError);
    expect(() => missingOf(thisRuntime(OLD), [])).toThrow(
      "Node v20.19.0 does not block the network for programs: use Node 25 or newer, Deno, or Linux with namespaces, or allow it with allowMissing: ['network'] (--allow-missing network)",
    );
    expect(missingOf(thisRuntime(OLD), ['network'])[0]).toBe('network: Node v20.19.0 does not block it');
  });

  it('has signals in Node, and memory everywhere', () => {
    const missing = (globals: RuntimeGlobals) => missingOf(thisRuntime(globals), []).map((text) => text.split(':')[0]);
    expect(missing(NEW)).toEqual(['signals', 'memory by force']);
    expect(missing(DENO)).toEqual(['memory by force']);
  });

  it('is everything in Bun, which is refused', () => {
    expect(() => missingOf(thisRuntime(BUN), ['network'])).toThrow(
      'Bun 1.4.5 cannot isolate programs, because it has no permissions',
    );
  });
});

describe('the command of a process', () => {
  it('names each path by itself in Node', () => {
    const { command, permissions } = thisRuntime(NEW);
    expect([command, ...permissions(['C:\\a b\\'], undefined)]).toEqual([
      '/a b/node',
      '--permission',
      '--allow-fs-read=C:\\a b\\',
      '--disallow-code-generation-from-strings',
      '--no-warnings',
    ]);
    expect(thisRuntime(OLD).permissions([], undefined)[0]).toBe('--experimental-permission');
  });

  it('names no path with a star in Node, which would permit others', () => {
    const { permissions } = thisRuntime(NEW);
    expect(() => permissions(['/a*b/'], undefined)).toThrow('a path with a star: /a*b/');
    expect(() => permissions([], '/a*b/')).toThrow(SandboxError);
  });

  it('names all paths in one argument in Deno, and none that has a comma', () => {
    const { command, permissions } = thisRuntime(DENO);
    expect(command).toBe('/a b/deno');
    expect(permissions(['/a b/', '/c/'], undefined)).toContain('--allow-read=/a b/,/c/');
    expect(() => permissions(['/c/', '/a,b/'], undefined)).toThrow('a path with a comma: /a,b/');
  });
});

describe('a process of this Node', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rstar2 runtime, ')));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads its own folder alone, and starts no process, thread or code from text', () => {
    const tries = {
      own: `readFileSync(${JSON.stringify(join(folder, 'own'))})`,
      file: `readFileSync('/etc/hosts')`,
      write: `writeFileSync(${JSON.stringify(join(folder, 'new'))}, '')`,
      process: `spawnSync('true')`,
      thread: `new Worker('', { eval: true, execArgv: ['--permission', '--allow-fs-read=*'] })`,
      code: `Function('return 1')()`,
    };
    const program = join(folder, 'program.mjs');
    const body = Object.entries(tries).map(([name, code]) => `attempt('${name}', () => ${code});`);
    writeFileSync(join(folder, 'own'), '');
    writeFileSync(
      program,
      `import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
const done = [];
function attempt(name, action) { try { action(); done.push(name); } catch {} }
${body.join('\n')}
console.log(done.join(' '));`,
    );
    const { command, permissions } = thisRuntime();
    const args = [...permissions([`${folder}/`], undefined), program];
    expect(spawnSync(command, args, { encoding: 'utf8', env: {} }).stdout).toBe('own\n');
  });
});
