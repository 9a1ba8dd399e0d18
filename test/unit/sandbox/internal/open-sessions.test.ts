import { describe, expect, it } from 'vitest';
import type { SandboxResult } from '../../../../src/base/index.js';
import { OpenSessions } from '../../../../src/sandbox/internal/open-sessions.js';
import type { CellOptions } from '../../../../src/sandbox/internal/open-sessions.js';
import { SessionLost } from '../../../../src/sandbox/internal/unavailable.js';
import { waitFor } from '../../../integration/sandbox-redis/redis-server.js';
import { createCountingSandbox, valueOf } from '../counting-sandbox.js';

const mine = (signal = new AbortController().signal): CellOptions => ({ owner: 'me', signal });

function hold(more: { maxSessions?: number; idleMs?: number } = {}) {
  const sandbox = createCountingSandbox();
  const inSlot = (work: () => Promise<SandboxResult>) => work();
  const sessions = new OpenSessions({ sandbox, maxSessions: 3, idleMs: 60_000, inSlot, ...more });
  const begin = async (code = 'a') => (await sessions.begin({ code }, mine())).place!;
  const next = async (id: string, number: number, code = 'a') =>
    valueOf(await sessions.next(id, number, { code }, mine()));
  return { sandbox, sessions, begin, next };
}

describe('OpenSessions', () => {
  it('keeps each session under an id of its own', async () => {
    const { sessions, begin, next } = hold();
    const [one, other] = [await begin(), await begin()];
    expect(one).toMatch(/^[\w-]{32}$/);
    expect(other).not.toBe(one);
    expect([await next(one, 2), await next(one, 3), await next(other, 2)]).toEqual(['2', '3', '2']);
    expect(sessions.size).toBe(2);
  });

  it('is lost to whoever has not opened it, to everybody once it is ended, and after close', async () => {
    const { sandbox, sessions, begin, next } = hold();
    const id = await begin();
    const stranger = { ...mine(), owner: 'you' };
    await expect(sessions.next(id, 2, { code: '' }, stranger)).rejects.toThrow(SessionLost);
    await sessions.end(id, 'you');
    expect(await next(id, 2)).toBe('2');
    await sessions.end(id, 'me');
    await expect(next(id, 3)).rejects.toThrow(SessionLost);
    const last = await begin();
    await sessions.close();
    await expect(next(last, 2)).rejects.toThrow(SessionLost);
    expect(sandbox.alive).toBe(0);
  });

  it('leaves no interpreter of a session that was opened while all were closed', async () => {
    const { sandbox, sessions } = hold();
    const beginning = sessions.begin({ code: 'a' }, mine());
    await sessions.close();
    expect((await beginning).result).toMatchObject({ kind: 'unavailable' });
    expect(sandbox.alive).toBe(0);
  });

  it('opens as many as may be, and more when one is closed', async () => {
    const { sandbox, sessions, begin } = hold({ maxSessions: 1 });
    const id = await begin();
    expect((await sessions.begin({ code: 'a' }, mine())).result).toMatchObject({
      kind: 'unavailable',
      cause: { retryable: true },
    });
    expect(sandbox.started).toBe(1);
    await sessions.end(id, 'me');
    expect(await begin()).toBeDefined();
  });

  it('runs a cell once that is asked for twice, be it done or on its way', async () => {
    const { sandbox, begin, next } = hold();
    const id = await begin();
    expect([await next(id, 2), await next(id, 2)]).toEqual(['2', '2']);
    const both = [next(id, 3, 'wait'), next(id, 3, 'wait')];
    await waitFor(() => sandbox.cells.includes('wait'));
    sandbox.letGo();
    expect(await Promise.all(both)).toEqual(['3', '3']);
    expect(await next(id, 2)).toContain('unavailable');
    expect(sandbox.cells).toEqual(['a', 'a', 'wait']);
  });

  it('runs a cell again that came to nothing', async () => {
    const { begin, next } = hold();
    const id = await begin();
    expect(await next(id, 2, 'down')).toBe('unavailable: no disk');
    expect(await next(id, 2)).toBe('2');
  });

  it('opens none whose first cell comes to nothing or is cancelled', async () => {
    const { sandbox, sessions } = hold();
    expect(await sessions.begin({ code: 'down' }, mine())).toMatchObject({ result: { kind: 'unavailable' } });
    const abort = new AbortController();
    const begun = sessions.begin({ code: 'wait' }, mine(abort.signal));
    await waitFor(() => sandbox.cells.includes('wait'));
    abort.abort(new Error('enough'));
    await expect(begun).rejects.toThrow('enough');
    expect([sandbox.alive, sessions.size]).toEqual([0, 0]);
  });

  it('says that a cell was cancelled when it is asked for again, and goes on', async () => {
    const { sandbox, sessions, begin, next } = hold();
    const id = await begin();
    const abort = new AbortController();
    const cell = sessions.next(id, 2, { code: 'wait' }, mine(abort.signal));
    await waitFor(() => sandbox.cells.includes('wait'));
    abort.abort(new Error('enough'));
    await expect(cell).rejects.toThrow('enough');
    expect(await next(id, 2, 'wait')).toBe('unavailable: the cell was cancelled');
    expect(await next(id, 3)).toBe('3');
  });

  it('ends a session that nobody uses, but not while a cell runs', async () => {
    const { sandbox, sessions, begin, next } = hold({ idleMs: 50 });
    const id = await begin();
    const cell = next(id, 2, 'wait');
    await waitFor(() => sandbox.cells.includes('wait'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(sessions.size).toBe(1);
    sandbox.letGo();
    await cell;
    await waitFor(() => sandbox.alive === 0);
    await expect(next(id, 3)).rejects.toThrow(SessionLost);
  });

  it('does not let cells grow without end', async () => {
    const { begin, next } = hold();
    const id = await begin();
    const long = ' '.repeat(6 * 1024 * 1024);
    expect([await next(id, 2, long), await next(id, 3, long)]).toEqual(['2', '3']);
    expect(await next(id, 4, long)).toBe("unavailable: the session's cells are too long");
    expect(await next(id, 4)).toBe('4');
  });
});
