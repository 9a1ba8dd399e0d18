import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../src/base/index.js';
import { createCalculatorToolOn } from '../../../../src/rollout/tools/calculator-tool.js';
import type { StartProcess } from '../../../../src/rollout/tools/internal/calculator/process.js';

const context = { sessionId: 's' };

/** Processes that say which of them answered; one dies over `die`, and gives no answer to `hang` until it is ended. */
function fakeProcesses() {
  const log = { started: 0, running: 0, most: 0, evaluated: [] as string[] };
  const start: StartProcess = () => {
    const id = ++log.started;
    let alive = true;
    let stop = (): void => undefined;
    return Promise.resolve({
      get alive() {
        return alive;
      },
      async evaluate(expression) {
        log.evaluated.push(expression);
        log.most = Math.max(log.most, ++log.running);
        await (expression === 'hang' ? new Promise<void>((resolve) => (stop = resolve)) : Promise.resolve());
        log.running--;
        if (expression === 'die') alive = false;
        if (!alive) throw new SandboxError('ended', { retryable: true });
        return { kind: 'ok', text: `${id}: ${expression}` };
      },
      end() {
        alive = false;
        stop();
        return Promise.resolve();
      },
    });
  };
  return { log, start };
}

describe('createCalculatorTool', () => {
  it('evaluates one expression after the other', async () => {
    const { log, start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { processes: 1 });
    expect(tool.name).toBe('calculator');
    const answers = await Promise.all(['1', '2', '3'].map((expression) => tool.execute({ expression }, context)));
    expect(answers).toEqual(['1', '2', '3'].map((expression) => ({ kind: 'ok', text: `1: ${expression}` })));
    expect([log.started, log.most]).toEqual([1, 1]);
  });

  it("starts another process for the next expression when one has died, which is the machine's failure", async () => {
    const { start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { processes: 1 });
    expect(await tool.execute({ expression: 'die' }, context)).toEqual({
      kind: 'unavailable',
      cause: { source: 'tool', message: 'ended', retryable: true },
    });
    expect(await tool.execute({ expression: '1' }, context)).toEqual({ kind: 'ok', text: '2: 1' });
  });

  it('evaluates beside an expression that takes long, in as many processes as it may have', async () => {
    const { log, start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { processes: 2 });
    const controller = new AbortController();
    const hanging = tool.execute({ expression: 'hang' }, { ...context, signal: controller.signal });
    const answers = await Promise.all(['1', '2'].map((expression) => tool.execute({ expression }, context)));
    expect(answers).toEqual(['1', '2'].map((expression) => ({ kind: 'ok', text: `2: ${expression}` })));
    expect([log.started, log.most]).toEqual([2, 2]);
    controller.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
  });

  it('ends the process of a call that is aborted, and gives its place to the next', async () => {
    const { start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { processes: 1 });
    const controller = new AbortController();
    const hanging = tool.execute({ expression: 'hang' }, { ...context, signal: controller.signal });
    const next = tool.execute({ expression: '1' }, context);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
    expect(await next).toEqual({ kind: 'ok', text: '2: 1' });
  });

  it.each([[{}], [null], [{ expression: 3 }]])('says what it expects instead of %j', async (args) => {
    const tool = await createCalculatorToolOn(fakeProcesses().start, {});
    expect(await tool.execute(args, context)).toEqual({
      kind: 'error',
      text: 'CalculatorError: expected an expression, {"expression": "…"}',
    });
  });

  it('refuses a long expression before it is evaluated', async () => {
    const { log, start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { maxLength: 5 });
    expect(await tool.execute({ expression: '1+1+1+1' }, context)).toEqual({
      kind: 'error',
      text: 'CalculatorError: the expression has more than 5 characters',
    });
    expect(log.evaluated).toEqual([]);
  });

  it('evaluates nothing for a call that was aborted while it waited', async () => {
    const { log, start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { processes: 1 });
    const controller = new AbortController();
    const first = tool.execute({ expression: '1' }, context);
    const second = tool.execute({ expression: '2' }, { ...context, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await first;
    expect(log.evaluated).toEqual(['1']);
  });

  it('is unavailable once closed, also to a call that runs', async () => {
    const { log, start } = fakeProcesses();
    const tool = await createCalculatorToolOn(start, { processes: 1 });
    const running = tool.execute({ expression: 'hang' }, context);
    await new Promise((resolve) => setImmediate(resolve));
    await tool.close();
    expect((await running).kind).toBe('unavailable');
    expect(await tool.execute({ expression: '1' }, context)).toMatchObject({
      kind: 'unavailable',
      cause: { message: 'the calculator is closed', retryable: false },
    });
    expect(log.started).toBe(1);
  });

  it.each([
    [{ number: 'bigint' }, 'options.number: '],
    [{ timeoutMs: 0 }, 'options.timeoutMs: '],
    [{ processes: 0 }, 'options.processes: '],
    [{ memory: 1 }, 'options'],
  ])('refuses the options %j', async (options, message) => {
    await expect(createCalculatorToolOn(fakeProcesses().start, options as never)).rejects.toThrow(message);
  });
});
