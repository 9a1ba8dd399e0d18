import { describe, expect, it } from 'vitest';
import { Sessions } from '../../../../../src/tinker/server/internal/sessions.js';

/** Sessions that live for 20 s, which are swept by a clock that the test sets. */
function opened() {
  const sessions = new Sessions({ maxSessions: 2, sessionTtlMs: 20_000 });
  const { id } = sessions.create();
  const startMs = Date.now();
  const sweep = (atMs: number, isBusy = false) => sessions.sweep(() => isBusy, startMs + atMs);
  return { sessions, id, sweep };
}

describe('the life of a session', () => {
  it('ends when nothing was heard for long', () => {
    const { sessions, id, sweep } = opened();
    for (const seconds of [5, 10, 15, 20]) expect(sweep(1000 * seconds)).toEqual([]);
    expect(sweep(25_000)).toEqual([id]);
    expect(() => sessions.require(id)).toThrow('is not open');
  });

  it('does not count the time that the process was stopped', () => {
    const { id, sweep } = opened();
    expect(sweep(5000)).toEqual([]);
    expect(sweep(3_600_000)).toEqual([]);
    for (const seconds of [5, 10]) expect(sweep(3_600_000 + 1000 * seconds)).toEqual([]);
    expect(sweep(3_615_000)).toEqual([id]);
  });

  it('goes on while one of its requests is under way', () => {
    const { sweep } = opened();
    for (let seconds = 5; seconds <= 100; seconds += 5) expect(sweep(1000 * seconds, true)).toEqual([]);
  });

  it('is refused beyond the limit', () => {
    const { sessions } = opened();
    sessions.create();
    expect(() => sessions.create()).toThrow('2 sessions of this key are open, the maximum');
  });
});
