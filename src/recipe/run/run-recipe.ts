import type { Learner, MetricRecord, MetricSink } from '../../base/index.js';
import { environmentOf } from '../internal/step-schemas.js';
import { parseRecipe } from '../stages/parse-recipe.js';
import type { Recipe, Stage } from '../stages/recipe.js';
import {
  collapseOf,
  evaluationSettings,
  isCheckpointDue,
  stageEnd,
  heldOutOf,
  isOfStage,
  type StageEndReason,
} from '../stages/stage-rules.js';
import { evaluateHeldOut } from '../steps/evaluate-held-out.js';
import { checkLearner, checkRun } from './internal/check-run.js';
import { extensionOf, type Extension } from './internal/difference.js';
import { keepEnvironment } from './internal/kept-environment.js';
import { problemsNamed, sizesOf } from './internal/sources.js';
import { rlWork } from './internal/rl-work.js';
import { sftWork, type StageContext } from './internal/stage-work.js';
import { signalWarnings } from './internal/signal-rules.js';
import { keepStageEnds, readStageEnds, reopenStage } from './internal/stage-ends.js';
import { takeOverStages } from './internal/take-over-stages.js';
import { describeRunEvent, isWarning, type RunEvent, type RunOptions } from './run-options.js';
import { recipeWarnings } from '../stages/recipe-warnings.js';
import { RunError } from '../run-error.js';
import { openRunFiles, storageOf } from '../internal/run-files.js';
import { openRunStore, type RunPosition, type RunStore } from './run-store.js';

/** How a run ended. */
export interface RunResult {
  /** `collapsed`: training collapsed, and the recipe stops then. */
  readonly kind: 'finished' | 'collapsed';
  readonly position: RunPosition;
  /** Where and why each stage ended, in order (`stages.json`). */
  readonly stageEnds: readonly (RunPosition & { readonly reason: StageEndReason | 'collapsed' })[];
  /** All records, also those of earlier processes. */
  readonly records: readonly MetricRecord[];
  /** Location of the checkpoint at this position; in a `storage`, the name of a folder there. */
  readonly checkpoint: string;
  /** Location of the checkpoint with the best held-out pass@1; undefined without an evaluation. */
  readonly best: string | undefined;
}

/**
 * Trains by a recipe: its stages in order, with evaluations on held-out problems.
 *
 * All random numbers depend on seed, stage and step, and checkpoints contain weights and optimizer. So a killed run, started again,
 * continues from its last checkpoint and ends with the records of an uninterrupted run. With `overProvision` or `asynchronous`, records
 * also depend on timing and may differ.
 *
 * The same call with more steps (or epochs) for the last stage continues a finished run. Schedules that depend on the stage's length
 * (`cosine`, `warmupShare`) then use the new length, so the records differ from a run that had this length from the start.
 *
 * Problems and tools must be those at the start of the run. Reward functions cannot be compared: do not change yours.
 *
 * @throws TypeError, RangeError or CapabilityError, before any work, for a recipe, options or a learner that do not fit; RunError for a
 *   directory or store with another run, or in use by another process; errors of the learner, the policy and the sinks, after which the same
 *   call continues from the last checkpoint.
 * @example
 * const { records } = await runRecipe(recipe, {
 *   directory: 'runs/1',
 *   seed: '1',
 *   learner: async () => createTfjsLearner({ model: await loadModel('models/qwen3') }),
 *   problems: { train: problems, test: testProblems },
 *   tokenizer,
 *   maxTokensPerPass: 8192,
 * });
 */
export async function runRecipe(recipe: Recipe, options: RunOptions): Promise<RunResult> {
  const checked = parseRecipe(recipe);
  await checkRun(checked, options);
  const milestones = checked.stages.slice(1).map(({ name }) => name);
  const { seed, config = {} } = options;
  let [trained, store]: [Learner?, RunStore?] = [];
  let opened: readonly MetricSink[] = [];
  try {
    trained = await options.learner();
    checkLearner(checked, trained, options);
    let extension: Extension | undefined;
    store = await openRunStore(
      openRunFiles(options),
      { config: { ...config, seed, recipe: checked }, milestones },
      (found, wanted) => (extension = extensionOf(found, wanted, checked)) !== undefined,
    );
    await keepEnvironment(store.files, options, store.position === undefined);
    opened = options.sinks?.([...store.records]) ?? [];
    const emit = options.onEvent ?? warnOnly;
    for (const warning of recipeWarnings(checked, sizesOf(options, checked)))
      emit({ kind: 'recipe-warning', ...warning });
    if (extension !== undefined) emit({ kind: 'extended', ...extension });
    return await new Run({ ...options, recipe: checked, store, trained, opened, emit }).toItsEnd();
  } finally {
    // The folder is released even if the others fail to close.
    store?.close();
    try {
      for (const sink of opened) await sink.close();
    } finally {
      await trained?.close();
    }
  }
}

/** The default of `onEvent`. */
function warnOnly(event: RunEvent): void {
  if (isWarning(event)) console.warn(describeRunEvent(event));
}

/** A run under way. */
class Run {
  readonly #context: StageContext;

  constructor(context: StageContext) {
    this.#context = context;
  }

