import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MetricRecord } from '../../../../src/base/index.js';
import {
  describeRunEvent,
  removeRun,
  runRecipe,
  RunError,
  type Recipe,
  type RunEvent,
  type RunOptions,
} from '../../../../src/recipe/index.js';
import { isWarning } from '../../../../src/recipe/run/run-options.js';
import { named, recordSpans } from '../../recorded-spans.js';
import { characters, createFakeLearner, problemsNamed } from '../fake-learner.js';

const exporter = recordSpans();

const optimizer = { learningRate: 0.01 };
const rl = {
  kind: 'rl',
  promptsPerStep: 4,
  groupSize: 2,
  sampling: { maxTokens: 40 },
  optimizer,
  until: { steps: 4 },
} as const;
const sequences = Array.from({ length: 5 }, (_, i) => ({
  tokens: Int32Array.of(1, 2, i),
  mask: Uint8Array.of(0, 1, 1),
}));

const THREE_STAGES: Recipe = {
  name: 'three stages',
  stages: [
    { kind: 'sft', name: 'sft', epochs: 2, batchSize: 2, optimizer },
    { ...rl, name: 'rl', start: { optimizer: 'keep' } },
    { ...rl, name: 'hard', filter: { samples: 3, among: 8 }, order: 'easy-first', until: { steps: 3 } },
  ],
  evaluation: { everySteps: 2, samples: 2 },
  checkpointEverySteps: 2,
};

let folder: string;
let count = 0;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'run-recipe-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function optionsOf(over: Omit<Partial<RunOptions>, 'directory'> = {}): RunOptions & { readonly directory: string } {
  return {
    directory: join(folder, String(count++)),
    seed: 'seed',
    learner: () => createFakeLearner(),
    tokenizer: characters,
    problems: { train: problemsNamed('train', 12), test: problemsNamed('test', 6) },
    demonstrations: { demonstrations: sequences },
    maxTokensPerPass: 1000,
    ...over,
  };
}

/** Records without what a clock measured. */
function timeless(records: readonly MetricRecord[]): object[] {
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !/seconds|PerSecond/i.test(name))),
  );
}

const placesOf = (records: readonly MetricRecord[]) =>
  records.map(({ stage, step, after }) => `${stage === 'eval' ? `eval after ${after}` : stage} ${step}`);

