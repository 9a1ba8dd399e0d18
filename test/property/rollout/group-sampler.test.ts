import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PolicyError, Random, type PolicySnapshot, type Rollout } from '../../../src/base/index.js';
import { runRollouts, type RolloutTask } from '../../../src/rollout/index.js';
import {
  createGroupSampler,
  type SampledGroup,
  createSwitchingPolicy,
  type AcceptGroup,
} from '../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { callText, okTool, tokenizer } from '../../unit/rollout/conversation.js';
import { randomTicks } from '../../unit/rollout/sampled-groups.js';

const LINES = [callText('python', { code: '1' }), callText('nope', {}) + callText('python', 2), 'hm', '\\boxed{42}'];

interface Case {
  readonly tasks: number;
  readonly samples: number;
  readonly overProvision: number;
  readonly takes: readonly { readonly count: number; readonly ahead: number }[];
  readonly maxBatches: number;
  readonly failures: number;
  readonly accepted: number;
  readonly seed: number;
}

const cases = fc.record<Case>({
  tasks: fc.integer({ min: 0, max: 14 }),
  samples: fc.integer({ min: 1, max: 3 }),
  overProvision: fc.integer({ min: 0, max: 2 }),
  takes: fc.array(fc.record({ count: fc.integer({ min: 1, max: 4 }), ahead: fc.integer({ min: 0, max: 4 }) }), {
    maxLength: 4,
  }),
  maxBatches: fc.integer({ min: 1, max: 3 }),
  failures: fc.constantFrom(0, 0, 0.1),
  accepted: fc.constantFrom(0.2, 0.7, 1),
  seed: fc.nat(),
});

function tasksOf({ tasks, samples, overProvision }: Case): RolloutTask[] {
  return Array.from({ length: tasks }, (_, i) => ({
    ...{ groupId: `g${i}`, prompt: [{ role: 'user', content: `number ${i}` }], samples, overProvision },
  }));
}

/** A policy whose turns and failures depend on the seed of the request alone, after a random time. */
function randomPolicy({ failures }: Case, delays: Random, logprob = -0.5) {
  return createScriptedPolicy({
    tokenizer,
    logprob,
    script: async ({ request }) => {
      await randomTicks(delays);
      const random = new Random(`${request.sampling.seed}/line`);
      if (random.next() < failures) throw new PolicyError('broken');
      return random.pick(LINES);
    },
  });
}

function judge({ accepted, seed }: Case): AcceptGroup {
  return ([rollout]) =>
    new Random(`${seed}/${rollout!.groupId}`).next() < accepted
      ? { kind: 'accepted' }
      : { kind: 'rejected', cause: 'unlucky' };
}

const budgets = { maxTokens: 260, maxTurns: 3, retry: { retries: 0 } };
const plainOptions = (one: Case, policy: ReturnType<typeof randomPolicy>) => ({
  ...{ policy, tokenizer, tools: [okTool()], seed: one.seed, ...budgets },
});
const optionsOf = (one: Case, policy: ReturnType<typeof randomPolicy>) => ({
  ...plainOptions(one, policy),
  ...{ accept: judge(one), maxBatches: one.maxBatches, atLimit: 'partial' as const },
});

async function takeAll(one: Case, timing: string) {
  const policy = randomPolicy(one, new Random(timing));
  const sampler = createGroupSampler(tasksOf(one), optionsOf(one, policy));
  const batches: { readonly groups: readonly SampledGroup[]; readonly accepted: number }[] = [];
  for (const { count, ahead } of one.takes) batches.push(await sampler.take(count, ahead));
  await sampler.close();
  return { policy, batches };
}

function aligned({ turns, tokens }: Rollout): void {
  const { ids, logprobs, responseMask, promptLength, weightVersions } = tokens!;
  expect([logprobs.length, responseMask.length]).toEqual([ids.length, ids.length]);
  expect(ids.length - promptLength).toBeLessThanOrEqual(budgets.maxTokens);
  expect(turns.length).toBeLessThanOrEqual(budgets.maxTurns);
  expect(Uint8Array.from(logprobs, (logprob) => Number(logprob !== 0))).toEqual(responseMask);
  if (weightVersions === undefined) return;
  // A version's number is its logprob.
  const drawn = new Float32Array(ids.length);
  for (const { version, start, end } of weightVersions) drawn.fill(-Number(version), start, end);
  expect(drawn).toEqual(logprobs);
}

