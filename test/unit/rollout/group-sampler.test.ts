import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../src/base/index.js';
import { sampleGroups, SamplingLimitError } from '../../../src/rollout/index.js';
import { createGroupSampler } from '../../../src/rollout/internal/index.js';
import type { GroupSamplerOptions } from '../../../src/rollout/group-sampler.js';
import { tokenizer } from './conversation.js';
import { acceptNamed, answeringPolicy, countedTasks, gate, idsOf, rolloutOf } from './sampled-groups.js';

const optionsOf = (over: Partial<GroupSamplerOptions> = {}): GroupSamplerOptions => ({
  ...{ policy: answeringPolicy(), tokenizer, maxTokens: 200, seed: 's', retry: { retries: 0 } },
  ...over,
});

const namesOf = (groups: readonly { readonly groupId: string }[]) => groups.map(({ groupId }) => groupId);

describe('sampling groups', () => {
  it('replaces what is rejected by the next prompts, and begins no more than it uses up', async () => {
    const { tasks, begun } = countedTasks();
    const accept = acceptNamed('g1', 'g2', 'g5');
    const { groups, accepted } = await sampleGroups(tasks, { ...optionsOf({ accept }), groups: 3 });
    expect([namesOf(groups), accepted]).toEqual([['g0', 'g1', 'g2', 'g3', 'g4', 'g5'], 3]);
    expect(begun).toEqual(namesOf(groups));
    expect(groups.map(({ verdict }) => verdict.kind === 'rejected' && verdict.cause)).toEqual([
      ...['solved', false, false, 'solved', 'solved', false],
    ]);
    expect(idsOf(groups[1]!.rollouts)).toEqual(['g1/0', 'g1/1']);
    expect(groups[1]!.rollouts[1]!.turns[0]!.text).toBe('answer s/g1/1/0');
  });

  it('tells what failed first where the tasks cannot clean up either', async () => {
    const { tasks } = countedTasks();
    const inner = tasks[Symbol.iterator]();
    const cleanUp = () => {
      throw new Error('cleanup');
    };
    const untidy = { [Symbol.iterator]: () => ({ next: () => inner.next(), return: cleanUp }) };
    const accept = () => {
      throw new Error('accept');
    };
    const sampler = createGroupSampler(untidy, optionsOf({ accept }));
    await expect(sampler.take(1)).rejects.toThrow('accept');
    await sampler.close();
  });

  it('goes on with the tasks behind those that were taken, in their order whatever ends first', async () => {
    const slow = gate();
    const policy = answeringPolicy((turn) => (rolloutOf(turn).groupId === 'g0' ? slow.opened : undefined));
    const { tasks } = countedTasks();
    const sampler = createGroupSampler(tasks, optionsOf({ policy }));
    const first = sampler.take(2);
    setTimeout(slow.open, 5);
    expect(namesOf((await first).groups)).toEqual(['g0', 'g1']);
    expect(namesOf((await sampler.take(1)).groups)).toEqual(['g2']);
    await sampler.close();
  });

  it('gives scores to accept, and keeps them on the rollouts', async () => {
    const { tasks } = countedTasks();
    const { groups } = await sampleGroups(tasks, {
      ...optionsOf({
        score: (rollouts, { groupId }) => Promise.resolve(rollouts.map((_, i) => (groupId === 'g0' ? 1 : i))),
        accept: (rollouts) =>
          rollouts[0]!.reward === rollouts[1]!.reward ? { kind: 'rejected', cause: 'equal' } : { kind: 'accepted' },
      }),
      groups: 1,
    });
    expect(groups.map(({ rollouts }) => rollouts.map(({ reward }) => reward))).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });

  it('ends at the limit with an error that counts the causes, and says what the machine broke', async () => {
    const { tasks, begun } = countedTasks();
    const policy = answeringPolicy((turn) => {
      const { groupId, index } = rolloutOf(turn);
      if (groupId === 'g3' && index === 1) throw new PolicyError('the engine is gone');
    });
    const failed = sampleGroups(tasks, {
      ...optionsOf({ policy, accept: acceptNamed('g1'), maxBatches: 3 }),
      groups: 2,
    });
    await expect(failed).rejects.toThrow(
      'expected 2 accepted groups, got 1 of 6 (limit of options.maxBatches); rejected: 4 solved, 1 failed; rollout g3/1 failed: the engine is gone',
    );
    const error = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SamplingLimitError);
    expect(error).toMatchObject({
      wanted: 2,
      accepted: 1,
      rejected: { solved: 4, failed: 1 },
      cause: { source: 'policy' },
    });
    expect(begun).toHaveLength(6);
  });

  it('gives what there is at the limit, and at the end of the tasks, where it is told to', async () => {
    const options = optionsOf({ accept: acceptNamed('g1'), maxBatches: 3, atLimit: 'partial' });
    const limited = await sampleGroups(countedTasks().tasks, { ...options, groups: 2 });
    expect([limited.groups.length, limited.accepted]).toEqual([6, 1]);
    const ended = await sampleGroups(countedTasks({}, 4).tasks, { ...options, groups: 2 });
    expect([ended.groups.length, ended.accepted]).toEqual([4, 1]);
    await expect(sampleGroups(countedTasks({}, 4).tasks, { ...options, atLimit: 'error', groups: 2 })).rejects.toThrow(
      'got 1 of 4 (all groups)',
    );
  });

  it('has as many groups ahead as it is told, and no more', async () => {
    const { tasks, begun } = countedTasks();
    const sampler = createGroupSampler(tasks, optionsOf());
    expect(begun).toEqual([]);
    await sampler.take(2, 3);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(begun).toHaveLength(5);
    expect(namesOf((await sampler.take(2, 0)).groups)).toEqual(['g2', 'g3']);
    await sampler.take(1);
    expect(begun).toHaveLength(5);
    await sampler.close();
  });

  it('begins anew what a batch at its limit left behind for longer than it was begun for', async () => {
    const { tasks, begun } = countedTasks();
    const { opened, open } = gate();
    const drawn: string[] = [];
    const policy = answeringPolicy((turn) => {
      const { groupId } = rolloutOf(turn);
      drawn.push(groupId);
      // It is under way until it is cut.
      if (groupId === 'g6' && drawn.filter((name) => name === 'g6').length <= 2) return opened;
    });
    const accept = acceptNamed('g3', 'g4', 'g5', 'g6', 'g7', 'g8');
    const options = optionsOf({ policy, accept, maxBatches: 2, atLimit: 'partial' });
    const sampler = createGroupSampler(tasks, options);
    const took = async () => {
      const { groups, accepted } = await sampler.take(2, 2);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [namesOf(groups), accepted];
    };
    expect(await took()).toEqual([['g0', 'g1', 'g2', 'g3'], 1]);
    expect(begun).toContain('g6');
    expect(await took()).toEqual([['g4', 'g5'], 2]);
    expect(drawn.filter((name) => name === 'g6')).toHaveLength(2);
    expect(await took()).toEqual([['g6', 'g7'], 2]);
    expect(drawn.filter((name) => name === 'g6')).toHaveLength(4);
    open();
    await sampler.close();
    expect(new Set(policy.endedSessions).size).toBe(policy.requests.length);
  });

  it('ends everything when it is cancelled or closed, and releases the tasks', async () => {
    const controller = new AbortController();
    for (const end of ['abort', 'close'] as const) {
      const { opened } = gate();
      const policy = answeringPolicy(() => opened);
      let returned = 0;
      const endless = countedTasks().tasks;
      const tasks = {
        [Symbol.iterator]: () => ({
          next: () => endless.next(),
          return: () => ({ done: true as const, value: ++returned }),
        }),
      };
      const sampler = createGroupSampler(tasks, optionsOf({ policy, signal: controller.signal }));
      const taken = sampler.take(2, 1);
      const refused = expect(taken).rejects.toThrow(end === 'abort' ? 'enough of it' : 'the group sampler is closed');
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (end === 'close') await sampler.close();
      else controller.abort(new Error('enough of it'));
      await refused;
      expect([policy.requests.length, policy.endedSessions.length, returned]).toEqual([6, 6, 1]);
      await expect(sampler.take(1)).rejects.toThrow();
      await sampler.close();
      if (end === 'abort') break;
    }
  });

  it('hands on what is a mistake, to every later call too', async () => {
    const { opened, open } = gate();
    const policy = answeringPolicy(async (turn) => {
      if (rolloutOf(turn).groupId !== 'g2') return;
      await opened;
      throw new TypeError('undefined is no function');
    });
    const sampler = createGroupSampler(countedTasks().tasks, optionsOf({ policy }));
    await sampler.take(2, 1);
    open();
    await expect(sampler.take(1)).rejects.toThrow('undefined is no function');
    await expect(sampler.take(1)).rejects.toThrow('undefined is no function');
    await sampler.close();
    expect(policy.endedSessions).toHaveLength(policy.requests.length);
  });

  it('refuses bad options, tasks, verdicts and counts by name', async () => {
    const tasks = () => countedTasks().tasks;
    expect(() => createGroupSampler(tasks(), optionsOf({ maxBatches: 0 }))).toThrow('options.maxBatches: expected');
    const twice = [0, 1].map(() => ({ groupId: 'a', prompt: [{ role: 'user' as const, content: 'x' }], samples: 1 }));
    await expect(sampleGroups(twice, { ...optionsOf(), groups: 2 })).rejects.toThrow(
      'tasks.1.groupId: expected a unique name, got "a" twice',
    );
    const accept = (() => true) as unknown as GroupSamplerOptions['accept'];
    await expect(sampleGroups(tasks(), { ...optionsOf({ accept }), groups: 1 })).rejects.toThrow(
      'options.accept: expected a verdict of kind accepted or rejected, got true',
    );
    const sampler = createGroupSampler(tasks(), optionsOf());
    await expect(sampler.take(0)).rejects.toThrow('count: expected an integer of at least 1, got 0');
    await expect(sampler.take(1, -1)).rejects.toThrow('ahead: expected an integer of at least 0, got -1');
    const first = sampler.take(1);
    await expect(sampler.take(1)).rejects.toThrow('take: expected the previous take to have ended');
    expect((await first).accepted).toBe(1);
    await sampler.close();
  });
});