describe('a run by a recipe', () => {
  it('traces every rollout that it makes: to measure problems, to learn from and to evaluate', async () => {
    let rollouts = 0;
    await runRecipe(THREE_STAGES, optionsOf({ tracing: {}, onRollout: () => (rollouts += 1) }));
    expect(rollouts).toBeGreaterThan(0);
    expect(named(exporter.getFinishedSpans(), 'invoke_agent')).toHaveLength(rollouts);
  });

  it('goes through its stages, measured on held-out problems on the way, and keeps what it did', async () => {
    const events: RunEvent[] = [];
    const forwarded: MetricRecord[] = [];
    let closed = 0;
    const calls: string[] = [];
    const options = optionsOf({
      learner: () => createFakeLearner({}, { calls }),
      sinks: (earlier) => {
        expect(earlier).toEqual([]);
        return [{ append: (...records) => void forwarded.push(...records), close: () => void closed++ }];
      },
      onEvent: (event) => events.push(event),
    });
    const { kind, position, stageEnds, records, checkpoint, best } = await runRecipe(THREE_STAGES, options);
    expect([kind, position]).toEqual(['finished', { stage: 'hard', step: 3 }]);
    expect(stageEnds).toEqual([
      { stage: 'sft', step: 5, reason: 'steps' },
      { stage: 'rl', step: 4, reason: 'steps' },
      { stage: 'hard', step: 3, reason: 'steps' },
    ]);
    expect(JSON.parse(readFileSync(join(options.directory, 'stages.json'), 'utf8'))).toEqual(stageEnds);
    expect(placesOf(records)).toEqual([
      ...['sft 1', 'sft 2', 'sft 3', 'sft 4', 'sft 5', 'eval after sft 5'],
      ...['rl 1', 'rl 2', 'eval after rl 2', 'rl 3', 'rl 4', 'eval after rl 4'],
      ...['hard 1', 'hard 2', 'eval after hard 2', 'hard 3', 'eval after hard 3'],
    ]);
    expect([forwarded.length, closed]).toEqual([records.length, 1]);
    expect(readdirSync(join(options.directory, 'checkpoints')).sort()).toEqual(['best', 'hard-0', 'hard-3', 'rl-0']);
    expect([existsSync(checkpoint), best]).toEqual([true, join(options.directory, 'checkpoints', 'best')]);
    // One stage goes on with the optimizer of the one before, the other starts its own.
    expect(calls.filter((call) => call.startsWith('load'))).toEqual(['load rl-0', 'load hard-0 without optimizer']);
    expect(events.map(describeRunEvent).join('\n')).toMatch(
      /sft, step 0: starts, at most 5 steps[^]*sft, step 5: ended \(steps\)[^]*hard: \d of 8 problems are left/,
    );
  });

  it('says how many rollouts a step was trained on, of how many', async () => {
    const { records } = await runRecipe({ name: 'one', stages: [{ ...rl, name: 'rl' }] }, optionsOf());
    for (const { rollouts, trainedRollouts } of records) {
      expect(rollouts).toBe(16);
      expect(trainedRollouts).toBeLessThanOrEqual(8);
    }
  });

  it.each<[string, number, RegExp]>([
    [
      'a reward of 0 from the start',
      0,
      /^warning: rl, step 3: no rollout of the stage's 3 steps has a reward above 0; read/,
    ],
    [
      'steps without a signal',
      0,
      /^warning: rl, step 3: 3 steps in a row trained on no rollout, .*reward is 0: take easier/,
    ],
    [
      'steps that all solve',
      1,
      /^warning: rl, step 3: 3 steps in a row trained on no rollout, .*reward is 1: take harder/,
    ],
  ])('warns of %s, once in the stage', async (_, skill, expected) => {
    const recipe: Recipe = { name: 'silent', stages: [{ ...rl, name: 'rl', until: { steps: 8 } }] };
    const told: string[] = [];
    const learner = () => createFakeLearner({ skill });
    await runRecipe(recipe, optionsOf({ learner, onEvent: (event) => told.push(describeRunEvent(event)) }));
    expect(told.filter((line) => expected.test(line))).toHaveLength(1);
    expect(told.filter((line) => line.startsWith('warning'))).toHaveLength(skill === 0 ? 2 : 1);
  });

  it('warns of nothing where steps have a signal, and once a stage where a run was killed and goes on', async () => {
    const told: string[] = [];
    const onEvent = (event: RunEvent) => isWarning(event) && told.push(describeRunEvent(event));
    await runRecipe({ name: 'fine', stages: [{ ...rl, name: 'rl' }] }, optionsOf({ onEvent }));
    expect(told).toEqual([]);
    const silent: Recipe = {
      name: 'silent',
      stages: [{ ...rl, name: 'rl', until: { steps: 8 } }],
      checkpointEverySteps: 1,
    };
    let killed = 0;
    const options = optionsOf({
      learner: () =>
        createFakeLearner({ skill: 0, breaks: (call) => call === 'save rl-5' && killed++ === 0 && kill() }),
    });
    const kill = () => {
      throw new Error('killed');
    };
    await expect(runRecipe(silent, { ...options, onEvent })).rejects.toThrow('killed');
    await runRecipe(silent, { ...options, onEvent });
    expect(told).toHaveLength(2);
  });

  it('warns at its start of what a recipe cannot mean, on the console where nobody listens', async () => {
    const recipe: Recipe = {
      name: 'cold',
      stages: [{ ...rl, name: 'rl', miniBatches: 9, sampling: { maxTokens: 40, temperature: 0 }, until: { steps: 1 } }],
    };
    const kinds: string[] = [];
    const told: string[] = [];
    const onEvent = (event: RunEvent) => {
      kinds.push(event.kind);
      if (isWarning(event)) told.push(describeRunEvent(event));
    };
    await runRecipe(recipe, optionsOf({ onEvent }));
    expect(kinds.slice(0, 3)).toEqual(['recipe-warning', 'recipe-warning', 'stage-started']);
    expect(told).toEqual([
      expect.stringMatching(/^warning: recipe\.stages\.0\.sampling\.temperature: a temperature of 0 draws/),
      expect.stringMatching(/^warning: recipe\.stages\.0\.miniBatches: 9 mini-batches of 8 rollouts/),
    ]);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await runRecipe(recipe, optionsOf());
    expect(warn.mock.calls.flat()).toEqual(told);
    warn.mockRestore();
  });

  it('tells how far demonstrations are that have to be made', async () => {
    const events: RunEvent[] = [];
    const demonstrations = (onProgress: (progress: { completed: number; total: number }) => void) => {
      for (const completed of [1, 2, 3]) onProgress({ completed, total: 3 });
      return sequences;
    };
    const recipe: Recipe = {
      name: 'shown',
      stages: [{ kind: 'sft', name: 'sft', steps: 1, batchSize: 2, optimizer }],
    };
    await runRecipe(recipe, optionsOf({ demonstrations: { demonstrations }, onEvent: (event) => events.push(event) }));
    expect(events.slice(0, 3).map(describeRunEvent)).toEqual([
      'sft: making demonstrations, 1 of 3',
      'sft: making demonstrations, 2 of 3',
      'sft: making demonstrations, 3 of 3',
    ]);
  });

  it('goes on to the same records, wherever it was killed', { timeout: 60_000 }, async () => {
    const uninterrupted = timeless((await runRecipe(THREE_STAGES, optionsOf())).records);
    let killedAt = 0;
    for (let patience = 1; ; patience += 3) {
      const options = optionsOf();
      let left = patience;
      const breaks = () => {
        if (left-- === 0) throw new Error('killed');
      };
      const killed = await runRecipe(THREE_STAGES, { ...options, learner: () => createFakeLearner({ breaks }) }).then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
      const { records } = await runRecipe(THREE_STAGES, options);
      expect(timeless(records), `killed at call ${patience}`).toEqual(uninterrupted);
      if (!killed) break;
      killedAt++;
    }
    expect(killedAt).toBeGreaterThan(8);
  });

  it('gives the last stage of a finished run more steps, and no other change', async () => {
    const options = optionsOf();
    const withSteps = (steps: number, seed = 'seed'): [Recipe, RunOptions] => {
      const stages = THREE_STAGES.stages.map((stage) =>
        stage.name === 'hard' ? { ...stage, until: { steps } } : stage,
      ) as unknown as Recipe['stages'];
      return [
        { ...THREE_STAGES, stages },
        { ...options, seed },
      ];
    };
    const { records } = await runRecipe(...withSteps(3));
    const events: RunEvent[] = [];
    const [longer, longerOptions] = withSteps(5);
    const extended = await runRecipe(longer, {
      ...longerOptions,
      onEvent: (event) => event.kind === 'recipe-warning' || events.push(event),
    });
    expect(extended.position).toEqual({ stage: 'hard', step: 5 });
    expect(extended.stageEnds.map(({ stage, step }) => `${stage} ${step}`)).toEqual(['sft 5', 'rl 4', 'hard 5']);
    expect(timeless(extended.records.slice(0, records.length))).toEqual(timeless(records));
    expect(placesOf(extended.records.slice(records.length))).toEqual([
      'hard 4',
      'eval after hard 4',
      'hard 5',
      'eval after hard 5',
    ]);
    expect(events[0]).toEqual({ kind: 'extended', stage: 'hard', from: 3, to: 5 });
    expect(describeRunEvent(events[0]!)).toBe('hard: extended to 5 steps; the recipe had 3 before');
    // Fewer steps, or anything else beside them, is another run.
    await expect(runRecipe(...withSteps(4))).rejects.toThrow(
      /another configuration \(recipe\.stages\.2\.until\.steps: 5, not 4\)/,
    );
    await expect(runRecipe(...withSteps(6, 'other'))).rejects.toThrow(/another configuration/);
    expect((await runRecipe(...withSteps(5))).records).toHaveLength(extended.records.length);
  });

  it('refuses to go on with other problems or other tools', async () => {
    const tool = (name: string) => ({
      ...{ name, description: 'Looks a word up.', parameters: { type: 'object' } },
      execute: () => Promise.resolve({ kind: 'ok' as const, text: 'found' }),
    });
    const options = optionsOf({ tools: [tool('look_up')] });
    await runRecipe(THREE_STAGES, options);
    await expect(runRecipe(THREE_STAGES, { ...options, tools: [tool('search')] })).rejects.toThrow(
      /started with other tools \(options\.tools\.0\.name: "look_up", not "search"\)/,
    );
    const problems = { ...options.problems, train: problemsNamed('train', 11) };
    await expect(runRecipe(THREE_STAGES, { ...options, problems })).rejects.toThrow(
      /started with other problems \(options\.problems\.train\)/,
    );
    expect((await runRecipe(THREE_STAGES, options)).kind).toBe('finished');
  });

  it('does nothing again where it is finished, and refuses the directory of another run', async () => {
    const options = optionsOf();
    const { records } = await runRecipe(THREE_STAGES, options);
    const calls: string[] = [];
    let earlier: readonly MetricRecord[] = [];
    const again = await runRecipe(THREE_STAGES, {
      ...options,
      learner: () => createFakeLearner({}, { calls }),
      sinks: (there) => {
        earlier = there;
        return [];
      },
    });
    expect(earlier).toEqual(again.records);
    expect([again.kind, again.records, calls]).toEqual([
      'finished',
      JSON.parse(JSON.stringify(records)),
      ['load hard-3'],
    ]);
    await expect(runRecipe({ ...THREE_STAGES, name: 'other' }, options)).rejects.toThrow(RunError);
    await expect(runRecipe(THREE_STAGES, { ...options, seed: 'other' })).rejects.toThrow(/another configuration/);
  });

  it('ends a stage as soon as enough groups are solved, or the curve is flat', async () => {
    const able = () => createFakeLearner({ skill: 1 });
    const solved: Recipe = {
      name: 'solved',
      stages: [{ ...rl, name: 'rl', until: { steps: 9, solvedGroups: { above: 0.7, steps: 2 } } }],
    };
    expect(await runRecipe(solved, optionsOf({ learner: able }))).toMatchObject({
      position: { stage: 'rl', step: 2 },
      stageEnds: [{ stage: 'rl', step: 2, reason: 'solved-groups' }],
    });
    const flat: Recipe = {
      name: 'flat',
      stages: [{ ...rl, name: 'rl', until: { steps: 9, plateau: { evaluations: 2 } } }],
      evaluation: { everySteps: 1, samples: 1 },
    };
    expect(await runRecipe(flat, optionsOf({ learner: able }))).toMatchObject({
      position: { stage: 'rl', step: 2 },
      stageEnds: [{ stage: 'rl', step: 2, reason: 'plateau' }],
    });
  });

  it('leaves out what is solved, and says so where nothing is left', async () => {
    const recipe: Recipe = { name: 'hard', stages: [{ ...rl, name: 'rl', filter: { samples: 2 } }] };
    await expect(runRecipe(recipe, optionsOf({ learner: () => createFakeLearner({ skill: 1 }) }))).rejects.toThrow(
      'stage rl: no problem is left of 12',
    );
    const options = optionsOf();
    await runRecipe(recipe, options);
    const lines = readFileSync(join(options.directory, 'difficulty', 'rl.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(12);
  });

  it('keeps the best checkpoint when training collapses, and stops there where it is told to', async () => {
    const events: RunEvent[] = [];
    // Its rate is negative in effect: every step makes it worse.
    const worse = () => {
      const learner = createFakeLearner({ skill: 0.9 });
      const step = learner.optimizerStep.bind(learner);
      return { ...learner, optimizerStep: () => step({ learningRate: -0.2 }) };
    };
    const recipe: Recipe = {
      name: 'collapse',
      stages: [{ ...rl, name: 'rl', until: { steps: 12 } }],
      evaluation: { everySteps: 1, samples: 4 },
      collapse: { steps: 1, action: 'stop' },
    };
    const options = optionsOf({ learner: worse, onEvent: (event) => events.push(event) });
    const { kind, position, stageEnds, best } = await runRecipe(recipe, options);
    expect([kind, stageEnds]).toEqual(['collapsed', [{ ...position, reason: 'collapsed' }]]);
    expect(position.step).toBeLessThan(12);
    const state = JSON.parse(readFileSync(join(best!, 'state.json'), 'utf8')) as { skill: number };
    expect(state.skill).toBeGreaterThan(0.5);
    expect(events.map(describeRunEvent).join('\n')).toMatch(/reward fell from /);
  });

  it('measures a KL term from the start of the run, or from that of the stage', async () => {
    const objective = { loss: { kind: 'clip' }, kl: { coefficient: 0.1 } } as const;
    const of = (reference: 'initial' | 'stage'): Recipe => ({
      name: reference,
      stages: [
        { ...rl, name: 'first', optimizer: { learningRate: 0.05 } },
        { ...rl, name: 'second', objective, start: { reference } },
      ],
    });
    const referenceKl = async (recipe: Recipe) => {
      const { records } = await runRecipe(recipe, optionsOf());
      return records.flatMap(({ referenceKl: value }) => (typeof value === 'number' ? value : []));
    };
    // The fake's loss report says what the reference's logprobs were: the skill it had.
    for (const value of await referenceKl(of('initial'))) expect(value).toBeCloseTo(0.3, 6);
    const ofStage = await referenceKl(of('stage'));
    expect(ofStage.length).toBeGreaterThan(0);
    for (const value of ofStage) expect(value).toBeGreaterThan(0.4);
    const without = () => {
      const learner = createFakeLearner();
      return { ...learner, capabilities: { ...learner.capabilities, reference: false } };
    };
    await expect(runRecipe(of('initial'), optionsOf({ learner: without }))).rejects.toThrow(
      'recipe.stages.1.start.reference: expected stage',
    );
  });

  it("takes another run's first stages over", async () => {
    const first = optionsOf();
    const { records } = await runRecipe(THREE_STAGES, first);
    const calls: string[] = [];
    const taken = await runRecipe(
      { ...THREE_STAGES, stages: [THREE_STAGES.stages[0]!, { ...rl, name: 'rl', selection: { strategy: 'uniform' } }] },
      optionsOf({
        startFrom: { directory: first.directory, stage: 'rl' },
        learner: () => createFakeLearner({}, { calls }),
      }),
    );
    expect(timeless(taken.records.slice(0, 6))).toEqual(timeless(records.slice(0, 6)));
    expect(taken.stageEnds.map(({ stage }) => stage)).toEqual(['sft', 'rl']);
    expect(calls[0]).toBe('load rl-0');
    await expect(
      runRecipe(THREE_STAGES, optionsOf({ startFrom: { directory: join(folder, 'none'), stage: 'rl' } })),
    ).rejects.toThrow(/none: expected a run's directory, with a config.json/);
  });

  it('says before any work what the recipe asks for and the run does not have', async () => {
    const refused = (recipe: Recipe, over: Partial<RunOptions>) =>
      expect(runRecipe(recipe, optionsOf({ learner: () => expect.unreachable('nothing was to be opened'), ...over })))
        .rejects;
    await refused(THREE_STAGES, { problems: { test: problemsNamed('test', 2) } }).toThrow(
      'options.problems: expected train, which stage rl asks for, got test',
    );
    await refused(THREE_STAGES, { demonstrations: undefined }).toThrow(
      /options.demonstrations: expected demonstrations/,
    );
    await refused(THREE_STAGES, { problems: { train: [], test: problemsNamed('test', 2) } }).toThrow(
      'options.problems.train: expected at least one, got none',
    );
    const tools: Recipe = { name: 'tools', stages: [{ ...rl, name: 'rl', tools: ['python'] }] };
    await refused(tools, {}).toThrow('options.tools: expected python, which stage rl asks for, got none');
  });

  it('refuses a stage that resets the optimizer before any is trained, where the learner cannot', async () => {
    const calls: string[] = [];
    const limited = () => {
      const learner = createFakeLearner({}, { calls });
      return { ...learner, capabilities: { ...learner.capabilities, optimizerReset: false } };
    };
    const options = optionsOf({ learner: limited });
    const starting = (start: { readonly optimizer: 'keep' | 'reset' } | undefined): Recipe => ({
      ...THREE_STAGES,
      stages: [THREE_STAGES.stages[0]!, { ...rl, name: 'rl', start }],
    });
    for (const start of [undefined, { optimizer: 'reset' }] as const)
      await expect(runRecipe(starting(start), options)).rejects.toThrow(
        /recipe\.stages\.1\.start\.optimizer: expected "keep" .*, got "reset"/,
      );
    expect(calls).toEqual([]);
    expect((await runRecipe(starting({ optimizer: 'keep' }), options)).kind).toBe('finished');
  });

  it('is as it was where it is refused: mended, the same folder does', async () => {
    const options = optionsOf();
    const objective = { loss: { kind: 'clip' }, kl: { coefficient: 0.1 } } as const;
    const limited = () => {
      const learner = createFakeLearner();
      return { ...learner, capabilities: { ...learner.capabilities, reference: false, losses: ['clip'] as const } };
    };
    const recipe: Recipe = { name: 'kl', stages: [{ ...rl, name: 'rl', objective }] };
    await expect(runRecipe(recipe, { ...options, learner: limited })).rejects.toThrow('expected stage');
    await expect(runRecipe(THREE_STAGES, { ...options, learner: limited })).rejects.toThrow(/objective\.loss\.kind/);
    await expect(
      runRecipe(THREE_STAGES, { ...options, startFrom: { directory: options.directory, stage: 'none' } }),
    ).rejects.toThrow('options.startFrom.stage: expected one of rl, hard, got none');
    const rolloutCorrection: object = { weight: { level: 'token' } };
    await expect(runRecipe(THREE_STAGES, { ...options, rolloutCorrection })).rejects.toThrow(
      'options.rolloutCorrection: unknown option "weight"',
    );
    await expect(runRecipe(THREE_STAGES, { ...options, maxTokensPerPass: 0 })).rejects.toThrow(
      'options.maxTokensPerPass',
    );
    expect(existsSync(join(options.directory, 'config.json'))).toBe(false);
    expect((await runRecipe(THREE_STAGES, options)).kind).toBe('finished');
  });

  it('begins where a run of the same seed and the same first stages does, and nowhere else', async () => {
    const first = optionsOf();
    await runRecipe(THREE_STAGES, first);
    const startFrom = { directory: first.directory, stage: 'rl' };
    const { stages } = THREE_STAGES;
    await expect(runRecipe(THREE_STAGES, optionsOf({ startFrom, seed: 'other' }))).rejects.toThrow(
      /seed: "seed", not "other"/,
    );
    const other = {
      ...THREE_STAGES,
      stages: [{ ...stages[0]!, batchSize: 3 } as (typeof stages)[0], ...stages.slice(1)],
    };
    await expect(runRecipe(other, optionsOf({ startFrom }))).rejects.toThrow(/stages\.0\.batchSize: 2, not 3/);
    const options = optionsOf({ startFrom });
    const { best } = await runRecipe(THREE_STAGES, options);
    expect(best).toBeDefined();
    removeRun(first.directory);
    expect((await runRecipe(THREE_STAGES, options)).kind).toBe('finished');
  });
});
