import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Learner, PolicySnapshot, Tokenizer } from 'rstar2-agent';
import { runRecipe, type Recipe } from 'rstar2-agent/recipe';
import { createAdapterSync } from 'rstar2-agent/rollout';
import { LoraEngine } from '../unit/rollout/schedule/lora-engine.js';
import { createLedgerLearner, digest } from './fixtures/ledger-learner.js';
import { recordCount, timelessMetrics } from './killed-run.js';

const END = '<|im_end|>';
/** A token a character; the end of a turn is one. */
const characters: Tokenizer = {
  vocabularySize: 257,
  controlTokens: [END],
  encode: (text) =>
    Int32Array.from(
      text.split(END).flatMap((part, i) => [...(i === 0 ? [] : [256]), ...[...part].map((c) => c.charCodeAt(0))]),
    ),
  decode: (ids) => Array.from(ids, (id) => (id === 256 ? END : String.fromCharCode(id))).join(''),
  tokenId: (piece) => (piece === END ? 256 : piece.length === 1 ? piece.charCodeAt(0) : undefined),
};

const RECIPE: Recipe = {
  name: 'killed engines',
  stages: [
    {
      ...{ kind: 'rl', name: 'rl', promptsPerStep: 2, groupSize: 4, until: { steps: 6 } },
      ...{ sampling: { maxTokens: 40, maxTurns: 1 }, optimizer: { learningRate: 1 } },
    },
  ],
  checkpointEverySteps: 2,
};
const TURNS_PER_STEP = 16;

const problems = [0, 1, 2].map((i) => ({
  id: `p${i}`,
  prompt: [{ role: 'user' as const, content: `What is ${i}?` }],
  metadata: { groundTruth: String(i) },
}));

/** What an engine writes depends on the adapter and the seed alone; one that goes on with a turn writes the rest. */
function script(adapter: number, context: readonly number[], seed = 0): number[] {
  const said = characters.decode(context).split('assistant\n').at(-1)!;
  const digit = digest(adapter, Uint32Array.of(seed)) % 3;
  return [...characters.encode(`\\boxed{${digit}}${END}`)].slice(said.length);
}

describe('a run over engines that have a script', () => {
  let folder: string;
  let engines: LoraEngine[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'killed-engines-'));
    engines = await Promise.all([0, 1].map(() => new LoraEngine().start()));
    for (const engine of engines) engine.settings.write = script;
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.kill()));
    rmSync(folder, { recursive: true });
  });

  /** The number in each adapter that the engines have had, by its name. */
  const numbers = new Map<string, number>();

  /** A policy that adds every turn to a list, with the number of its adapter; each token must have that adapter's version, and no other. */
  function listed(snapshot: PolicySnapshot, turns: string[]): PolicySnapshot {
    return {
      ...snapshot,
      async generate(...call) {
        const generation = await snapshot.generate(...call);
        const { tokens, weightVersions } = generation;
        const versions = Array.from(tokens, (_, t) =>
          weightVersions!.filter(({ start, end }) => start <= t && t < end).map(({ version }) => version),
        );
        expect(versions).toEqual(Array.from(tokens, () => [snapshot.weightVersion]));
        turns.push(`${numbers.get(snapshot.weightVersion)}: ${characters.decode(tokens)}`);
        return generation;
      },
    };
  }

  /** Takes a run from where it is to its end, or until something breaks. */
  async function train(name: string, learner: Learner = createLedgerLearner(), signal?: AbortSignal) {
    const turns: string[] = [];
    const events: string[] = [];
    const sync = createAdapterSync({
      ...{ engines: engines.map(({ url }) => ({ url })), directory: join(folder, 'adapters', name), prefix: name },
      ...{ retryMs: 5, schedule: { retry: { retries: 50, delayMs: 1, maxDelayMs: 5 } } },
      onEvent({ kind }) {
        events.push(kind);
        for (const { adapters } of engines) for (const [adapter, number] of adapters) numbers.set(adapter, number);
      },
    });
    const trained = sync.learner(learner);
    try {
      await runRecipe(RECIPE, {
        ...{ directory: join(folder, name), seed: 'seed', tokenizer: characters, maxTokensPerPass: 100, signal },
        problems: { train: problems },
        learner: () => ({ ...trained, policy: async (call) => listed(await trained.policy(call), turns) }),
        onEvent: () => undefined,
      });
      return { turns, events };
    } catch (error) {
      return { turns, events, error: error as Error };
    } finally {
      await sync.close();
    }
  }

  /** Holds the turns of an engine in their middle, from a number of steps on. */
  function holdTurns(engine: LoraEngine, name: string, steps: number) {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const underWay = new Promise<void>((resolve) => {
      engine.settings.beforeToken = (position) => {
        if (position !== 4 || recordCount(join(folder, name)) < steps) return;
        resolve();
        return held;
      };
    });
    return { underWay, release: () => ((engine.settings.beforeToken = undefined), release()) };
  }

  /** Kept rollouts, in which an adapter's number stands for its name. */
  const keptRollouts = (name: string) =>
    readFileSync(join(folder, name, 'rollouts.jsonl'), 'utf8').replaceAll(
      /"version":"([^"]+)"/g,
      (_, version: string) => String(numbers.get(version)),
    );

  it('ends as without them after kills of an engine, the training and the server: no token is lost or learnt from twice', async () => {
    const whole = await train('whole');
    expect([whole.error, whole.turns.length]).toEqual([undefined, 6 * TURNS_PER_STEP]);
    expect(new Set(whole.turns.map((turn) => turn.split(':')[0])).size).toBe(6);

    // An engine, with turns under way in the first step; it is back in the third. The training, in the fourth: it goes on after the second.
    const training = new AbortController();
    let hold = holdTurns(engines[1]!, 'killed', 0);
    const first = train('killed', createLedgerLearner(), training.signal);
    await hold.underWay;
    await engines[1]!.kill();
    hold.release();
    hold = holdTurns(engines[0]!, 'killed', 2);
    await hold.underWay;
    await engines[1]!.start();
    const before = engines[1]!.turns;
    await expect.poll(() => engines[1]!.adapters.size).toBe(1);
    hold.release();
    hold = holdTurns(engines[0]!, 'killed', 3);
    await hold.underWay;
    await expect.poll(() => engines[1]!.turns).toBeGreaterThan(before);
    training.abort(new Error('killed'));
    hold.release();
    const { error, events, turns } = await first;
    expect(error?.message).toBe('killed');
    expect(new Set(events)).toEqual(new Set(['published', 'left-out', 'returned']));

    // The server, in the sixth step: the run goes on after the fourth.
    const second = await train(
      'killed',
      createLedgerLearner(() => recordCount(join(folder, 'killed')) < 5),
    );
    expect(second.error?.message).toContain('ECONNREFUSED');
    const third = await train('killed');
    expect(third.error).toBeUndefined();

    expect(timelessMetrics(join(folder, 'killed'))).toEqual(timelessMetrics(join(folder, 'whole')));
    expect(keptRollouts('killed')).toBe(keptRollouts('whole'));
    expect(new Set([...turns, ...second.turns, ...third.turns])).toEqual(new Set(whole.turns));
  });
});
