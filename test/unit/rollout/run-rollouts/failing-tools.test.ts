import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../src/base/index.js';
import { BrokenToolError, runRollouts } from '../../../../src/rollout/index.js';
import { createScriptedPolicy, type ScriptedTurn } from '../../../../src/testing/scripted-policy.js';
import { callText, completed, okTool, scriptedTool, tokenizer } from '../conversation.js';
import { answer, base, codeCall, policyWith, tasks, unavailable } from '../failures.js';

describe('a failing tool', () => {
  it('is called again while its service may come back, and the policy never hears of it', async () => {
    let failures = 2;
    const tool = scriptedTool(() => (failures-- > 0 ? unavailable(true) : { kind: 'ok', text: '42' }));
    const policy = policyWith(() => undefined);
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(completed(outcome).turns[0]!.toolCalls[0]!.response).toMatchObject({ text: '42', isError: false });
    expect(tool.calls).toHaveLength(3);
  });

  it('sets its rollout apart when its service stays away', async () => {
    const tool = scriptedTool(() => unavailable(true));
    const [outcome] = await runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    expect(outcome).toEqual({
      kind: 'failed',
      id: 'g/0',
      groupId: 'g',
      cause: { source: 'sandbox', message: 'tool "python": worker died', retryable: true },
      turns: [{ text: codeCall, toolCalls: [] }],
      generatedTokens: tokenizer.encode(codeCall).length + 1,
    });
    expect(tool.calls).toHaveLength(3);
  });

  it('is not called again when its service says that it is no use', async () => {
    const tool = scriptedTool(() => unavailable(false));
    const [outcome] = await runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    expect(outcome?.kind).toBe('failed');
    expect(tool.calls).toHaveLength(1);
  });

  it('that throws an ExternalError is tried again, then sets its rollout apart under its name', async () => {
    const tool = scriptedTool(() => {
      throw new SandboxError('503', { retryable: true });
    }, 'search');
    const policy = createScriptedPolicy({ tokenizer, script: () => callText('search', {}) });
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(outcome).toMatchObject({ cause: { source: 'tool', message: 'tool "search": 503', retryable: true } });
    expect(tool.calls).toHaveLength(3);
  });

  it('that throws has a bug, which ends the run with its name, its stack and the turns so far', async () => {
    const bug = new TypeError('undefined is not a function');
    const tool = scriptedTool((args) => {
      if ((args as { code: string }).code === 'broken') throw bug;
      return { kind: 'ok', text: '42' };
    });
    const brokenCall = callText('python', { code: 'broken' });
    const policy = createScriptedPolicy({ tokenizer, script: ({ turn }) => (turn === 0 ? codeCall : brokenCall) });
    const error: unknown = await runRollouts(tasks(1), { ...base, policy, tools: [tool] }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(BrokenToolError);
    expect(error).toMatchObject({
      message: 'tool "python" in rollout g/0: threw: undefined is not a function',
      toolName: 'python',
      rolloutId: 'g/0',
      turns: [{ toolCalls: [{ response: { text: '42' } }] }, { text: brokenCall, toolCalls: [] }],
    });
    expect((error as Error).cause).toBe(bug);
    expect(tool.calls).toHaveLength(2);
    expect([policy.endedSessions, tool.released].map(({ length }) => length)).toEqual([1, 1]);
  });

  it.each([
    ['a string', 'printed 42', '"printed 42"'],
    ['nothing', undefined, 'undefined'],
    ['a text that is none', { kind: 'ok', text: 42 }, '{"kind":"ok","text":42}'],
    ['a kind nobody knows', { kind: 'fine', text: '' }, '{"kind":"fine","text":""}'],
    ['a failure without its cause', { kind: 'unavailable' }, '{"kind":"unavailable"}'],
  ])('that returns %s ends the run and says what came', async (_name, value, shown) => {
    const tool = scriptedTool(() => value as never);
    const run = runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    await expect(run).rejects.toThrow(
      `tool "python" in rollout g/0: expected a ToolResult with kind and text, got ${shown}`,
    );
    expect(tool.calls).toHaveLength(1);
  });
});

describe('arguments that do not match the schema of a tool', () => {
  const parameters = {
    type: 'object',
    properties: { code: { type: 'string' }, lines: { type: 'array', items: { type: 'integer' } } },
    required: ['code'],
    additionalProperties: false,
  };

  it('are answered with what is wrong, as an error of the policy, and the tool is not called', async () => {
    const tool = { ...okTool(), parameters };
    const script = ({ turn }: ScriptedTurn) => (turn === 0 ? callText('python', { lines: [1, 'x'] }) : answer);
    const policy = createScriptedPolicy({ tokenizer, script });
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(completed(outcome).turns[0]!.toolCalls[0]).toMatchObject({
      name: 'python',
      arguments: { lines: [1, 'x'] },
      response: {
        text: 'ToolCallError: arguments.code is missing; arguments.lines.1: expected integer.',
        isError: true,
      },
    });
    expect(tool.calls).toHaveLength(0);
  });

  it('are not made to match: the tool is given what the policy wrote', async () => {
    const tool = { ...okTool(), parameters: { properties: { code: { default: 'x' } } } };
    const policy = createScriptedPolicy({ tokenizer, script: ({ turn }) => (turn === 0 ? codeCall : answer) });
    await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(tool.calls).toEqual([{ code: 'print(6 * 7)' }]);
  });
});
