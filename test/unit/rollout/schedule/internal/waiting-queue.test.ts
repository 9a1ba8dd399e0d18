import { describe, expect, it } from 'vitest';
import { ScheduledSession } from '../../../../../src/rollout/schedule/internal/scheduled-session.js';
import { WaitingQueue } from '../../../../../src/rollout/schedule/internal/waiting-queue.js';

const session = (group: string) =>
  new ScheduledSession({
    ...{ sessionId: `${group}/0`, group, promptTokens: 1, contextTokens: 1, maxTokens: 1, generated: () => 0 },
  });

const means = new Map([
  ['short', 10],
  ['middle', 100],
  ['long', 1000],
]);

/** A queue of groups, the first of which began at 0, the second at 1, ...; `hasEnded`: another session was there and is over. */
function queueOf(groups: readonly string[], groupDeadlineMs: number, hasEnded = true) {
  const queue = new WaitingQueue<ScheduledSession>(groupDeadlineMs, (group) => means.get(group) ?? 0);
  const other = session('other');
  queue.join(other, 0);
  if (hasEnded) queue.part(other);
  groups.forEach((group, now) => {
    const one = session(group);
    queue.join(one, now);
    queue.push(one);
  });
  return queue;
}

/** @returns The groups that are sent, of those that fit; the others are skipped. */
function sent(queue: WaitingQueue<ScheduledSession>, now: number, fits: (group: string) => boolean = () => true) {
  const groups: string[] = [];
  queue.drain(({ group }) => {
    if (!fits(group)) return 'skip';
    groups.push(group);
    return 'sent';
  }, now);
  return groups;
}

describe('the queue of what waits', () => {
  it('is in order of arrival until a session has ended, then the longest are first', () => {
    const groups = ['middle', 'short', 'long'];
    expect(sent(queueOf(groups, Infinity, false), 0)).toEqual(groups);
    const queue = queueOf(groups, Infinity);
    expect(sent(queue, 0, (group) => group !== 'long')).toEqual(['middle', 'short']);
    expect([queue.length, sent(queue, 0), queue.length]).toEqual([1, ['long'], 0]);
  });

  it('lets nothing pass what is overdue and does not fit, from the moment that it is', () => {
    const queue = queueOf(['short', 'long', 'middle'], 100);
    const isNotShort = (group: string) => group !== 'short';
    expect(sent(queue, 3, (group) => group === 'long')).toEqual(['long']);
    expect(sent(queue, 100.5, isNotShort)).toEqual([]);
    expect(sent(queue, 100.5)).toEqual(['short', 'middle']);
  });

  it('knows when the last of a group is over', () => {
    const queue = new WaitingQueue<ScheduledSession>(Infinity, () => 0);
    const [one, other] = [session('a'), session('a')];
    queue.join(one, 0);
    queue.join(other, 0);
    expect([queue.part(one), queue.promptTokens, queue.part(other), queue.promptTokens]).toEqual([false, 1, true, 0]);
  });
});
