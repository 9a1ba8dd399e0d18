import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxCall, SandboxResult } from '../../../src/base/index.js';
import { createPythonTool } from '../../../src/sandbox/index.js';

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
});