describe('sampling groups', () => {
  it('gives each group once, in order, with an outcome for every rollout, and ends every session', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { policy, batches } = await takeAll(one, 'a');
        const groups = batches.flatMap((batch) => batch.groups);
        expect(groups.map(({ groupId }) => groupId)).toEqual(
          tasksOf(one)
            .slice(0, groups.length)
            .map((t) => t.groupId),
        );
        const names = Array.from({ length: one.samples + one.overProvision }, (_, i) => i);
        for (const { groupId, rollouts, failed, verdict } of groups) {
          const ids = [...rollouts, ...failed].map(({ id }) => id).sort();
          expect(ids).toEqual(names.map((i) => `${groupId}/${i}`));
          expect(rollouts.length).toBeLessThanOrEqual(one.samples);
          if (verdict.kind === 'accepted') expect(rollouts).toHaveLength(one.samples);
          rollouts.forEach(aligned);
        }
        batches.forEach(({ groups: taken, accepted }, i) => {
          const { count } = one.takes[i]!;
          expect(accepted).toBe(taken.filter(({ verdict }) => verdict.kind === 'accepted').length);
          expect([accepted <= count, taken.length <= one.maxBatches * count]).toEqual([true, true]);
          if (accepted === count) expect(taken.at(-1)!.verdict.kind).toBe('accepted');
        });
        const sessions = new Set(policy.requests.map(({ sessionId }) => sessionId!));
        expect(new Set(policy.endedSessions).size).toBe(policy.endedSessions.length);
        for (const session of sessions) expect(policy.endedSessions).toContain(session);
      }),
      { numRuns: 80 },
    );
  });

  it('takes the same groups, with the same tokens, whatever ends first; each as if it were rolled out alone', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (whole) => {
        const one = { ...whole, overProvision: 0 };
        const told = ({ batches }: Awaited<ReturnType<typeof takeAll>>) =>
          batches.map(({ groups }) => groups.map(({ rollouts, verdict }) => ({ rollouts, verdict })));
        const [first, second] = [told(await takeAll(one, 'a')), told(await takeAll(one, 'b'))];
        expect(second).toEqual(first);
        const taken = first.flat();
        const options = plainOptions(one, randomPolicy(one, new Random('c')));
        const alone = await runRollouts(tasksOf(one).slice(0, taken.length), options);
        expect(taken.flatMap(({ rollouts }) => rollouts)).toEqual(
          alone.flatMap((outcome) => (outcome.kind === 'completed' ? outcome.rollout : [])),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('has no more groups under way or accepted and waiting than it was told, and reads no further', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        let [read, taken, room, settled] = [0, 0, 0, 0];
        const policy = randomPolicy({ ...one, failures: 0 }, new Random('a'));
        const accept = judge(one);
        function* counted() {
          for (const task of tasksOf(one)) {
            read++;
            expect(read - settled).toBeLessThanOrEqual(room);
            expect(read - taken).toBeLessThanOrEqual(one.maxBatches * room);
            yield task;
          }
        }
        const sampler = createGroupSampler(counted(), {
          ...optionsOf(one, policy),
          accept: (rollouts) => {
            const verdict = accept(rollouts);
            if (verdict.kind === 'rejected') settled++;
            return verdict;
          },
        });
        for (const { count, ahead } of one.takes) {
          room = count + ahead;
          const batch = await sampler.take(count, ahead);
          taken += batch.groups.length;
          settled += batch.accepted;
          room = ahead;
        }
        await sampler.close();
        expect(read).toBeGreaterThanOrEqual(taken);
      }),
      { numRuns: 80 },
    );
  });

  it('gives nothing that older weights drew than it was told, where batches end at their limit too', async () => {
    await fc.assert(
      fc.asyncProperty(
        cases,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        async (whole, count, steps) => {
          const one = { ...whole, tasks: 60 };
          const delays = new Random('a');
          const versioned = (version: number): PolicySnapshot => ({
            ...randomPolicy(one, delays),
            weightVersion: String(version),
            close: () => Promise.resolve(),
          });
          const policy = createSwitchingPolicy(versioned(1));
          const sampler = createGroupSampler(tasksOf(one), { ...optionsOf(one, randomPolicy(one, delays)), policy });
          const names: string[] = [];
          for (let step = 1; step <= 8; step++) {
            policy.switchTo(versioned(step));
            const { groups } = await sampler.take(count, steps * count);
            names.push(...groups.map(({ groupId }) => groupId));
            for (const { rollouts, verdict } of groups)
              for (const { tokens } of verdict.kind === 'accepted' ? rollouts : [])
                for (const { version } of tokens!.weightVersions!)
                  expect(step - Number(version)).toBeLessThanOrEqual(steps);
            for (let i = 0; i < 6; i++) await randomTicks(delays);
          }
          await sampler.close();
          expect(names).toEqual(
            tasksOf(one)
              .slice(0, names.length)
              .map((task) => task.groupId),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has versions, logprobs and masks in line when weights change at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const delays = new Random('a');
        const versioned = (version: number): PolicySnapshot => ({
          ...randomPolicy(one, delays, -version),
          weightVersion: String(version),
          close: () => Promise.resolve(),
        });
        const policy = createSwitchingPolicy(versioned(1));
        let version = 1;
        const sampler = createGroupSampler(tasksOf(one), {
          ...{ policy, tokenizer, tools: [okTool()], seed: one.seed, ...budgets, atLimit: 'partial' as const },
          maxBatches: one.maxBatches,
          onEvent: ({ kind }) => {
            if (kind !== 'turn' || delays.next() < 0.7) return;
            policy.switchTo(versioned(++version));
          },
        });
        for (const { count, ahead } of one.takes)
          for (const { rollouts } of (await sampler.take(count, ahead)).groups) rollouts.forEach(aligned);
        await sampler.close();
        await policy.close();
      }),
      { numRuns: 40 },
    );
  });

  it('leaves nothing behind when it is cancelled at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.integer({ min: 0, max: 150 }), async (one, ticks) => {
        const controller = new AbortController();
        const policy = randomPolicy({ ...one, failures: 0 }, new Random('a'));
        const sampler = createGroupSampler(tasksOf(one), { ...optionsOf(one, policy), signal: controller.signal });
        const reason = new Error('enough of it');
        const run = (async () => {
          for (const { count, ahead } of one.takes) await sampler.take(count, ahead);
        })().catch((error: unknown) => error);
        for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
        controller.abort(reason);
        expect([undefined, reason]).toContain(await run);
        await sampler.close();
        const begun = new Set(policy.requests.map(({ sessionId }) => sessionId!));
        for (const session of begun) expect(policy.endedSessions).toContain(session);
        const { length } = policy.requests;
        for (let tick = 0; tick < 30; tick++) await Promise.resolve();
        expect(policy.requests).toHaveLength(length);
      }),
      { numRuns: 80 },
    );
  });
});
