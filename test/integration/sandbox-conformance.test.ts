import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxError, type Sandbox } from '../../src/base/index.js';
import { createCodeJudgeSandbox, createLocalSandbox, createSandboxServer } from '../../src/sandbox/index.js';
import { createFakeSandbox, sandboxConformanceCases } from '../../src/testing/index.js';
import type { SandboxFeature } from '../../src/testing/sandbox-conformance.js';
import { Disguise } from './sandbox-server/disguise.js';

interface Backend {
  readonly name: string;
  readonly without?: readonly SandboxFeature[];
  readonly create: () => Promise<{ sandbox: Sandbox; close: () => Promise<void> }>;
}

const local = (options: Parameters<typeof createLocalSandbox>[0]) => async () => {
  const sandbox = await createLocalSandbox({ concurrency: 2, ...options });
  return { sandbox, close: () => sandbox.close() };
};

/** A server of ours before a local sandbox, and a client to it; `asOriginal` hides whose server it is. */
const served = (asOriginal: boolean) => async () => {
  const inner = await createLocalSandbox({ concurrency: 2, callsPerServer: asOriginal ? 1 : 1000 });
  const server = await createSandboxServer({
    sandbox: inner,
    concurrency: 2,
    outputCharacters: 10_000_000,
    queueTimeoutMs: 60_000,
  });
  const disguise = asOriginal ? await Disguise.start(server.url) : undefined;
  const sandbox = await createCodeJudgeSandbox({ url: disguise?.url ?? server.url, lingerMs: 1 });
  const close = async () => {
    await sandbox.close();
    await disguise?.close();
    await server.close(1000);
    await inner.close();
  };
  return { sandbox, close };
};

const fake = () => {
  const sandbox = createFakeSandbox();
  return Promise.resolve({ sandbox, close: () => sandbox.close() });
};

const BACKENDS: readonly Backend[] = [
  { name: 'the fake one', without: ['programs'], create: fake },
  { name: 'local, by bubblewrap', create: local({ isolation: 'full', mechanisms: ['bubblewrap'] }) },
  { name: 'local, by unshare', create: local({ isolation: 'full', mechanisms: ['unshare'] }) },
  { name: 'local, without namespaces', create: local({ mechanisms: ['seccomp'] }) },
  { name: 'local, without isolation', create: local({ isolation: 'none' }) },
  { name: 'the Code Judge client at our server', create: served(false) },
  {
    name: 'the Code Judge client at a server that knows nothing of ours',
    without: ['limits', 'exit-codes', 'deterministic'],
    create: served(true),
  },
];

describe.each(BACKENDS)('$name', ({ without, create }) => {
  let backend: Awaited<ReturnType<Backend['create']>>;
  beforeAll(async () => {
    backend = await create();
  }, 120_000);
  afterAll(() => backend.close());

  for (const { name, run } of sandboxConformanceCases(without)) it(name, () => run(backend.sandbox));

  it('opens no session after it was closed', async () => {
    await backend.sandbox.close();
    const opened = backend.sandbox.session!();
    await expect(opened).rejects.toBeInstanceOf(SandboxError);
    await expect(opened).rejects.toThrow('the sandbox was closed');
    const reason = new Error('enough');
    await expect(backend.sandbox.session!({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
