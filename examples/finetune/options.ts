import { BACKENDS } from 'rstar2-agent/tfjs';
import type { OptimizerSettings, Recipe, Stage } from 'rstar2-agent/recipe';
import { ALGORITHMS, withAlgorithm } from '../training/algorithms.js';
import { LEARNERS, SERVERS } from '../training/tinker.js';
import {
  choice,
  choices,
  describeFlags,
  integer,
  maybeInteger,
  number,
  onOff,
  parseFlags,
  required,
  text,
  textOr,
  UsageError,
  type Values,
} from './flags.js';

const TARGETS = ['all-linear', 'q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;

const DATA = {
  model: required('DIR', "a model's folder, or an id of the Hugging Face hub"),
  problems: required('FILE', 'JSON lines {"prompt": text or messages, "groundTruth": text}: what RL practises'),
  'held-out': text('FILE', 'the same, for evaluation alone (default: every tenth of --problems)'),
  demonstrations: text('FILE', 'JSON lines {"messages": […]}: what SFT shows before RL (default: no SFT)'),
  system: text(
    'TEXT',
    'the system message of prompts that have none (default: what the model needs to know of the tool)',
  ),
};

const RECIPE = {
  recipe: text('FILE', 'stages in .json or .yaml; its problems are train and test, its demonstrations demonstrations'),
  'dry-run': onOff('make the first steps of every stage, forget them, and say what the whole would take'),
};

const ADAPTER = {
  'lora-rank': integer(16, 1, 'rank'),
  'lora-alpha': number(32, { min: 1e-6 }, 'the adapter is scaled by alpha / rank'),
  targets: choices(TARGETS, 'all-linear', 'which matrices have one'),
};

const SFT = {
  'sft-steps': integer(30, 0, 'optimizer steps'),
  'sft-batch': integer(8, 1, 'demonstrations of a step'),
  'sft-learning-rate': number(5e-4, { min: 0 }, 'its rate'),
};

const RL = {
  steps: integer(50, 0, 'steps'),
  'prompts-per-step': integer(4, 1, 'prompts of a step'),
  'group-size': integer(8, 2, 'G: 2G rollouts of a prompt are sampled, G are kept'),
  'mini-batches': integer(1, 1, 'optimizer steps on the rollouts of a step'),
  'learning-rate': number(1e-4, { min: 0 }, 'the rate'),
  kl: number(0, { min: 0 }, 'weight of the KL from the model without its adapter'),
  algorithm: choice(ALGORITHMS, 'grpo-roc', 'how G rollouts are come by'),
  'max-tokens': integer(256, 1, 'most tokens after the prompt, tool responses included'),
  'max-turns': integer(4, 1, 'most turns of a rollout'),
  temperature: number(1, { min: 0.01, max: 10 }, 'of sampling'),
};

const RESULTS = {
  'sft-from': text(
    'DIR',
    'another run of the same model and adapter, whose SFT and evaluation after it are taken over',
  ),
  run: textOr('runs/finetune', 'DIR', 'where the run is kept; an unfinished one in it is resumed'),
  fresh: onOff('start over'),
  save: text('DIR', "the adapter, in PEFT's format (default: adapter in the run's folder)"),
  tracing: onOff('OpenTelemetry spans of all rollouts, for a provider that is registered (docs/tracing.md)'),
  tensorboard: onOff("event files for TensorBoard, too, in the run's folder tensorboard"),
  merge: text('DIR', 'the whole model too, with the adapter worked in'),
};

const RULES = {
  'eval-every': integer(10, 1, 'RL steps between two evaluations; there is one before and one after in any case'),
  'eval-samples': integer(2, 1, 'rollouts of a held-out problem'),
  'checkpoint-every': integer(5, 1, 'steps between two checkpoints: what is lost at most when the run is killed'),
};

const ENGINE = {
  learner: choice(LEARNERS, 'tfjs', 'in this process, or on a Tinker server'),
  'tinker-url': text(
    'URL',
    'the server; a key is read from TINKER_API_KEY (default TINKER_BASE_URL, else the hosted service)',
  ),
  server: choice(SERVERS, 'probe', 'what the server is; probe measures what it does with losses, once'),
  'base-model': text(
    'NAME',
    'what the server calls the model, whose tokenizer --model has (default the first that it lists)',
  ),
  engines: text('URL,URL,…', 'vLLM or SGLang servers that make the rollouts (default: the Tinker server makes them)'),
  adapters: text('DIR', 'where adapters are written for the engines, which see the folder under the same path'),
  agent: text(
    'FILE',
    'a module whose default export is the agent (AgentFunction) that makes rollouts, in place of Python',
  ),
  consent: onOff('how the server reduces losses may be measured on a throw-away adapter, should it cost something'),
};

const MACHINE = {
  backend: choice(['auto', ...BACKENDS], 'auto', 'of tensors'),
  workers: maybeInteger(1, 'threads that compute, on wasm and cpu (default: on wasm one a core, 1 for small models)'),
  'max-tokens-per-pass': integer(2048, 1, 'tokens of one forward and backward pass; fewer need less memory'),
  isolation: choice(['auto', 'full', 'none'], 'auto', "how the model's Python is contained"),
  'allow-missing': choice(
    ['nothing', 'network'],
    'nothing',
    'what need not be denied where that Python is WebAssembly',
  ),
  seed: textOr('1', 'NAME', 'what everything random is drawn from'),
  help: onOff('show this'),
};

const FLAGS = { ...DATA, ...RECIPE, ...ADAPTER, ...SFT, ...RL, ...RULES, ...RESULTS, ...ENGINE, ...MACHINE };

export type FinetuneOptions = Values<typeof FLAGS>;

export const HELP = `Fine-tunes a model that uses Python, by GRPO-RoC on an adapter (LoRA)

  main.ts --model DIR --problems FILE [--demonstrations FILE] [OPTIONS]

A step samples 2G rollouts of each prompt: the model writes, its calls of the tool \`python\` are run in a sandbox, it reads what
they print and goes on. The answer (in \\boxed{}) is held against groundTruth. Of prompts with right and wrong answers G
rollouts are kept, of the right ones rather those whose calls did not fail, and the adapter learns from them. Prompts that
are always or never solved teach nothing: take problems that the model solves sometimes, or show it how by demonstrations.

${describeFlags({
  'What is trained, on what': DATA,
  'A recipe, in place of the flags of SFT, RL and measuring': RECIPE,
  'The adapter (LoRA)': ADAPTER,
  'SFT: cross-entropy on what assistants say in the demonstrations': SFT,
  'RL: GRPO with Resample-on-Correct': RL,
  'How it is measured and kept': RULES,
  'What comes of it': RESULTS,
  'Where weights are trained; a server has its own alpha and keeps the adapter': ENGINE,
  'The machine': MACHINE,
})}

Killed, or ended by Ctrl-C? The same command goes on from the last checkpoint.
docs/finetuning.md has a run from start to end.
`;

/** @throws UsageError naming the flag, also for one that says what `--recipe` says. */
export function parseOptions(args: readonly string[]): FinetuneOptions {
  const options = parseFlags(FLAGS, args);
  const said = Object.keys({ ...SFT, ...RL, ...RULES }).find((name) =>
    args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  );
  if (options.recipe !== undefined && said !== undefined)
    throw new UsageError(`--${said}: the recipe says it; leave one of them out`);
  const remote = (['tinker-url', 'engines', 'adapters'] as const).find((name) => options[name] !== undefined);
  if (options.learner !== 'tinker' && remote !== undefined)
    throw new UsageError(`--${remote}: expected with --learner tinker alone`);
  const { TINKER_BASE_URL: address, TINKER_API_KEY: key } = process.env;
  if (options.learner === 'tinker' && !(options['tinker-url'] ?? address ?? key))
    throw new UsageError(
      '--learner tinker: expected --tinker-url, or TINKER_BASE_URL or TINKER_API_KEY in the environment',
    );
  if ((options.engines === undefined) !== (options.adapters === undefined))
    throw new UsageError('--engines, --adapters: expected both or neither');
  if (options.learner === 'tinker' && options.workers !== undefined)
    throw new UsageError('--workers: expected with --learner tfjs alone');
  const here = options.learner === 'tinker' && (['save', 'merge'] as const).find((name) => options[name] !== undefined);
  if (here) throw new UsageError(`--${here}: the adapter is the server's`);
  return options;
}

/** @returns Whether the help was asked for, whatever else is missing. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.length === 0 || args.includes('--help');
}

/** @returns The recipe that the flags write: SFT where there are demonstrations, then RL. */
export function recipeOf(options: FinetuneOptions): Recipe {
  const optimizer = (learningRate: number): OptimizerSettings => ({
    learningRate,
    beta2: 0.95,
    weightDecay: 0,
    schedule: { kind: 'cosine', warmupSteps: 3, finalShare: 0.1 },
  });
  const sft: Stage = {
    kind: 'sft',
    name: 'sft',
    steps: options['sft-steps'],
    batchSize: options['sft-batch'],
    optimizer: optimizer(options['sft-learning-rate']),
  };
  const clip = { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 } as const;
  const rl: Stage = {
    kind: 'rl',
    name: 'rl',
    promptsPerStep: options['prompts-per-step'],
    groupSize: options['group-size'],
    selection: { minimumNegatives: 1, minimumPositives: 1 },
    sampling: {
      maxTokens: options['max-tokens'],
      maxTurns: options['max-turns'],
      temperature: options.temperature,
    },
    objective:
      options.kl === 0 ? 'grpo-roc' : { loss: clip, aggregation: 'token-mean', kl: { coefficient: options.kl } },
    miniBatches: options['mini-batches'],
    optimizer: optimizer(options['learning-rate']),
    until: { steps: options.steps },
  };
  const recipe: Recipe = {
    name: 'finetune',
    stages: options.demonstrations === undefined ? [rl] : [sft, rl],
    evaluation: { everySteps: options['eval-every'], samples: options['eval-samples'] },
    checkpointEverySteps: options['checkpoint-every'],
  };
  return withAlgorithm(recipe, options.algorithm);
}
