import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolResult } from '../../../../../src/base/index.js';
import { createMcpTools, runRollouts, type McpTools } from '../../../../../src/rollout/index.js';
import type { McpToolsOptions } from '../../../../../src/rollout/tools/mcp-tools.js';
import { createScriptedPolicy } from '../../../../../src/testing/scripted-policy.js';
import { callText, completed, prompt, tokenizer } from '../../conversation.js';

const program = fileURLToPath(new URL('hostile-server.mjs', import.meta.url));
const server = (mode = '') => ({ command: process.execPath, args: [program, mode] });
const opened: McpTools[] = [];

async function open(options: Partial<McpToolsOptions> = {}): Promise<McpTools> {
  const made = await createMcpTools({ server: server(), timeoutMs: 60_000, ...options });
  opened.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((made) => made.close()));
});

function call({ tools }: McpTools, name: string, sessionId = 's'): Promise<ToolResult> {
  return tools.find((tool) => tool.name === name)!.execute({}, { sessionId });
}

/** The processes that a server is, with what it has started. */
async function family(made: McpTools): Promise<number[]> {
  const result = await call(made, 'family');
  return JSON.parse(result.kind === 'ok' ? result.text : '[]') as number[];
}

/** Which of them run; one that has ended and was not waited for does not. */
function runningOf(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
    } catch {
      return false;
    }
  });
}

const lost = (retryable: boolean) => ({ kind: 'unavailable', cause: { source: 'tool', retryable } });