  async toItsEnd(): Promise<RunResult> {
    const { recipe, store, trained, startFrom } = this.#context;
    if (store.position === undefined && startFrom !== undefined)
      await takeOverStages(startFrom, { store, learner: trained, log: (record) => this.#log(record) });
    const from = store.position ?? { stage: recipe.stages[0]!.name, step: 0 };
    const first = recipe.stages.findIndex(({ name }) => name === from.stage);
    if (first < 0)
      throw new RunError(`${store.files.path('latest.json')}: expected a stage of the recipe, got ${from.stage}`);
    if (store.position !== undefined) await this.#load(recipe.stages[first]!, from);
    let ended = await this.#stage(recipe.stages[first]!, from.step);
    for (const stage of recipe.stages.slice(first + 1)) {
      if (ended === 'collapsed') break;
      await this.#begin(stage);
      ended = await this.#stage(stage, 0);
    }
    const position = store.position!;
    return {
      ...{ kind: ended, position, stageEnds: await readStageEnds(store.files), records: store.records },
      checkpoint: store.checkpointPath(position),
      best: store.best,
    };
  }

  /** The start of a stage is saved and loaded, so that an uninterrupted run does what a continued one does. */
  async #begin(stage: Stage): Promise<void> {
    const start = { stage: stage.name, step: 0 };
    await this.#context.store.saveCheckpoint(this.#context.trained, start);
    await this.#load(stage, start);
  }

  async #load(stage: Stage, position: RunPosition): Promise<void> {
    const { store, trained, signal } = this.#context;
    const optimizer = position.step > 0 || stage.start?.optimizer === 'keep';
    await trained.loadCheckpoint(store.checkpointPath(position), { optimizer, signal, ...storageOf(store.files) });
  }

  async #stage(stage: Stage, from: number): Promise<RunResult['kind']> {
    const { recipe, store, signal, emit } = this.#context;
    const { evaluation, collapse = {} } = recipe;
    const work = stage.kind === 'sft' ? await sftWork(stage, this.#context) : await rlWork(stage, from, this.#context);
    const isDue = (step: number) =>
      stage.kind === 'rl' && evaluation !== undefined && step % evaluation.everySteps === 0;
    let alarmed = false;
    try {
      if (stage.kind === 'rl' && from === 0 && store.records.at(-1)?.stage !== 'eval')
        await this.#evaluate({ stage: stage.name, step: 0 });
      emit({ kind: 'stage-started', position: { stage: stage.name, step: from }, steps: work.steps });
      for (let step = from; ; step++) {
        const position = { stage: stage.name, step };
        const records = store.records.filter((record) => isOfStage(record, stage.name));
        const collapsed = collapseOf(collapse, stage, records);
        if (collapsed !== undefined && !alarmed) emit({ kind: 'collapsed', position, ...collapsed });
        alarmed = collapsed !== undefined;
        const stops = alarmed && collapse.action === 'stop';
        const reason = stops ? 'collapsed' : stageEnd(stage, records, work.steps);
        if (reason !== undefined) {
          if (records.at(-1)?.stage !== 'eval') await this.#evaluate(position);
          await this.#save(position);
          await keepStageEnds(store.files, { ...position, reason });
          emit({ kind: 'stage-ended', position, reason });
          return stops ? 'collapsed' : 'finished';
        }
        if (step === from) await reopenStage(store.files, stage.name);
        if (step > from && isCheckpointDue(recipe, step)) await this.#save(position);
        signal?.throwIfAborted();
        await this.#log(await work.take(step + 1));
        if (stage.kind === 'rl')
          for (const event of signalWarnings(store.records, { stage: stage.name, step: step + 1 })) emit(event);
        if (isDue(step + 1)) await this.#evaluate({ stage: stage.name, step: step + 1 });
      }
    } finally {
      await work.close();
    }
  }

  async #evaluate(position: RunPosition): Promise<void> {
    const { recipe, store, trained, seed, signal, emit } = this.#context;
    const { evaluation } = recipe;
    if (evaluation === undefined) return;
    const policy = await trained.policy({ signal });
    const record = await evaluateHeldOut(policy, await problemsNamed(heldOutOf(evaluation), this.#context), {
      ...environmentOf(this.#context),
      ...evaluationSettings(recipe, this.#context.tools),
      step: position.step,
      after: position.stage,
      samples: evaluation.samples,
      seed: `${seed}/evaluation/${position.stage}-${position.step}`,
    }).finally(() => policy.close());
    const before = store.records.flatMap(({ stage, passAt1 }) => (stage === 'eval' ? Number(passAt1 ?? -1) : []));
    await this.#log(record);
    const passAt1 = Number(record['passAt1'] ?? -1);
    if (passAt1 <= Math.max(-1, ...before)) return;
    await store.saveBest(trained);
    emit({ kind: 'best', position, passAt1 });
  }

  async #save(position: RunPosition): Promise<void> {
    const { store, trained } = this.#context;
    const { stage, step } = store.position ?? {};
    if (stage !== position.stage || step !== position.step) await store.saveCheckpoint(trained, position);
  }

  async #log(record: MetricRecord): Promise<void> {
    await this.#context.store.log(record);
    for (const sink of this.#context.opened) await sink.append(record);
  }
}
