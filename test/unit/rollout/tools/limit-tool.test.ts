import { describe, expect, it } from 'vitest';
import { limitTool } from '../../../../src/rollout/index.js';
import { scriptedTool } from '../conversation.js';

const context = { sessionId: 's' };
const never = () => new Promise<never>(() => undefined);

describe('limitTool', () => {
  it('keeps what the tool is, and ends its sessions', async () => {
    const tool = scriptedTool(() => ({ kind: 'ok', text: '42' }));
    const limited = limitTool(tool, { timeoutMs: 1000, concurrency: 1, maxLength: 10 });
    expect(limited).toMatchObject({ name: 'python', description: 'Runs Python.', parameters: { type: 'object' } });
    expect(await limited.execute({}, context)).toEqual({ kind: 'ok', text: '42' });
    await limited.endSession!('s');
    expect(tool.released).toEqual(['s']);
  });

  it('answers a call that hangs with an error, whose signal is aborted', async () => {
    let signal: AbortSignal | undefined;
    const tool = scriptedTool((_, given) => {
      signal = given.signal;
      return never();
    });
    expect(await limitTool(tool, { timeoutMs: 5 }).execute({}, context)).toEqual({
      kind: 'error',
      text: 'TimeoutError: no answer within 5 ms.',
      durationMs: 5,
    });
    expect(signal!.aborted).toBe(true);
  });

  it("rejects with the caller's reason when aborted, in its turn or running", async () => {
    const controller = new AbortController();
    const limited = limitTool(scriptedTool(never), { timeoutMs: 60_000, concurrency: 1 });
    const calls = [1, 2].map(() => limited.execute({}, { ...context, signal: controller.signal }));
    controller.abort(new Error('enough'));
    await expect(calls[0]).rejects.toThrow('enough');
    await expect(calls[1]).rejects.toThrow('enough');
  });

  it("rejects a call that waits for its turn when it is aborted, however long another's goes on", async () => {
    let executed = 0;
    const tool = scriptedTool(() => {
      executed++;
      return never();
    });
    const limited = limitTool(tool, { concurrency: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const calls = [running, waiting].map(({ signal }) => limited.execute({}, { ...context, signal }));
    waiting.abort(new Error('no longer wanted'));
    await expect(calls[1]).rejects.toThrow('no longer wanted');
    running.abort(new Error('enough'));
    await expect(calls[0]).rejects.toThrow('enough');
    expect(executed).toBe(1);
  });

  it('runs so many calls at once and no more; one that had its time gives up its place', async () => {
    let running = 0;
    let most = 0;
    const tool = scriptedTool(async (args) => {
      most = Math.max(most, ++running);
      if (args === 'hang') return never();
      await Promise.resolve();
      running--;
      return { kind: 'ok', text: JSON.stringify(args) };
    });
    const limited = limitTool(tool, { concurrency: 2 });
    const texts = await Promise.all(['1', '2', '3', '4', '5'].map((args) => limited.execute(args, context)));
    expect(texts.map((result) => result.kind !== 'unavailable' && result.text)).toEqual(
      ['1', '2', '3', '4', '5'].map((args) => `"${args}"`),
    );
    expect(most).toBe(2);
    const one = limitTool(tool, { concurrency: 1, timeoutMs: 50 });
    const [hung, next] = await Promise.all(['hang', '7'].map((args) => one.execute(args, context)));
    expect([hung!.kind, next]).toEqual(['error', { kind: 'ok', text: '"7"' }]);
  });

  it("lets a rollout's many calls hold others up for no longer than its places", async () => {
    const order: string[] = [];
    const tool = scriptedTool((_, { sessionId }) => {
      order.push(sessionId);
      return { kind: 'ok', text: '' };
    });
    const limited = limitTool(tool, { concurrency: 2 });
    const sessionIds = [...Array<string>(10).fill('many'), 'one', 'two'];
    await Promise.all(sessionIds.map((sessionId) => limited.execute({}, { sessionId })));
    expect(order).toHaveLength(12);
    expect(order.slice(0, 6)).toEqual(expect.arrayContaining(['one', 'two']));
  });

  it('cuts a long answer, not within a character, and says how much is missing', async () => {
    const tool = scriptedTool(() => ({ kind: 'ok', text: `123\u{1F600}567` }));
    const text = async (maxLength: number) => {
      const result = await limitTool(tool, { maxLength }).execute({}, context);
      return result.kind === 'unavailable' ? '' : result.text;
    };
    expect(await text(8)).toBe('123\u{1F600}567');
    expect(await text(5)).toBe('123\u{1F600}\n[3 more characters]');
    expect(await text(4)).toBe('123\n[5 more characters]');
  });

  it('cuts nothing of its own words', async () => {
    const limited = limitTool(
      scriptedTool(() => never()),
      { timeoutMs: 5, maxLength: 20 },
    );
    expect(await limited.execute({}, context)).toMatchObject({ text: 'TimeoutError: no answer within 5 ms.' });
  });

  it("leaves the machine's failure as it is", async () => {
    const down = { kind: 'unavailable', cause: { source: 'tool', message: 'down', retryable: true } } as const;
    expect(
      await limitTool(
        scriptedTool(() => down),
        { maxLength: 1 },
      ).execute({}, context),
    ).toEqual(down);
  });

  it('refuses bad limits and what is no tool', () => {
    expect(() => limitTool(scriptedTool(never), { timeoutMs: 0 })).toThrow(
      'limits.timeoutMs: expected more than 0, got 0',
    );
    expect(() => limitTool({} as never, {})).toThrow('tool: expected a Tool');
  });
});
