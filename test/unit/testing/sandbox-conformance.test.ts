import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxCall, SandboxResult } from '../../../src/base/index.js';
import { createFakeSandbox, sandboxConformanceCases } from '../../../src/testing/index.js';
import type { SandboxFeature } from '../../../src/testing/sandbox-conformance.js';

const contract = sandboxConformanceCases(['programs']);
const quiet: SandboxResult = { kind: 'ok', stdout: '', stderr: '', exitCode: 0, durationMs: 1 };

/** A fake that breaks one promise. */
function broken(breakIt: (sound: Sandbox) => Partial<Sandbox>): Sandbox {
  const sound = createFakeSandbox();
  return { ...sound, ...breakIt(sound) };
}

/** Sandboxes that each break one promise, and the case that must find it. */
const BROKEN: readonly [string, string, (sound: Sandbox) => Partial<Sandbox>][] = [
  [
    'does not listen to signals that are aborted already',
    'aborted before',
    (sound) => ({ run: (call, options) => sound.run(call, options?.signal?.aborted ? {} : options) }),
  ],
  [
    'does not listen to signals once a call is under way',
    'aborted after',
    (sound) => ({
      run: (call, { signal } = {}) => {
        signal?.throwIfAborted();
        return sound.run(call);
      },
    }),
  ],
  [
    'does not listen to the signal of a batch',
    'aborted after',
    (sound) => ({
      runBatch: (calls, { signal, ...options } = {}) => {
        signal?.throwIfAborted();
        return sound.runBatch(calls, options);
      },
    }),
  ],
  [
    'rejects with an error of its own',
    'aborted before',
    (sound) => ({
      run: (call, options) =>
        sound.run(call, options).catch((error: unknown) => {
          throw new Error('it was aborted', { cause: error });
        }),
    }),
  ],
  [
    'is down after an abort',
    'aborted after',
    (sound) => ({
      run: (call, options = {}) => {
        options.signal?.addEventListener('abort', () => void sound.close());
        return sound.run(call, options);
      },
    }),
  ],
  ['reports no results', 'reports each', (sound) => ({ runBatch: (calls) => sound.runBatch(calls) })],
  [
    'reports results twice',
    'reports each',
    (sound) => ({
      runBatch: (calls, options) =>
        sound.runBatch(calls, {
          ...options,
          onResult: (result, index) => {
            options?.onResult?.(result, index);
            options?.onResult?.(result, index);
          },
        }),
    }),
  ],
  [
    'loses a result',
    'answers every call',
    (sound) => ({ runBatch: async (calls, options) => (await sound.runBatch(calls, options)).slice(1) }),
  ],
  [
    'does not know what to do with an empty batch',
    'an empty batch',
    (sound) => ({
      runBatch: (calls, options) =>
        calls.length === 0 ? Promise.reject(new Error('nothing to do')) : sound.runBatch(calls, options),
    }),
  ],
  [
    'runs what comes before a malformed call',
    'before any of it runs',
    (sound) => ({
      runBatch: async (calls, options) => {
        const results: SandboxResult[] = [];
        for (const [index, call] of calls.entries()) {
          results.push(await sound.run(call, options));
          options?.onResult?.(results[index]!, index);
        }
        return results;
      },
    }),
  ],
  ['takes malformed calls', 'refuses a malformed call', () => ({ run: () => Promise.resolve(quiet) })],
];

describe('sandboxConformanceCases', () => {
  it.each(contract)('hold for the fake sandbox, which runs nothing: $name', async ({ run }) => {
    await expect(run(createFakeSandbox())).resolves.toBeUndefined();
  });

  it.each(BROKEN)('find a sandbox that %s', async (_what, found, breakIt) => {
    const cases = contract.filter(({ name }) => name.includes(found));
    expect(cases).toHaveLength(1);
    await expect(cases[0]!.run(broken(breakIt))).rejects.toThrow();
  });

  it.each(sandboxConformanceCases())('refuse one that does nothing: $name', async ({ run, needs }) => {
    const nothing = {
      isolation: createFakeSandbox().isolation,
      run: () => Promise.resolve(needs.length > 0 ? quiet : undefined),
      runBatch: () => Promise.resolve(undefined),
      session: () => Promise.resolve({ run: () => Promise.resolve(quiet), close: () => Promise.resolve() }),
      close: () => Promise.resolve(),
    } as unknown as Sandbox;
    await expect(run(nothing)).rejects.toThrow();
  });

  it('look at what a program did only where they need programs', async () => {
    const seen: SandboxCall[] = [];
    const sandbox = createFakeSandbox((call) => {
      seen.push(call);
      return { stdout: 'nothing that any program prints', value: 'nor its value' };
    });
    for (const { run, needs } of contract) {
      expect(needs).toEqual([]);
      await run(sandbox);
    }
    expect(seen.length).toBeGreaterThan(0);
  });

  it('say what to leave out for a sandbox that has no sessions', async () => {
    const without: Sandbox = { ...createFakeSandbox(), session: undefined as never };
    const [sessions] = sandboxConformanceCases().filter(({ needs }) => needs.includes('sessions'));
    await expect(sessions!.run(without)).rejects.toThrow(
      "session: the backend does not have it; sandboxConformanceCases(['sessions']) leaves this case out",
    );
  });

  it('refuse a feature that there is not, with the list of those that there are', () => {
    expect(() => sandboxConformanceCases(['network' as SandboxFeature])).toThrow(
      'without.0: expected one of "programs", "limits", "sessions", "cpp", "deterministic", "exit-codes", "long-output", got "network"',
    );
    expect(() => sandboxConformanceCases('programs' as never)).toThrow('without: expected array, got "programs"');
  });
});
