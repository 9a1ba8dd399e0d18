import {
  dryRun,
  dryRunMarkdown,
  readProblems,
  readRecipe,
  removeRun,
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
import { playDemonstrations, systemFor, withSystem } from './chat.js';
import { readDemonstrations } from './data.js';
import { recipeOf, type FinetuneOptions } from './options.js';

/** How a run ended, and where what it made lies. */
export interface FinetuneResult extends TrainingResult {
  readonly adapter: string;
}

/**
 * Trains an adapter of a model's folder by a recipe, each problem with Python.
 *
 * @returns What came of it; of a dry run what the whole would take, as Markdown.
 */
export async function finetune(options: FinetuneOptions, machine: Machine): Promise<FinetuneResult | string> {
  const { run: directory, seed } = options;
  const { sandbox, backend, signal } = machine;
  const recipe = options.recipe === undefined ? recipeOf(options) : await readRecipe(options.recipe);
  const problems = await splitProblems(options, signal);
  const demonstrations = options.demonstrations === undefined ? [] : readDemonstrations(options.demonstrations);
  const lora = { rank: options['lora-rank'], alpha: options['lora-alpha'], targets: options.targets };

  const source = await openModelDirectory(options.model, { signal });
  const tokenizer = await loadTokenizer(source);
  const chatTemplate = await loadChatTemplate(source);
  const tool = createPythonTool(sandbox, { name: 'python', description: 'Runs Python; shows what it prints.' });
  const system = options.system ?? systemFor(chatTemplate, tool);
  const environment = { tokenizer, chatTemplate, tools: [tool], signal };
  const withTool = (problem: TrainingProblem) => ({ ...problem, prompt: withSystem(problem.prompt, system) });

  const base = await load(source, signal);
  const adapter = { ...lora, seed: `${seed}/adapter` };
  const model = createAdapter(base, adapter);
  let opened = 0;
  const run: RunOptions = {
    ...environment,
    directory,
    seed,
    // The first is the one that is trained and saved; another holds a stage's start, to measure a KL term from.
    learner: () => createTfjsLearner(opened++ === 0 ? { model } : { model: base, lora: adapter }),
    maxTokensPerPass: options['max-tokens-per-pass'],
    problems: { train: problems.train.map(withTool), test: problems.test.map(withTool) },
    demonstrations: {
      demonstrations: () => playDemonstrations(demonstrations, { ...environment, tool, seed, system, recipe }),
    },
    config: {
      model: options.model,
      backend: backend.name,
      system: system ?? null,
      data: configHash({ problems, demonstrations }),
      lora,
      maxTokensPerPass: options['max-tokens-per-pass'],
    },
    startFrom:
      options['sft-from'] === undefined
        ? undefined
        : { directory: options['sft-from'], stage: recipe.stages.find(({ kind }) => kind === 'rl')?.name ?? 'rl' },
  };
  try {
    if (options['dry-run']) return dryRunMarkdown(await dryRun(recipe, run));
    if (options.fresh) removeRun(directory);
    const title = `${options.model}, ${options.recipe ?? options.algorithm}, seed ${seed}`;
    const result = await trainByRecipe(recipe, {
      ...run,
      title,
      isolation: sandbox.isolation.level,
      tensorboard: options.tensorboard,
    });
    const saved = options.save ?? `${directory}/adapter`;
    await saveAdapter(saved, model, { baseModel: options.model, signal });
    if (options.merge !== undefined) await saveMerged(options.merge, model, source, signal);
    return { ...result, adapter: saved };
  } finally {
    model.dispose();
    base.dispose();
  }
}

/** Without a file of its own every tenth problem is held out. */
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
