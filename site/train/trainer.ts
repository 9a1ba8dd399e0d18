import type { Rollout, Tool } from 'rstar2-agent';
import { describeRunEvent, runRecipe, type RunEvent, type RunStorage, type TrainingProblem } from 'rstar2-agent/recipe';
import { configHash, runReportPage, type MetricRecord } from 'rstar2-agent/report';
import { decoderConfig, selectBackend } from 'rstar2-agent/tfjs';
import { demonstrate } from '../../examples/trainer/demonstrations.js';
import { MAX_TOKENS_PER_PASS, type Settings } from '../../examples/trainer/settings.js';
import { makeProblems, SYSTEM_PROMPT, taskOf } from '../../examples/trainer/task/problems.js';
import { makeTokenizer } from '../../examples/trainer/task/vocabulary.js';
import { ALGORITHMS, withAlgorithm, type Algorithm } from '../../examples/training/algorithms.js';
import { Gate } from './gate.js';
import type { FromWorker } from './messages.js';
import { attemptOf, Models } from './models.js';
import { SEED } from './settings.js';
import { openStores, readJson, readRun, watchRollouts, type Stores } from './stores.js';

const UNTRAINED_PROBLEMS = 10;
const UNTRAINED_TRIES = 4;
/** A random model writes until its tokens run out. */
const UNTRAINED_SAMPLING = { maxTokens: 96, maxTurns: 4, temperature: 1 };
const ASKED_SAMPLING = { maxTokens: 256, maxTurns: 8, temperature: 0 };
/** Every how many attempts of a step their number is reported. */
const ATTEMPTS_PER_NOTE = 8;

/** Trains in this worker, one run at a time, and answers what the page asks of the model meanwhile. */
export class Trainer {
  readonly #tokenizer = makeTokenizer();
  readonly #problems;
  readonly #gate = new Gate();
  #models!: Models;
  #stores!: Stores;
  #running:
    { readonly algorithm: Algorithm; readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly python: Tool,
    private readonly post: (message: FromWorker) => void,
  ) {
    const { trainProblems: train, testProblems: test } = settings.task;
    this.#problems = makeProblems(`${SEED}/problems`, { train, test });
  }

