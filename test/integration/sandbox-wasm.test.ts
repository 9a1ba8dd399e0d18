import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxError, type Sandbox } from '../../src/base/index.js';
import { createLocalSandbox } from '../../src/sandbox/index.js';
import { createWasmSandbox } from '../../src/sandbox/wasm.js';
import { sandboxConformanceCases } from '../../src/testing/index.js';

const START_MS = 300_000;
const contract = sandboxConformanceCases(['cpp']);

describe("the wasm sandbox with fresh: 'globals'", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createWasmSandbox({ allowMissing: ['network'], concurrency: 2, fresh: 'globals' });
  }, START_MS);
  afterAll(() => sandbox.close());

  for (const { name, run } of contract) it(name, () => run(sandbox));

  it('says what it does not deny, and never that it contains all', () => {
    const { level, mechanism, missing } = sandbox.isolation;
    expect({ level, mechanism }).toEqual({ level: 'partial', mechanism: 'wasm' });
    const what = missing.map((text) => text.split(':')[0]!);
    expect(what.filter((text) => text !== 'network')).toEqual(['signals', 'memory by force']);
  });

  it('answers C++ as something that it cannot run, which is no error of the program', async () => {
    const result = await sandbox.run({ language: 'cpp', code: 'int main() {}' });
    expect(result).toMatchObject({ kind: 'unavailable', cause: { retryable: false } });
  });

  it('runs asyncio to its end, and interrupts it', async () => {
    const code = 'import asyncio\nasync def f(n):\n    await asyncio.sleep(n)\n    return n\n';
    const sum = `${code}async def main(): return sum(await asyncio.gather(f(0.01), f(0.02)))\nasyncio.run(main())`;
    expect(await sandbox.run({ code: sum })).toMatchObject({ kind: 'ok', value: '0.03' });
    const endless = { code: `${code}asyncio.run(f(60))`, limits: { wallMs: 200 } };
    expect(await sandbox.run(endless)).toMatchObject({ kind: 'timeout' });
  });

  it('gives each session random numbers of its own', async () => {
    const numbers: unknown[] = [];
    for (let i = 0; i < 2; i++) {
      const session = await sandbox.session!();
      for (const code of ['import random\nrandom.random()', 'random.random()'])
        numbers.push(await session.run({ code }).then((result) => result.kind === 'ok' && result.value));
      await session.close();
    }
    expect(new Set(numbers).size).toBe(4);
  });

  it('runs a program after one that removed its folder', async () => {
    await sandbox.runBatch(
      [0, 1].map(() => ({ code: 'import os\nhome = os.getcwd()\nos.chdir("/")\nos.rmdir(home)' })),
    );
    const code = 'import os\nopen("a", "w").close()\nos.listdir(".")';
    for (const result of await sandbox.runBatch([{ code }, { code }])) expect(result).toMatchObject({ value: "['a']" });
  });

  it('keeps a session of a cell that does not listen to its interrupt, without what that cell had done', async () => {
    const session = await sandbox.session!();
    await session.run({ code: 'kept = 7' });
    const deaf = 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nkept = 8\nwhile True: pass';
    expect(await session.run({ code: deaf, limits: { wallMs: 200 } })).toMatchObject({ kind: 'timeout' });
    expect(await session.run({ code: 'kept' })).toMatchObject({ kind: 'ok', value: '7' });
    await session.close();
  });

  it('opens no session after it was closed', async () => {
    await sandbox.close();
    await expect(sandbox.session!()).rejects.toBeInstanceOf(SandboxError);
    expect(await sandbox.run({ code: '1' })).toMatchObject({ kind: 'unavailable' });
  });
});

describe('createLocalSandbox where there is no Linux', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  beforeAll(() => void Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' }));
  afterAll(() => void Object.defineProperty(process, 'platform', platform));

  it('refuses full isolation, and says what would help', async () => {
    await expect(createLocalSandbox({ isolation: 'full' })).rejects.toThrow('on Linux only, and this is darwin');
  });

  it(
    "runs Python as WebAssembly, a fresh interpreter a call, also with isolation 'none'",
    async () => {
      for (const isolation of ['auto', 'none'] as const) {
        const sandbox = await createLocalSandbox({ isolation, allowMissing: ['network'], concurrency: 1 });
        expect(sandbox.isolation).toMatchObject({
          mechanism: 'wasm',
          level: isolation === 'none' ? 'none' : 'partial',
        });
        expect(await sandbox.run({ code: 'import builtins\nbuiltins.left = 1\n6 * 7' })).toMatchObject({ value: '42' });
        if (isolation === 'auto') {
          expect(await sandbox.run({ code: 'left' })).toMatchObject({ kind: 'error' });
          const endless = { code: 'print("on")\nwhile True: pass', limits: { wallMs: 300 } };
          expect(await sandbox.run(endless)).toMatchObject({ kind: 'timeout', stdout: 'on\n' });
        }
        await sandbox.close();
      }
    },
    START_MS,
  );
});
