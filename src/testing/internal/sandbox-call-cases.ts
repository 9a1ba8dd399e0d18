import type { Sandbox, SandboxCall, SandboxResult } from '../../base/index.js';
import { equal, rejects, show, truth } from './conformance.js';
import { byIndex, ran, type SandboxConformanceCase } from './sandbox-under-test.js';

/** How calls are taken and answered. None of it looks at what a program did, so that it holds where nothing is run. */
export const CALL_CASES: readonly SandboxConformanceCase[] = [
  call('answers every call of a batch, and reports each result once', async (sandbox) => {
    const reported = new Map<number, SandboxResult>();
    const calls = Array.from({ length: 40 }, (_, i) => ({ code: `print(${i})` }));
    const results = await sandbox.runBatch(calls, {
      onResult: (result, index) => {
        truth(!reported.has(index), `onResult: called twice for call ${index}`);
        reported.set(index, result);
      },
    });
    equal({ reported: [...reported.keys()].sort(byIndex) }, { reported: calls.map((_, i) => i) });
    truth(results.length === calls.length, `expected ${calls.length} results, got ${results.length}`);
    results.forEach((result, i) => {
      truth(result.kind === 'ok', `call ${i}: expected ok, got ${show(result)}`);
      truth(
        show(reported.get(i)) === show(result),
        `call ${i}: reported ${show(reported.get(i))}, got ${show(result)}`,
      );
    });
  }),
  call('answers an empty batch', async (sandbox) => {
    const results = await sandbox.runBatch([]);
    truth(Array.isArray(results) && results.length === 0, `expected no results, got ${show(results)}`);
  }),
  call('rejects with the reason of a signal that was aborted before', async (sandbox) => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await rejects(sandbox.run({ code: 'print(1)' }, { signal }), reason);
    const reported: number[] = [];
    const onResult = (_: SandboxResult, index: number) => reported.push(index);
    await rejects(sandbox.runBatch([{ code: 'print(1)' }, { code: 'print(2)' }], { signal, onResult }), reason);
    equal({ reported }, { reported: [] });
  }),
  call('rejects with the reason of a signal that is aborted after, and answers the next call', async (sandbox) => {
    const reason = new Error('enough');
    const started: readonly ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => sandbox.run({ code: 'print(1)' }, { signal }),
      (signal) => sandbox.runBatch([{ code: 'print(1)' }, { code: 'print(2)' }], { signal }),
    ];
    for (const start of started) {
      const abort = new AbortController();
      const pending = start(abort.signal);
      abort.abort(reason);
      await rejects(pending, reason);
      equal({ kind: (await ran(sandbox, { code: 'print(1)' })).kind }, { kind: 'ok' });
    }
  }),
  call('refuses a batch with a malformed call before any of it runs', async (sandbox) => {
    const batch = [{ code: 'print(1)' }, { code: 2 as never }];
    const reported: number[] = [];
    // A backend may throw it at once or reject with it.
    const refusal = await Promise.resolve()
      .then(() => sandbox.runBatch(batch, { onResult: (_, index) => reported.push(index) }))
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    truth(refusal instanceof TypeError, `expected a TypeError, got ${String(refusal)}`);
    equal(reported, []);
  }),
  call('refuses a malformed call with a TypeError or RangeError', async (sandbox) => {
    for (const malformed of [{}, { code: 1 }, { code: '', stdin: 2 }, { code: '', limits: { wallMs: -1 } }]) {
      const error = await Promise.resolve()
        .then(() => sandbox.run(malformed as SandboxCall))
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      truth(error instanceof TypeError || error instanceof RangeError, `${show(malformed)}: got ${String(error)}`);
    }
  }),
];

function call(name: string, run: (sandbox: Sandbox) => Promise<void>): SandboxConformanceCase {
  return { name, needs: [], run };
}