  /** Starts the backend, lets the untrained model try, and reports the runs that are there. */
  async open(wasmPath: string): Promise<void> {
    const { name: backend } = await selectBackend({ wasmPath });
    this.#stores = await openStores(configHash(this.settings).slice(0, 12));
    const config = decoderConfig({ ...this.settings.model, vocabSize: this.#tokenizer.vocabularySize });
    this.#models = new Models(config, { tokenizer: this.#tokenizer, tools: [this.python] }, this.#stores);
    this.post({
      kind: 'ready',
      backend,
      parameters: this.#models.countParameters(),
      isKept: this.#stores.isKept,
      stages: this.settings.recipe.stages.map((stage) => ({
        name: stage.name,
        steps: stage.kind === 'rl' ? stage.until.steps : stage.steps!,
      })),
    });
    await this.#tryUntrained();
    await this.#reportRuns();
  }

  /** Trains, or resumes a run that is paused; one of another algorithm ends, and goes on later from its last checkpoint. */
  async train(algorithm: Algorithm): Promise<void> {
    const before = this.#running?.algorithm;
    if (before === algorithm) return this.#gate.open();
    await this.#stop();
    if (before !== undefined) await this.#postRun(before);
    const abort = new AbortController();
    const run = this.#run(algorithm, abort.signal);
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    this.#running = { algorithm, abort, ended };
    try {
      await run;
      this.#running = undefined;
      this.post({ kind: 'finished', algorithm });
    } catch (error) {
      this.#running = undefined;
      if (abort.signal.aborted) return;
      // What is shown is what a run that goes on begins with.
      await this.#postRun(algorithm).catch(() => undefined);
      throw error;
    }
  }

  pause(): void {
    this.#gate.close();
  }

  resume(): void {
    this.#gate.open();
  }

  async startOver(): Promise<void> {
    await this.#stop();
    const stores = await Promise.all(ALGORITHMS.map((algorithm) => this.#stores.open(algorithm)));
    const releases: (() => void)[] = [];
    try {
      // All or no run: another tab may train one of them.
      for (const storage of stores) releases.push((await storage.lock?.()) ?? (() => undefined));
      for (const storage of stores) await storage.remove('');
    } finally {
      for (const release of releases) release();
      await this.#models.forget();
      await this.#reportRuns();
    }
  }

  async ask(algorithm: Algorithm, text: string, groundTruth: string | undefined): Promise<void> {
    const prompt = [
      { role: 'system' as const, content: SYSTEM_PROMPT },
      { role: 'user' as const, content: text },
    ];
    const task = { id: 'asked', prompt, ...(groundTruth !== undefined && { metadata: { groundTruth } }) };
    this.post({ kind: 'answer', attempt: await this.#models.ask(algorithm, task, ASKED_SAMPLING) });
  }

  async report(algorithm: Algorithm): Promise<void> {
    const storage = await this.#stores.open(algorithm);
    const { records, samples } = await readRun(storage, this.#running?.algorithm === algorithm ? 'all' : 'checkpoint');
    const html = runReportPage({
      title: `${algorithm} in a browser`,
      config: (await readJson(storage, 'config.json')) ?? {},
      metrics: records,
      rollouts: samples,
      summary: { isolation: 'partial (WebAssembly)' },
    });
    this.post({ kind: 'report', algorithm, html });
  }

  /** Ends the run that is under way, if one is. The gate is open then: a run that ended by itself may have left it closed. */
  async #stop(): Promise<void> {
    const { abort, ended } = this.#running ?? {};
    abort?.abort();
    this.#gate.open();
    await ended;
  }

  async #tryUntrained(): Promise<void> {
    const learner = await this.#models.untrained();
    const policy = await learner.policy();
    try {
      const [first, ...others] = this.#problems.test.slice(0, UNTRAINED_PROBLEMS).map(taskOf);
      const tries = await this.#models.rollOut(policy, [first!], UNTRAINED_SAMPLING, UNTRAINED_TRIES);
      // Many a try ends with its first token.
      const longest = tries.reduce((a, b) => (textLength(b) > textLength(a) ? b : a));
      this.post({ kind: 'attempt', attempt: attemptOf(longest, first!, undefined) });
      const rollouts = [tries[0]!, ...(await this.#models.rollOut(policy, others, UNTRAINED_SAMPLING))];
      this.post({ kind: 'untrained', solved: rollouts.filter(isRight).length, of: rollouts.length });
    } finally {
      await policy.close();
      await learner.close();
    }
  }

  async #run(algorithm: Algorithm, signal: AbortSignal): Promise<void> {
    const { settings } = this;
    const storage = await this.#stores.open(algorithm);
    const recipe = withAlgorithm(settings.recipe, algorithm);
    const environment = { tokenizer: this.#tokenizer, tools: [this.python], signal };
    const { train, test } = this.#problems;
    await runRecipe(recipe, {
      ...environment,
      storage: watchRollouts(storage, (samples) => this.post({ kind: 'samples', algorithm, samples })),
      seed: SEED,
      learner: () => this.#models.forRun(algorithm),
      maxTokensPerPass: MAX_TOKENS_PER_PASS,
      problems: { train: train.map(taskOf), test: test.map(taskOf) },
      demonstrations: {
        demonstrations: (onProgress) => demonstrate(train, SEED, settings, { ...environment, onProgress }),
      },
      config: { algorithm, system: SYSTEM_PROMPT, settings },
      startFrom: await this.#sftOfAnother(algorithm, storage),
      sinks: (earlier) => {
        // Records that follow are reported after those that are there.
        const reported = this.#postRun(algorithm, earlier);
        return [
          {
            append: async (...records) => {
              await reported;
              await this.#take(algorithm, records, signal);
            },
            close: () => undefined,
          },
        ];
      },
      onRollout: ({ completed, total }) => {
        if (completed % ATTEMPTS_PER_NOTE === 0 || completed === total)
          this.post({ kind: 'note', text: `${completed} of ${total} attempts` });
      },
      onEvent: (event) => this.#report(event),
    });
    await this.#postRun(algorithm);
  }

  /** A run waits here while the page has it paused: nothing is lost. */
  async #take(algorithm: Algorithm, records: readonly MetricRecord[], signal: AbortSignal): Promise<void> {
    for (const record of records) {
      const isEvaluation = record.stage === 'eval';
      this.#models.tookStep(algorithm, {
        stage: isEvaluation ? String(record['after']) : record.stage,
        step: record.step,
      });
      this.post({ kind: 'record', algorithm, record });
      if (isEvaluation) await this.#tryShown((task) => this.#models.tryTrained(task, ASKED_SAMPLING));
    }
    if (this.#gate.isClosed) this.post({ kind: 'paused' });
    await this.#gate.passed();
    signal.throwIfAborted();
  }

  #report(event: RunEvent): void {
    const { kind } = event;
    const text = describeRunEvent(event);
    if (text.startsWith('warning: ')) console.warn(text);
    else if (kind === 'preparing' && event.source === 'demonstrations')
      this.post({ kind: 'note', text: `${event.completed} of ${event.total} demonstrations` });
    else if (kind === 'filtering')
      this.post({ kind: 'note', text: `trying how hard problems are, ${event.completed} of ${event.total}` });
  }

  /** The algorithms differ in RL alone, so a second one takes the first one's SFT over. */
  async #sftOfAnother(algorithm: Algorithm, storage: RunStorage) {
    const [sft, rl] = this.settings.recipe.stages;
    if ((await storage.read('latest.json')) !== undefined) return undefined;
    for (const other of ALGORITHMS) {
      if (other === algorithm) continue;
      const theirs = await this.#stores.open(other);
      const position = await readRun(theirs, 'checkpoint').then(
        (run) => run.position,
        () => undefined,
      );
      if (position !== undefined && position.stage !== sft!.name) return { storage: theirs, stage: rl!.name };
    }
    return undefined;
  }

  async #tryShown(attempt: (task: TrainingProblem) => ReturnType<Models['ask']>): Promise<void> {
    this.post({ kind: 'attempt', attempt: await attempt(taskOf(this.#problems.test[0]!)) });
  }

  /** A run that cannot be read is no reason to stop: it can be removed. */
  async #reportRuns(): Promise<void> {
    const begun: Algorithm[] = [];
    const reading = async (algorithm: Algorithm, work: Promise<void>) => {
      await work.catch((error: unknown) =>
        this.post({ kind: 'failed', doing: 'read', message: `${algorithm}: ${(error as Error).message}` }),
      );
    };
    for (const algorithm of ALGORITHMS)
      await reading(
        algorithm,
        this.#postRun(algorithm).then((isBegun) => void (isBegun && begun.push(algorithm))),
      );
    this.post({ kind: 'idle' });
    for (const algorithm of begun)
      await reading(
        algorithm,
        this.#tryShown((task) => this.#models.ask(algorithm, task, ASKED_SAMPLING)),
      );
  }

  /**
   * @param earlier - Records of a run that goes on.
   * @returns Whether the run has a checkpoint.
   */
  async #postRun(algorithm: Algorithm, earlier?: readonly MetricRecord[]): Promise<boolean> {
    const { position, ...run } = await readRun(await this.#stores.open(algorithm), 'checkpoint');
    const records = earlier ?? run.records;
    const last = this.settings.recipe.stages.at(-1)!.name;
    const isFinished = position?.stage === last && records.at(-1)?.stage === 'eval' && position.step > 0;
    this.post({ kind: 'state', state: { algorithm, records, samples: run.samples, position, isFinished } });
    return position !== undefined;
  }
}

function textLength({ turns }: Rollout): number {
  return turns.reduce((sum, { text }) => sum + text.trim().length, 0);
}

function isRight({ reward = 0 }: Rollout): boolean {
  return reward > 0;
}
