import { describe, expect, it } from 'vitest';
import { createFakeSandbox } from '../../../src/testing/index.js';

describe('createFakeSandbox', () => {
  it('refuses an option that nobody knows', () => {
    expect(() => createFakeSandbox(undefined, { concurency: 2 } as never)).toThrow(
      new TypeError('options: unknown option "concurency"'),
    );
    expect(() => createFakeSandbox(undefined, { concurrency: 0 })).toThrow(
      new RangeError('options.concurrency: expected more than 0, got 0'),
    );
  });

  it('answers no more calls at once than it may, also where one comes as a place gets free', async () => {
    const sandbox = createFakeSandbox(() => Promise.resolve({}), { concurrency: 1 });
    const first = sandbox.run({ code: '1' });
    const second = sandbox.run({ code: '2' });
    await Promise.all([first.then(() => sandbox.run({ code: '3' })), second]);
    expect([sandbox.calls.length, sandbox.mostAtOnce]).toEqual([3, 1]);
  });

  it('names a malformed call of a batch by its index, and runs none', async () => {
    const sandbox = createFakeSandbox();
    await expect(sandbox.runBatch([{ code: '1' }, { code: 2 as never }])).rejects.toThrow(
      new TypeError('calls[1].code: expected string, got 2'),
    );
    await expect(sandbox.runBatch(undefined as never)).rejects.toThrow(
      new TypeError('calls: expected an array, got undefined'),
    );
    expect(sandbox.calls).toEqual([]);
  });

  it.each([
    [{ kind: 'timout' }, 'answer.kind: expected'],
    [{ kind: 'ok', stdOut: '1' }, 'answer: unknown option "stdOut"'],
    [{ stdout: 1 }, 'answer.stdout: expected string'],
    [{ kind: 'unavailable' }, 'answer.cause: expected'],
  ])('refuses %j as an answer, which no sandbox gives', async (answer, message) => {
    const sandbox = createFakeSandbox(() => answer as never);
    await expect(sandbox.run({ code: '1' })).rejects.toThrow(message);
  });

  it('rejects with the reason of a signal that its answer does not hear', async () => {
    const controller = new AbortController();
    const sandbox = createFakeSandbox(() => new Promise(() => undefined));
    const result = sandbox.run({ code: '1' }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
  });
});
