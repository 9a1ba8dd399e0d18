import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentFunction } from 'rstar2-agent/gateway';
import {
  dryRun,
  dryRunMarkdown,
  readProblems,
  readRecipe,
  removeRun,
  type DataSourceProgress,
  type Recipe,
  type RunOptions,
  type TrainingProblem,
} from 'rstar2-agent/recipe';
import { configHash } from 'rstar2-agent/report';
import { loadChatTemplate, loadTokenizer, openModelDirectory, type ModelDirectory } from 'rstar2-agent/rollout';
import { createPythonTool } from 'rstar2-agent/sandbox';
import {
  createAdapter,
  createTfjsLearner,
  loadModel,
  mergeAdapter,
  saveAdapter,
  saveModel,
  type AdaptedDecoder,
  type Decoder,
} from 'rstar2-agent/tfjs';
import type { Machine } from '../training/machine.js';
import { trainByRecipe, type TrainingResult } from '../training/run.js';
import { describeEngines, withEngines } from '../training/engines.js';
import { describeFootprint } from '../training/footprint.js';
import { withTinker } from '../training/tinker.js';
import { playDemonstrations, systemFor, withSystem } from './chat.js';
import { readDemonstrations } from './data.js';
import { UsageError } from './flags.js';
import { recipeOf, type FinetuneOptions } from './options.js';

/** Truncated importance weights, token by token. */
const TRUNCATED: RunOptions['rolloutCorrection'] = { weights: { level: 'token' } };

/** How a run ended, and the location of the adapter: a folder, or a server's name for it. */
export interface FinetuneResult extends TrainingResult {
  readonly adapter: string;
}

/**
 * Trains an adapter by a recipe, with Python for each problem: for a model's folder, or on a Tinker server.
 *
 * @returns The result; for a dry run, an estimate of time and memory as Markdown.
 */
export async function finetune(options: FinetuneOptions, machine: Machine): Promise<FinetuneResult | string> {
  const { signal } = machine;
  const plan = await planOf(options, machine);
  const { source } = plan;
  const adapterSeed = `${options.seed}/adapter`;
  if (options.learner === 'tinker') {
    const { 'tinker-url': url, 'base-model': baseModel, 'lora-rank': loraRank, server, consent } = options;
    return withTinker({ url, server, baseModel, loraRank, consent }, signal, (open) =>
      withEngines(options, async (onEngines) => {
        // Sampling and training use different arithmetic: the difference is measured, and corrected for rollouts of engines.
        const run = { ...plan.run, rolloutCorrection: onEngines === undefined ? {} : TRUNCATED };
        const learner = async () => {
          const opened = await open(adapterSeed);
          return onEngines?.learner(opened) ?? opened;
        };
        const result = await trained({ ...plan, run }, options, machine, learner);
        if (typeof result !== 'string') return { ...result, adapter: result.checkpoint };
        const measured = onEngines === undefined ? [] : [describeEngines(onEngines)];
        return [result, describeFootprint(plan.source, loraRank, plan.recipe), ...measured].join('\n');
      }),
    );
  }
  const base = await load(source, signal);
  const lora = { ...adapterOf(options), seed: adapterSeed };
  const model = createAdapter(base, lora);
  let opened = 0;
  try {
    // The first learner is trained and saved; another has the start of a stage, as the reference of a KL term.
    const result = await trained(plan, options, machine, () =>
      createTfjsLearner({ ...(opened++ === 0 ? { model } : { model: base, lora }), workers: options.workers }),
    );
    if (typeof result === 'string') return result;
    const saved = options.save ?? `${options.run}/adapter`;
    await saveAdapter(saved, model, { baseModel: options.model, signal });
    if (options.merge !== undefined) await saveMerged(options.merge, model, source, signal);
    return { ...result, adapter: saved };
  } finally {
    model.dispose();
    base.dispose();
  }
}

/** What a run needs, on any engine. */
interface Plan {
  readonly source: ModelDirectory;
  readonly recipe: Recipe;
  readonly run: Omit<RunOptions, 'learner' | 'directory' | 'storage'> & { readonly directory: string };
}

function adapterOf(options: FinetuneOptions) {
  return { rank: options['lora-rank'], alpha: options['lora-alpha'], targets: options.targets };
}

