import { describe, expect, it } from 'vitest';
import { WaitingQueue } from '../../../../../src/rollout/schedule/internal/waiting-queue.js';

const session = (group: string) => ({ group, known: undefined, stepsPerToken: 1 });

/** A queue of groups, the first of which began at 0, the second at 1, ... */
function queueOf(groups: readonly string[], groupDeadlineMs: number) {
  const queue = new WaitingQueue<ReturnType<typeof session>>(groupDeadlineMs);
  groups.forEach((group, now) => {
    const one = session(group);
    queue.join(one, now);
    queue.push(one);
  });
  return queue;
}

const means = new Map([
  ['short', 10],
  ['middle', 100],
  ['long', 1000],
]);
const groupMean = (group: string) => means.get(group)!;

describe('the queue of what waits', () => {
  it('gives the longest that fits', () => {
    const queue = queueOf(['long', 'short', 'middle'], Infinity);
    queue.sort(groupMean, 0);
    expect(queue.takeLongest(({ group }) => group !== 'long')?.group).toBe('middle');
    expect(queue.takeLongest(() => true)?.group).toBe('long');
    expect(queue.takeLongest(() => false)).toBeUndefined();
    expect(queue.length).toBe(1);
  });

  it('gives what is past its deadline first, even where lengths are known', () => {
    const queue = queueOf(['short', 'long', 'middle'], 5);
    queue.sort(groupMean, 5.5);
    expect([1, 2, 3].map(() => queue.takeLongest(() => true)?.group)).toEqual(['short', 'long', 'middle']);
  });

  it('lets nothing pass what is overdue and does not fit, from the moment that it is', () => {
    const queue = queueOf(['short', 'long', 'middle'], 100);
    queue.sort(groupMean, 3);
    const isNotShort = ({ group }: { group: string }) => group !== 'short';
    expect(queue.takeLongest(isNotShort)?.group).toBe('long');
    queue.sort(groupMean, 100.5);
    expect(queue.takeLongest(isNotShort)).toBeUndefined();
    expect(queue.takeLongest(() => true)?.group).toBe('short');
  });

  it('knows when the last of a group is over', () => {
    const queue = new WaitingQueue<ReturnType<typeof session>>(Infinity);
    const [one, other] = [session('a'), session('a')];
    queue.join(one, 0);
    queue.join(other, 0);
    expect([queue.part(one), queue.part(other)]).toEqual([false, true]);
  });
});
