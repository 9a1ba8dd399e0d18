import { PolicyError, type GenerateRequest, type Policy } from '../../base/index.js';
import { equal, rejection, truth } from './conformance.js';
import { makeBatch, oneLearner, same, train, withLearners, type LearnerConformanceCase } from './learner-under-test.js';

/** What a snapshot says, drawn and at temperature 0. */
async function speak(policy: Policy): Promise<number[]> {
  const said = await Promise.all(
    [0, 1].map((temperature) => policy.generate(request({ sampling: { ...SAMPLING, temperature } }))),
  );
  truth(
    said.every(({ tokens, logprobs }) => tokens.length > 0 && logprobs.length === tokens.length),
    'expected tokens, and a logprob of each',
  );
  return said.flatMap(({ tokens, logprobs }) => [...tokens, ...logprobs]);
}

const SAMPLING = { maxTokens: 8, stopTokens: [], seed: 'conformance' };

function request(changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return { tokens: makeBatch().tokens.slice(0, 3), sampling: SAMPLING, ...changes };
}

/** Policies that a learner gives away. */
export const SNAPSHOT_CASES: readonly LearnerConformanceCase[] = [
  oneLearner('gives a snapshot that says the same after ten more steps', ['exact'], async (learner) => {
    await train(learner, 1);
    const snapshot = await learner.policy();
    const before = await speak(snapshot);
    await train(learner, 10, 1);
    same(await speak(snapshot), before, 0, 'what the snapshot says');
    const later = await learner.policy();
    const after = await speak(later);
    truth(after.join() !== before.join(), 'expected a later snapshot to say something else');
    await snapshot.close();
    same(await speak(later), after, 0, 'what the later snapshot says once the first is closed');
    await later.close();
  }),
  oneLearner('gives logprobs that the learner agrees with', [], async (learner) => {
    await train(learner, 1);
    const snapshot = await learner.policy();
    const { tokens: prompt, ...rest } = request();
    const { tokens, logprobs } = await snapshot.generate({ tokens: prompt, ...rest });
    truth(tokens.length > 0, 'expected at least one token');
    await snapshot.close();
    const ids = Int32Array.of(...prompt, ...tokens);
    const zeros = new Float32Array(ids.length);
    const responseMask = Uint8Array.from(ids, (_, t) => Number(t >= prompt.length));
    const given = await learner.logprobs({
      tokens: ids,
      offsets: Int32Array.of(0, ids.length),
      rollouts: Int32Array.of(0),
      responseMask,
      oldLogprobs: zeros,
      advantages: zeros,
      lossWeights: zeros,
      temperature: 1,
    });
    same(given.subarray(prompt.length), logprobs, 1e-2, 'logprobs');
  }),
  {
    name: 'keeps snapshots past the end of their learner',
    needs: ['exact'],
    run: async (engine) => {
      const snapshot = await withLearners(engine, 1, async (learner) => {
        await train(learner, 1);
        const policy = await learner.policy();
        return { policy, before: await speak(policy) };
      });
      same(await speak(snapshot.policy), snapshot.before, 0, 'what the snapshot says');
      await snapshot.policy.close();
    },
  },
  oneLearner('names the weights of every token, and other weights otherwise', [], async (learner) => {
    const first = await learner.policy();
    const { tokens, weightVersions } = await first.generate(request());
    equal(weightVersions, [{ version: first.weightVersion, start: 0, end: tokens.length }]);
    await train(learner, 1);
    const second = await learner.policy();
    truth(second.weightVersion !== first.weightVersion, `both versions are ${first.weightVersion}`);
    await Promise.all([first.close(), second.close()]);
  }),
  oneLearner(
    'rejects with a PolicyError once a snapshot is closed, under way or not; closing again does nothing',
    [],
    async (learner) => {
      const snapshot = await learner.policy();
      const underWay = rejection(snapshot.generate(request({ sampling: { ...SAMPLING, maxTokens: 16 } })));
      await snapshot.close();
      await snapshot.close();
      for (const error of [await underWay, await rejection(snapshot.generate(request()))])
        truth(error instanceof PolicyError, `expected a PolicyError, got ${String(error)}`);
    },
  ),
];
