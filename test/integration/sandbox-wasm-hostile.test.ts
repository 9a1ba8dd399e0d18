import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxResult } from '../../src/base/index.js';
import { createWasmSandbox } from '../../src/sandbox/wasm.js';
import { makeCanary, type Canary } from './sandbox-hostile/canary.js';
import { ATTACKS, harmed, SURVIVED } from './sandbox-wasm-hostile/attacks.js';

const START_MS = 300_000;

/** Runs an attack, and the program after it; whether it did its harm. */
async function attempt(sandbox: Sandbox, attack: (typeof ATTACKS)[number]) {
  const canary: Canary = await makeCanary();
  try {
    const limits = { wallMs: 60_000, memoryBytes: 64 << 20, ...attack.limits };
    const result = await sandbox.run({ code: attack.code(canary), limits });
    const later = attack.later === undefined ? undefined : await sandbox.run({ code: attack.later });
    return { result, harm: harmed(attack, canary, result, later) };
  } finally {
    await canary.close();
  }
}

describe('a hostile program in WebAssembly', () => {
  let open: Sandbox;
  let closed: Sandbox;
  beforeAll(async () => {
    const common = { concurrency: 1, preload: ['re'] };
    // Its programs share an interpreter, so that what one leaves for the next is seen.
    open = await createWasmSandbox({ ...common, isolation: 'none', fresh: 'globals' });
    closed = await createWasmSandbox({ ...common, allowMissing: ['network'] });
  }, START_MS);
  afterAll(() => Promise.all([open.close(), closed.close()]));

  it.each(ATTACKS.filter(({ loose }) => loose !== false))(
    'that $name succeeds without isolation and fails with it',
    async (attack) => {
      const without = await attempt(open, attack);
      const within = await attempt(closed, attack);
      const detail = [without, within].map(({ result }) => JSON.stringify(result).slice(0, 800)).join('\n');
      expect({ without: without.harm, within: within.harm }, detail).toEqual({ without: true, within: false });
    },
    START_MS,
  );

  it.each(ATTACKS.filter(({ loose }) => loose === false))(
    'that $name is ended or refused',
    async (attack) => {
      const { result, harm } = await attempt(closed, attack);
      expect(harm, JSON.stringify(result).slice(0, 800)).toBe(false);
      const kinds: readonly SandboxResult['kind'][] = attack.kinds ?? ['ok', 'error'];
      expect(kinds, JSON.stringify(result).slice(0, 800)).toContain(result.kind);
    },
    START_MS,
  );

  it('leaves a sandbox that runs the next program, and nothing in it', async () => {
    expect(await closed.run({ code: SURVIVED })).toMatchObject({ kind: 'ok', value: '42', stdout: '[]\n', stderr: '' });
  });
});
