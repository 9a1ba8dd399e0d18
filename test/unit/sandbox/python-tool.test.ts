import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxCall, SandboxResult } from '../../../src/base/index.js';
import { createPythonTool } from '../../../src/sandbox/index.js';
import { createFakeSandbox } from '../../../src/testing/index.js';
import { createCountingSandbox } from './counting-sandbox.js';

function scripted(result: SandboxResult, calls: SandboxCall[] = []): Sandbox {
  return {
    isolation: { level: 'none', mechanism: 'script', missing: [] },
    run: (call) => Promise.resolve((calls.push(call), result)),
    runBatch: (batch) => Promise.resolve(batch.map(() => result)),
    close: () => Promise.resolve(),
  };
}

const OK: SandboxResult = { kind: 'ok', stdout: '4\n', stderr: '', value: '5', exitCode: 0, durationMs: 1 };

describe('createPythonTool', () => {
  it("is named as the release's tool and takes code and input", () => {
    const tool = createPythonTool(scripted(OK));
    expect(tool.name).toBe('python_code_with_standard_io');
    expect(Object.keys(tool.parameters['properties'] as object)).toEqual(['code', 'input']);
  });

  it('passes input as standard input and renders the result', async () => {
    const calls: SandboxCall[] = [];
    const tool = createPythonTool(scripted(OK, calls), { limits: { wallMs: 500 } });
    const result = await tool.execute({ code: 'print(4)\n5', input: 'x' }, { sessionId: 's' });
    expect(result).toMatchObject({ kind: 'ok', text: '4\n5' });
    expect(calls).toEqual([{ code: 'print(4)\n5', stdin: 'x', limits: { wallMs: 500 } }]);
  });

  it('answers arguments that do not match with an error that names the field', async () => {
    const result = await createPythonTool(scripted(OK)).execute({ code: 7 }, { sessionId: 's' });
    expect(result).toMatchObject({ kind: 'error' });
    expect(result.kind === 'error' && result.text).toContain('arguments.code');
  });

  it("keeps the machine's failures apart from the program's", async () => {
    const cause = { source: 'sandbox', message: 'down', retryable: true } as const;
    const tool = createPythonTool(scripted({ kind: 'unavailable', cause, durationMs: 0 }));
    expect(await tool.execute({ code: '1' }, { sessionId: 's' })).toEqual({
      kind: 'unavailable',
      cause: { ...cause, retryable: false },
    });
  });

  it('keeps one session a conversation where it is asked to, and ends it with the conversation', async () => {
    const sandbox = createCountingSandbox();
    const tool = createPythonTool(sandbox, { session: true });
    const textOf = async (sessionId: string) => {
      const result = await tool.execute({ code: 'a' }, { sessionId });
      return result.kind === 'ok' ? result.text : result;
    };
    expect([await textOf('p0/0'), await textOf('p0/0'), await textOf('p0/1')]).toEqual(['1', '2', '1']);
    expect(sandbox.alive).toBe(2);
    await tool.endSession!('p0/0');
    await tool.endSession!('p0/0');
    expect([sandbox.alive, await textOf('p0/1'), await textOf('p0/0')]).toEqual([1, '2', '1']);
  });

  it('answers as a failure of the machine where no session can be opened', async () => {
    const sandbox = createFakeSandbox();
    await sandbox.close();
    const result = await createPythonTool(sandbox, { session: true }).execute({ code: '1' }, { sessionId: 's' });
    expect(result).toMatchObject({ kind: 'unavailable', cause: { message: 'the sandbox was closed' } });
  });

  it('keeps nothing where it is not asked to', async () => {
    const sandbox = createCountingSandbox();
    const tool = createPythonTool(sandbox);
    await tool.execute({ code: 'a' }, { sessionId: 's' });
    expect([sandbox.started, 'endSession' in tool]).toEqual([0, false]);
  });

  it('refuses to keep sessions over a sandbox that has none', () => {
    expect(() => createPythonTool(scripted(OK), { session: true })).toThrow(/^options\.session: .*has no sessions/);
  });
});

it('refuses what is no sandbox', () => {
  expect(() => createPythonTool(null as never)).toThrow(new TypeError('sandbox: expected an object, got null'));
  expect(() => createPythonTool({} as never)).toThrow(new TypeError('sandbox.run: expected a function, got undefined'));
});
