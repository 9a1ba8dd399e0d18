import { loadChatTemplate, loadTokenizer, openModelDirectory, type ModelDirectory } from 'rstar2-agent/rollout';
import { createPythonTool } from 'rstar2-agent/sandbox';
import { configHash } from 'rstar2-agent/report';
import {
  createAdapter,
  loadModel,
  mergeAdapter,
  saveAdapter,
  saveModel,
  type AdaptedDecoder,
  type Decoder,
} from 'rstar2-agent/tfjs';
import type { Task } from '../training/agent.js';
import type { Machine } from '../training/machine.js';
import { RunStore } from '../training/run-store.js';
import { runTraining, type TrainingResult } from '../training/train.js';
import { playDemonstrations, systemFor, withSystem } from './chat.js';
import { readDemonstrations, readProblems, type Problem } from './data.js';
import { settingsOf, type FinetuneOptions } from './options.js';

/** How a run ended, and where what it made lies. */
export interface FinetuneResult extends TrainingResult {
  readonly adapter: string;
}

/** Trains an adapter of a model's folder: SFT on demonstrations, then RL, each problem with Python. */
export async function finetune(
  options: FinetuneOptions,
  { sandbox, backend, signal }: Machine,
): Promise<FinetuneResult> {
  const { run: directory, seed } = options;
  const settings = settingsOf(options);
  const problems = splitProblems(options);
  const demonstrations = options.demonstrations === undefined ? [] : readDemonstrations(options.demonstrations);
  const lora = { rank: options['lora-rank'], alpha: options['lora-alpha'], targets: options.targets };

  const source = await openModelDirectory(options.model, { signal });
  const tokenizer = await loadTokenizer(source);
  const chatTemplate = await loadChatTemplate(source);
  const tool = createPythonTool(sandbox, { name: 'python', description: 'Runs Python; shows what it prints.' });
  const system = options.system ?? systemFor(chatTemplate, tool);
  const chat = { tokenizer, chatTemplate, tool, settings, signal, system };
  const taskOf = ({ id, prompt, groundTruth }: Problem): Task => ({
    groupId: id,
    prompt: withSystem(prompt, system),
    metadata: { groundTruth },
  });

  const store = new RunStore(directory, {
    model: options.model,
    backend: backend.name,
    algorithm: options.algorithm,
    seed,
    system: system ?? null,
    data: configHash({ problems, demonstrations }),
    lora,
    ...settings,
    maxTokensPerPass: options['max-tokens-per-pass'],
  });
  const base = await load(source, signal);
  const model = createAdapter(base, { ...lora, seed: `${seed}/adapter` });
  try {
    const result = await runTraining({
      ...chat,
      title: `${options.model}, ${options.algorithm}, seed ${seed}`,
      store,
      algorithm: options.algorithm,
      seed,
      model,
      maxTokensPerPass: options['max-tokens-per-pass'],
      problems: { train: problems.train.map(taskOf), test: problems.test.map(taskOf) },
      demonstrate: () => playDemonstrations(demonstrations, seed, chat),
      sftFrom: options['sft-from'],
      isolation: sandbox.isolation.level,
    });
    const adapter = options.save ?? `${directory}/adapter`;
    await saveAdapter(adapter, model, { baseModel: options.model, signal });
    if (options.merge !== undefined) await saveMerged(options.merge, model, source, signal);
    return { ...result, adapter };
  } finally {
    model.dispose();
    base.dispose();
  }
}

/** Without a file of its own every tenth problem is held out. */
function splitProblems(options: FinetuneOptions): { readonly train: Problem[]; readonly test: Problem[] } {
  const all = readProblems(options.problems);
  const heldOut = options['held-out'];
  if (heldOut !== undefined) return { train: all, test: readProblems(heldOut) };
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
