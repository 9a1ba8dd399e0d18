import type { Learner, Policy, Rollout, Tool } from 'rstar2-agent';
import {
  describeRunEvent,
  rewardRollouts,
  rollOut,
  runRecipe,
  type RunStorage,
  type TrainingProblem,
} from 'rstar2-agent/recipe';
import { configHash, runReportPage, type MetricRecord, type RolloutSample } from 'rstar2-agent/report';
import {
  createDecoder,
  createTfjsLearnerFactory,
  decoderConfig,
  selectBackend,
  type LearnerFactory,
} from 'rstar2-agent/tfjs';
import { demonstrate } from '../../examples/trainer/demonstrations.js';
import { MAX_TOKENS_PER_PASS, type Settings } from '../../examples/trainer/settings.js';
import { makeProblems, SYSTEM_PROMPT, taskOf } from '../../examples/trainer/task/problems.js';
import { makeTokenizer } from '../../examples/trainer/task/vocabulary.js';
import { ALGORITHMS, withAlgorithm, type Algorithm } from '../../examples/training/algorithms.js';
import { Gate } from './gate.js';
import type { Attempt, FromWorker, RunState } from './messages.js';
import { SEED } from './settings.js';
import { openStores, readJson, readLines, watchRollouts, type Stores } from './stores.js';

const UNTRAINED_PROBLEMS = 10;
const UNTRAINED_TRIES = 4;
/** A random model writes until its tokens run out. */
const UNTRAINED_SAMPLING = { maxTokens: 96, maxTurns: 4, temperature: 1 };
const ASKED_SAMPLING = { maxTokens: 256, maxTurns: 8, temperature: 0 };
const MODEL = 'small';
const STAGE_NAMES: { readonly [stage: string]: string } = { sft: 'SFT', rl: 'RL', 'rl-hard': 'RL on hard problems,' };

