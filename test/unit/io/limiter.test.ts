import { expect, it } from 'vitest';
import { limitConcurrency } from '../../../src/io/index.js';

it('runs tasks in the order they came, and passes over one that was aborted while it waited', async () => {
  const limit = limitConcurrency(1);
  const started: number[] = [];
  let finish: () => void = () => {};
  const first = limit(() => {
    started.push(0);
    return new Promise<void>((resolve) => (finish = resolve));
  });
  const controller = new AbortController();
  const [second, third] = [controller.signal, undefined].map((signal, i) =>
    limit(() => Promise.resolve(started.push(i + 1)), signal),
  );
  controller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  finish();
  await Promise.all([first, third]);
  expect(started).toEqual([0, 2]);
});

it('gives the place on when a task is aborted at the moment it is let in, or fails', async () => {
  const limit = limitConcurrency(1);
  const controller = new AbortController();
  const first = limit(() => {
    controller.abort(new Error('enough'));
    return Promise.reject(new Error('failed'));
  });
  const second = limit(() => Promise.resolve(2), controller.signal);
  const third = limit(() => Promise.resolve(3));
  await expect(first).rejects.toThrow('failed');
  await expect(second).rejects.toThrow('enough');
  expect(await third).toBe(3);
});