describe('createMcpTools over standard input and output', { timeout: 120_000 }, () => {
  it("takes the tool's word, the server's refusal and a call without an answer for the tool's error", async () => {
    const made = await open();
    expect(await call(made, 'fail')).toEqual({ kind: 'error', text: 'it broke' });
    expect(await call(made, 'refuse')).toEqual({ kind: 'error', text: 'MCP error -32602: no such city' });
    const brief = await open({ timeoutMs: 300 });
    expect(await call(brief, 'hang')).toMatchObject({ kind: 'error', text: 'TimeoutError: no answer within 300 ms.' });
    expect(await call(made, 'empty')).toEqual({ kind: 'ok', text: '(no output)' });
    expect(await call(made, 'count')).toMatchObject({ kind: 'ok' });
  });

  it('cuts a huge answer', async () => {
    const made = await open({ maxLength: 10 });
    expect(await call(made, 'huge')).toEqual({ kind: 'ok', text: 'xxxxxxxxxx\n[99990 more characters]' });
  });

  it("takes a process that dies for the machine's failure, with every call that waited, and starts another", async () => {
    const made = await open();
    expect(await call(made, 'count')).toEqual({ kind: 'ok', text: '1' });
    const both = await Promise.all([call(made, 'hang'), call(made, 'die')]);
    expect(both).toMatchObject([lost(true), lost(true)]);
    expect(await Promise.all([call(made, 'count'), call(made, 'count')])).toEqual([
      { kind: 'ok', text: '1' },
      { kind: 'ok', text: '2' },
    ]);
  });

  it('takes a message without an end, and a server that does not answer a ping either, for the same', async () => {
    const made = await open({ maxBytes: 1_000_000, timeoutMs: 2000 });
    expect(await call(made, 'endless')).toMatchObject(lost(true));
    expect(await call(made, 'count')).toEqual({ kind: 'ok', text: '1' });
    expect(await call(made, 'block')).toMatchObject(lost(true));
    expect(await call(made, 'count')).toEqual({ kind: 'ok', text: '1' });
  });

  it('takes a result that is none for a failure that does not pass; other calls go on', async () => {
    const made = await open();
    expect(await call(made, 'malformed')).toMatchObject(lost(false));
    expect(await call(made, 'count')).toEqual({ kind: 'ok', text: '2' });
  });

  it('takes a result that is too deep to be read for the same', async () => {
    const made = await open();
    expect(await call(made, 'deep')).toMatchObject(lost(false));
    expect(await call(made, 'count')).toEqual({ kind: 'ok', text: '2' });
  });

  it('ends a server that asks without end and does not read the answers', async () => {
    const made = await open();
    expect(await call(made, 'ask')).toMatchObject(lost(true));
    expect(await call(made, 'count')).toEqual({ kind: 'ok', text: '1' });
  });

  it('keeps rollouts apart where each has a process of its own, and sets one apart that lost it', async () => {
    const made = await open({ perRollout: true });
    expect(await call(made, 'count', 'a')).toEqual({ kind: 'ok', text: '1' });
    expect(await call(made, 'count', 'a')).toEqual({ kind: 'ok', text: '2' });
    expect(await call(made, 'count', 'b')).toEqual({ kind: 'ok', text: '1' });
    expect(await call(made, 'die', 'a')).toMatchObject(lost(false));
    expect(await call(made, 'count', 'a')).toMatchObject(lost(false));
    expect(await call(made, 'count', 'b')).toEqual({ kind: 'ok', text: '2' });
    await Promise.all(made.tools.map((tool) => tool.endSession!('b')));
    expect(await call(made, 'count', 'b')).toEqual({ kind: 'ok', text: '1' });
  });

  it("rejects a call that is aborted with the caller's reason", async () => {
    const made = await open();
    const controller = new AbortController();
    const hang = made.tools.find(({ name }) => name === 'hang')!;
    const waiting = hang.execute({}, { sessionId: 's', signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(await call(made, 'count')).toMatchObject({ kind: 'ok' });
  });

  it('is unavailable once closed, also to a call that waits', async () => {
    const made = await open();
    const waiting = call(made, 'hang');
    await made.close();
    expect(await waiting).toMatchObject(lost(false));
    expect(await call(made, 'count')).toMatchObject(lost(false));
  });

  it('ends a process that ignores that its input is closed and SIGTERM, and what it has started', async () => {
    const made = await open({ server: server('stubborn') });
    const pids = await family(made);
    expect(runningOf(pids)).toEqual(pids);
    await made.close();
    await vi.waitFor(() => expect(runningOf(pids)).toEqual([]));
  });

  it('ends what a process has started that ends by itself', async () => {
    const made = await open({ server: server('parent') });
    const pids = await family(made);
    expect(await call(made, 'die')).toMatchObject(lost(true));
    await vi.waitFor(() => expect(runningOf(pids)).toEqual([]));
    expect(runningOf(await family(made))).toHaveLength(2);
  });

  it('offers the tools that were chosen', async () => {
    const { tools } = await open({ include: ['fail', 'count'] });
    expect(tools.map(({ name }) => name)).toEqual(['fail', 'count']);
  });

  it.each([
    ['a program that ends', { server: server('dead') }, /no licence/],
    ['a program that is not there', { server: { command: '/nonexistent/server' } }, /ENOENT/],
    ['a list that is none', { server: server('no-list') }, /tools/],
    ['a list without an end', { server: server('no-end') }, /its list of tools has no end/],
    ['twenty thousand tools', { server: server('many') }, /it lists more than 10000 tools/],
    [
      'a schema that is none',
      { server: server('no-schema') },
      /tool "count": inputSchema\.properties\.a\.type: expected one of string/,
    ],
    ['a tool that is not there', { include: ['dance'] }, /expected a tool "dance", got count, hang/],
  ])('refuses %s', async (_, options, message) => {
    await expect(open(options)).rejects.toThrow(message);
    await expect(open(options)).rejects.toMatchObject({ name: 'ToolServerError' });
  });

  it('gives up the start when aborted', async () => {
    const signal = AbortSignal.timeout(500);
    await expect(open({ server: server('mute'), signal })).rejects.toThrow(/timeout/);
  });

  it('sets a rollout apart that the machine broke, and not one whose tool failed', async () => {
    const { tools } = await open({ timeoutMs: 60_000 });
    const run = async (name: string) => {
      const policy = createScriptedPolicy({ tokenizer, script: [callText(name, {}), 'done'] });
      const options = { policy, tokenizer, tools, maxTokens: 5000, seed: 1, retry: { delayMs: 1 } };
      return (await runRollouts([{ groupId: name, prompt, samples: 1 }], options))[0]!;
    };
    expect(completed(await run('fail')).turns[0]!.toolCalls[0]!.response).toMatchObject({
      text: 'it broke',
      isError: true,
    });
    expect(await run('malformed')).toMatchObject({ kind: 'failed', cause: { source: 'tool', retryable: false } });
  });
});