/** Trains in this worker, one run at a time, and answers what the page asks of the model meanwhile. */
export class Trainer {
  readonly #tokenizer = makeTokenizer();
  readonly #config;
  readonly #problems;
  readonly #gate = new Gate();
  #factory!: LearnerFactory;
  #stores!: Stores;
  /** The learner whose weights answer: of the run that is under way, or of the last one. */
  #learner: Learner | undefined;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly python: Tool,
    private readonly post: (message: FromWorker) => void,
  ) {
    const { trainProblems: train, testProblems: test } = settings.task;
    this.#problems = makeProblems(`${SEED}/problems`, { train, test });
    this.#config = decoderConfig({ ...settings.model, vocabSize: this.#tokenizer.vocabularySize });
  }

  /** Starts the backend, lets the untrained model try, and reports the runs that are there. */
  async open(wasmPath: string): Promise<void> {
    const { name: backend } = await selectBackend({ wasmPath });
    this.#factory = createTfjsLearnerFactory({
      baseModels: { [MODEL]: (seed) => createDecoder(this.#config, { seed }) },
    });
    this.#stores = await openStores(configHash(this.settings).slice(0, 12));
    this.post({
      kind: 'ready',
      backend,
      parameters: this.#parameters(),
      isKept: this.#stores.isKept,
      stages: this.settings.recipe.stages.map((stage) => ({
        name: stage.name,
        steps: stage.kind === 'rl' ? stage.until.steps : stage.steps!,
      })),
    });
    await this.#tryUntrained();
    await this.#reportStates();
  }

  async train(algorithm: Algorithm): Promise<void> {
    if (this.#running !== undefined) return this.resume();
    const abort = new AbortController();
    const run = this.#run(algorithm, abort.signal);
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    this.#running = { abort, ended };
    try {
      await run;
      this.post({ kind: 'finished', algorithm });
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      this.#running = undefined;
    }
  }

  pause(): void {
    this.#gate.close();
  }

  resume(): void {
    this.#gate.open();
  }

  async startOver(): Promise<void> {
    const { abort, ended } = this.#running ?? {};
    abort?.abort();
    this.#gate.open();
    await ended;
    await this.#closeLearner();
    for (const algorithm of ALGORITHMS) await (await this.#stores.open(algorithm)).remove('');
    await this.#reportStates();
  }

  async ask(text: string, groundTruth: string | undefined): Promise<void> {
    const prompt = [
      { role: 'system' as const, content: SYSTEM_PROMPT },
      { role: 'user' as const, content: text },
    ];
    const task = { id: 'asked', prompt, ...(groundTruth !== undefined && { metadata: { groundTruth } }) };
    this.post({ kind: 'answer', attempt: await this.#attempt(task, ASKED_SAMPLING, '') });
  }

  async report(algorithm: Algorithm): Promise<void> {
    const storage = await this.#stores.open(algorithm);
    const html = runReportPage({
      title: `${algorithm} in a browser`,
      config: (await readJson(storage, 'config.json')) ?? {},
      metrics: (await readLines(storage, 'metrics.jsonl')) as MetricRecord[],
      rollouts: (await readLines(storage, 'rollouts.jsonl')) as RolloutSample[],
      summary: { isolation: 'partial (WebAssembly)' },
    });
    this.post({ kind: 'report', html });
  }

  #parameters(): number {
    const model = createDecoder(this.#config, { seed: SEED });
    const count = [...model.parameters.values()].reduce((sum, { size }) => sum + size, 0);
    model.dispose();
    return count;
  }

  async #tryUntrained(): Promise<void> {
    const learner = await this.#newLearner();
    const policy = await learner.policy();
    try {
      const [first, ...others] = this.#problems.test.slice(0, UNTRAINED_PROBLEMS).map(taskOf);
      const tries = await this.#rollOut(policy, [first!], UNTRAINED_SAMPLING, UNTRAINED_TRIES);
      // Many a try ends with its first token.
      const longest = tries.reduce((a, b) => (textLength(b) > textLength(a) ? b : a));
      this.post({ kind: 'attempt', attempt: this.#attemptOf(longest, first!, ''), isUntrained: true });
      const rollouts = [tries[0]!, ...(await this.#rollOut(policy, others, UNTRAINED_SAMPLING))];
      this.post({ kind: 'untrained', solved: rollouts.filter(isRight).length, of: rollouts.length });
    } finally {
      await policy.close();
      await learner.close();
    }
  }

  async #run(algorithm: Algorithm, signal: AbortSignal): Promise<void> {
    await this.#closeLearner();
    const { settings } = this;
    const storage = await this.#stores.open(algorithm);
    const recipe = withAlgorithm(settings.recipe, algorithm);
    const environment = { tokenizer: this.#tokenizer, tools: [this.python], signal };
    const { train, test } = this.#problems;
    try {
      await runRecipe(recipe, {
        ...environment,
        storage: watchRollouts(storage, (samples) => this.post({ kind: 'samples', algorithm, samples })),
        seed: SEED,
        learner: async () => (this.#learner = await this.#newLearner()),
        maxTokensPerPass: MAX_TOKENS_PER_PASS,
        problems: { train: train.map(taskOf), test: test.map(taskOf) },
        demonstrations: {
          demonstrations: (onProgress) => demonstrate(train, SEED, settings, { ...environment, onProgress }),
        },
        config: { algorithm, system: SYSTEM_PROMPT, settings },
        startFrom: await this.#sftOfAnother(algorithm, storage, recipe.stages[1]!.name),
        sinks: (earlier) => {
          void this.#postState(algorithm, storage, earlier);
          return [{ append: (...records) => this.#take(algorithm, records, signal), close: () => undefined }];
        },
        onEvent: (event) => this.post({ kind: 'note', text: describeRunEvent(event) }),
      });
    } finally {
      this.#learner = undefined;
    }
    await this.#postState(algorithm, storage);
  }

  /** A run waits here while the page has it paused: nothing is lost. */
  async #take(algorithm: Algorithm, records: readonly MetricRecord[], signal: AbortSignal): Promise<void> {
    for (const record of records) {
      this.post({ kind: 'record', algorithm, record });
      if (record.stage === 'eval') await this.#tryShown(`${STAGE_NAMES[String(record['after'])]} step ${record.step}`);
    }
    if (this.#gate.isClosed) this.post({ kind: 'paused' });
    await this.#gate.passed();
    signal.throwIfAborted();
  }

  /** The algorithms differ in RL alone, so a second one takes the first one's SFT over. */
  async #sftOfAnother(algorithm: Algorithm, storage: RunStorage, stage: string) {
    if ((await storage.read('latest.json')) !== undefined) return undefined;
    for (const other of ALGORITHMS) {
      if (other === algorithm) continue;
      const theirs = await this.#stores.open(other);
      if ((await theirs.list('checkpoints')).includes(`${stage}-0`)) return { storage: theirs, stage };
    }
    return undefined;
  }

  async #tryShown(after: string): Promise<void> {
    const attempt = await this.#attempt(taskOf(this.#problems.test[0]!), ASKED_SAMPLING, after);
    this.post({ kind: 'attempt', attempt, isUntrained: false });
  }

  async #attempt(task: TrainingProblem, sampling: typeof ASKED_SAMPLING, after: string): Promise<Attempt> {
    const policy = await (await this.#currentLearner()).policy();
    try {
      const [rollout] = await this.#rollOut(policy, [task], sampling);
      return this.#attemptOf(rollout!, task, after);
    } finally {
      await policy.close();
    }
  }

  #attemptOf(rollout: Rollout, { metadata }: TrainingProblem, after: string): Attempt {
    const shown: Rollout = { ...rollout };
    // The page reads text.
    delete (shown as { tokens?: unknown }).tokens;
    return { rollout: shown, groundTruth: metadata?.['groundTruth'] as string | undefined, after };
  }

  async #rollOut(
    policy: Policy,
    tasks: readonly TrainingProblem[],
    sampling: typeof ASKED_SAMPLING,
    samples = 1,
  ): Promise<Rollout[]> {
    if (tasks.length === 0) return [];
    const options = { tokenizer: this.#tokenizer, tools: [this.python], samples, sampling, seed: 'shown' };
    const rollouts = await rollOut(policy, tasks, options);
    return tasks[0]!.metadata === undefined ? rollouts : rewardRollouts(rollouts);
  }

  #newLearner(): Promise<Learner> {
    return this.#factory.createLearner({ baseModel: MODEL, seed: `${SEED}/weights` });
  }

  /** That of the run, or one with the weights of the last checkpoint that is there. */
  async #currentLearner(): Promise<Learner> {
    if (this.#learner !== undefined) return this.#learner;
    this.#learner = await this.#newLearner();
    for (const algorithm of ALGORITHMS) {
      const storage = await this.#stores.open(algorithm);
      const latest = (await readJson(storage, 'latest.json')) as RunState['position'];
      if (latest === undefined) continue;
      const location = `checkpoints/${latest.stage}-${latest.step}`;
      await this.#learner.loadCheckpoint(location, { storage, optimizer: false });
      break;
    }
    return this.#learner;
  }

  async #closeLearner(): Promise<void> {
    const learner = this.#learner;
    this.#learner = undefined;
    await learner?.close();
  }

  async #reportStates(): Promise<void> {
    let isAny = false;
    for (const algorithm of ALGORITHMS) {
      const storage = await this.#stores.open(algorithm);
      isAny ||= (await storage.read('latest.json')) !== undefined;
      await this.#postState(algorithm, storage);
    }
    if (isAny) await this.#tryShown('the last checkpoint');
  }

  async #postState(algorithm: Algorithm, storage: RunStorage, earlier?: readonly MetricRecord[]): Promise<void> {
    const latest = (await readJson(storage, 'latest.json')) as (RunState['position'] & { records: number }) | undefined;
    const records =
      earlier ?? ((await readLines(storage, 'metrics.jsonl')) as MetricRecord[]).slice(0, latest?.records ?? 0);
    const samples = (await readLines(storage, 'rollouts.jsonl')) as RolloutSample[];
    const last = this.settings.recipe.stages.at(-1)!.name;
    const isFinished = latest?.stage === last && records.at(-1)?.stage === 'eval' && latest.step > 0;
    this.post({ kind: 'state', state: { algorithm, records, samples, position: latest, isFinished } });
  }
}

function textLength({ turns }: Rollout): number {
  return turns.reduce((sum, { text }) => sum + text.trim().length, 0);
}

function isRight({ reward = 0 }: Rollout): boolean {
  return reward > 0;
}