async function planOf(options: FinetuneOptions, { sandbox, backend, signal }: Machine): Promise<Plan> {
  const { run: directory, seed } = options;
  const recipe = options.recipe === undefined ? recipeOf(options) : await readRecipe(options.recipe);
  const problems = await splitProblems(options, signal);
  const demonstrations = options.demonstrations === undefined ? [] : readDemonstrations(options.demonstrations);

  const source = await openModelDirectory(options.model, { signal });
  const tokenizer = await loadTokenizer(source);
  // Where the template leaves tools out, the system message describes them (`systemFor`).
  const chatTemplate = await loadChatTemplate(source, { toolsDescribedBy: 'caller' });
  const tool = createPythonTool(sandbox, { name: 'python', description: 'Runs Python; shows what it prints.' });
  const system = options.system ?? (options.agent === undefined ? systemFor(chatTemplate, tool) : undefined);
  const agent = options.agent === undefined ? undefined : await loadAgent(options.agent);
  const environment = { tokenizer, chatTemplate, tools: [tool], signal };
  const withTool = (problem: TrainingProblem) => ({ ...problem, prompt: withSystem(problem.prompt, system) });
  const engine =
    options.learner === 'tfjs'
      ? { backend: backend.name, lora: adapterOf(options) }
      : { learner: options.learner, baseModel: options['base-model'] ?? null, lora: { rank: options['lora-rank'] } };
  const run = {
    ...environment,
    ...(agent && { agent, tools: undefined }),
    directory,
    seed,
    tracing: options.tracing ? { agent: 'finetune', model: options.model } : undefined,
    maxTokensPerPass: options['max-tokens-per-pass'],
    problems: { train: problems.train.map(withTool), test: problems.test.map(withTool) },
    demonstrations: {
      demonstrations: (onProgress: (progress: DataSourceProgress) => void) =>
        playDemonstrations(demonstrations, { ...environment, tool, seed, system, recipe }, onProgress),
    },
    config: {
      ...(options.agent !== undefined && { agent: options.agent }),
      model: options.model,
      ...engine,
      system: system ?? null,
      data: configHash({ problems, demonstrations }),
      maxTokensPerPass: options['max-tokens-per-pass'],
    },
    startFrom:
      options['sft-from'] === undefined
        ? undefined
        : { directory: options['sft-from'], stage: recipe.stages.find(({ kind }) => kind === 'rl')?.name ?? 'rl' },
  };
  return { source, recipe, run };
}

/** @returns The default export of a module. @throws UsageError for anything but a function. */
async function loadAgent(file: string): Promise<AgentFunction> {
  const { default: agent } = (await import(pathToFileURL(resolve(file)).href)) as { readonly default?: unknown };
  if (typeof agent !== 'function')
    throw new UsageError(`--agent: expected a function as the default export of ${file}`);
  return agent as AgentFunction;
}

/** @returns How the run ended; for a dry run, the estimate. */
async function trained(
  { recipe, run }: Plan,
  options: FinetuneOptions,
  { sandbox }: Machine,
  learner: RunOptions['learner'],
): Promise<TrainingResult | string> {
  if (options['dry-run']) return dryRunMarkdown(await dryRun(recipe, { ...run, learner }));
  if (options.fresh) removeRun(options.run);
  return trainByRecipe(recipe, {
    ...run,
    learner,
    title: `${options.model}, ${options.recipe ?? options.algorithm}, seed ${options.seed}`,
    isolation: sandbox.isolation.level,
    tensorboard: options.tensorboard,
  });
}

/** Without `--held-out`, every tenth problem is used for evaluation only. */
async function splitProblems(options: FinetuneOptions, signal: AbortSignal) {
  const read = async (source: string) => {
    const problems: TrainingProblem[] = [];
    for await (const problem of readProblems(source, { signal })) problems.push(problem);
    return problems;
  };
  const all = await read(options.problems);
  const heldOut = options['held-out'];
  if (heldOut !== undefined) return { train: all, test: await read(heldOut) };
  return { train: all.filter((_, i) => i % 10 !== 0), test: all.filter((_, i) => i % 10 === 0) };
}

/** Loads the weights, with a line of progress on a terminal. */
async function load(source: ModelDirectory, signal: AbortSignal): Promise<Decoder> {
  const isShown = process.stderr.isTTY;
  const model = await loadModel(source, {
    signal,
    onProgress: (progress) => {
      if (isShown && progress.kind === 'load')
        process.stderr.write(`\rloading ${source.name}: ${percent(progress.loadedBytes / progress.totalBytes)}`);
    },
  });
  if (isShown) process.stderr.write('\n');
  return model;
}

async function saveMerged(folder: string, model: AdaptedDecoder, tokenizerFrom: ModelDirectory, signal: AbortSignal) {
  const merged = mergeAdapter(model);
  try {
    await saveModel(folder, merged, { tokenizerFrom, signal });
  } finally {
    merged.dispose();
  }
}

/** @returns `43.1 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
