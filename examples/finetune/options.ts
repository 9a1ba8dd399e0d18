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
  problems: required('FILE', 'problems for RL: JSON lines {"prompt": text or messages, "groundTruth": text}'),
  'held-out': text('FILE', 'problems for evaluation only, in the same format (default: every tenth of --problems)'),
  demonstrations: text('FILE', 'conversations for SFT before RL: JSON lines {"messages": […]} (default: no SFT)'),
  system: text('TEXT', 'system message for prompts without one (default: a description of the Python tool)'),
};

const RECIPE = {
  recipe: text(
    'FILE',
    'a recipe (.json or .yaml) with your own stages; its data sets are train, test and demonstrations',
  ),
  'dry-run': onOff('run the first steps of every stage without saving them, and estimate time and memory of the whole'),
};

const ADAPTER = {
  'lora-rank': integer(16, 1, 'rank of the adapter'),
  'lora-alpha': number(32, { min: 1e-6 }, 'the adapter is scaled by alpha / rank'),
  targets: choices(TARGETS, 'all-linear', 'matrices that get an adapter'),
};

const SFT = {
  'sft-steps': integer(30, 0, 'optimizer steps'),
  'sft-batch': integer(8, 1, 'demonstrations in each step'),
  'sft-learning-rate': number(5e-4, { min: 0 }, 'peak learning rate'),
};

const RL = {
  steps: integer(50, 0, 'number of RL steps'),
  'prompts-per-step': integer(4, 1, 'prompts in each step'),
  'group-size': integer(8, 2, 'G: of each prompt, 2G rollouts are sampled and G are kept'),
  'mini-batches': integer(1, 1, 'optimizer steps on the rollouts of one step'),
  'learning-rate': number(1e-4, { min: 0 }, 'peak learning rate'),
  kl: number(0, { min: 0 }, 'weight of the KL divergence from the model without adapter'),
  algorithm: choice(ALGORITHMS, 'grpo-roc', 'how the G rollouts of a prompt are chosen'),
  'max-tokens': integer(256, 1, 'most tokens after the prompt, tool responses included'),
  'max-turns': integer(4, 1, 'most turns of a rollout'),
  temperature: number(1, { min: 0.01, max: 10 }, 'sampling temperature'),
};

const RESULTS = {
  'sft-from': text('DIR', 'take SFT and the evaluation after it from this run of the same model and adapter'),
  run: textOr('runs/finetune', 'DIR', 'folder of the run; an unfinished run in it continues'),
  fresh: onOff('delete the run in the folder and start again'),
  save: text('DIR', "folder for the adapter, in PEFT's format (default: adapter in the run's folder)"),
  tracing: onOff('create OpenTelemetry spans of all rollouts, for a registered provider (docs/tracing.md)'),
  tensorboard: onOff('also write event files for TensorBoard, in the folder tensorboard of the run'),
  merge: text('DIR', 'folder for the whole model, with the adapter merged'),
};

const RULES = {
  'eval-every': integer(10, 1, 'RL steps between two evaluations; the first comes before RL, the last after it'),
  'eval-samples': integer(2, 1, 'rollouts of each held-out problem'),
  'checkpoint-every': integer(5, 1, 'steps between two checkpoints; a killed run loses at most these'),
};

const ENGINE = {
  learner: choice(LEARNERS, 'tfjs', 'where to train: in this process, or on a Tinker server'),
  'tinker-url': text(
    'URL',
    'the Tinker server (default: TINKER_BASE_URL, else the hosted service); TINKER_API_KEY has the key',
  ),
  server: choice(SERVERS, 'probe', 'type of the server; probe measures once how the server computes losses'),
  'base-model': text(
    'NAME',
    "the server's name for the model; --model has its tokenizer (default: the first that the server lists)",
  ),
  engines: text('URL,URL,…', 'vLLM or SGLang servers for the rollouts (default: the Tinker server)'),
  adapters: text('DIR', 'folder for adapters that the engines load; it must have the same path on their machines'),
  agent: text('FILE', 'a module whose default export is your agent (AgentFunction); it replaces the loop with Python'),
  consent: onOff('allow a measurement of how the server computes losses, on a temporary adapter; it may cost money'),
};

const MACHINE = {
  backend: choice(['auto', ...BACKENDS], 'auto', 'tensor backend'),
  workers: maybeInteger(1, 'compute threads, on wasm and cpu (default: one a core on wasm, 1 for small models)'),
  'max-tokens-per-pass': integer(2048, 1, 'most tokens of one forward and backward pass; fewer need less memory'),
  isolation: choice(['auto', 'full', 'none'], 'auto', "isolation of the model's Python"),
  'allow-missing': choice(
    ['nothing', 'network'],
    'nothing',
    'protection that this Python may lack if it runs as WebAssembly',
  ),
  seed: textOr('1', 'NAME', 'seed of everything random'),
  help: onOff('show this'),
};

const FLAGS = { ...DATA, ...RECIPE, ...ADAPTER, ...SFT, ...RL, ...RULES, ...RESULTS, ...ENGINE, ...MACHINE };

export type FinetuneOptions = Values<typeof FLAGS>;

export const HELP = `Fine-tunes a model that uses Python, with GRPO-RoC on a LoRA adapter

Usage: main.ts --model DIR --problems FILE [--demonstrations FILE] [OPTIONS]

Each step samples 2G rollouts of each prompt. The model may call the tool \`python\`, which runs in a sandbox, and continues with
its output. The answer in \\boxed{} is compared with groundTruth. If a prompt has right and wrong answers, G of its rollouts are
kept, right ones without failed calls first, and the adapter is trained on them. Prompts that are always or never solved teach
nothing: take problems that the model solves sometimes, or add demonstrations.

${describeFlags({
  'Model and data': DATA,
  'A recipe, instead of the flags of SFT, RL and evaluation': RECIPE,
  'The adapter (LoRA)': ADAPTER,
  'SFT: cross-entropy on the assistant turns of the demonstrations': SFT,
  'RL: GRPO with Resample-on-Correct': RL,
  'Evaluation and checkpoints': RULES,
  Output: RESULTS,
  'Where the weights are trained; a Tinker server has its own alpha and keeps the adapter': ENGINE,
  'The machine': MACHINE,
})}

After Ctrl-C or a crash, the same command continues from the last checkpoint.

Example:

  main.ts --model Qwen/Qwen3-0.6B --problems problems.jsonl --steps 50 --run runs/words

docs/finetuning.md has a whole run.
`;

/** @throws UsageError that names the flag, also for a flag that `--recipe` replaces. */
export function parseOptions(args: readonly string[]): FinetuneOptions {
  const options = parseFlags(FLAGS, args);
  const said = Object.keys({ ...SFT, ...RL, ...RULES }).find((name) =>
    args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  );
  if (options.recipe !== undefined && said !== undefined)
    throw new UsageError(`--${said}: cannot be used with --recipe, which sets it`);
  const remote = (['tinker-url', 'engines', 'adapters'] as const).find((name) => options[name] !== undefined);
  if (options.learner !== 'tinker' && remote !== undefined) throw new UsageError(`--${remote}: needs --learner tinker`);
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
  if (here) throw new UsageError(`--${here}: cannot be used with --learner tinker: the server keeps the adapter`);
  return options;
}

/** @returns Whether to print the help: for `--help`, or no arguments. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.length === 0 || args.includes('--help');
}

/** @returns The recipe of the flags: SFT if there are demonstrations, then RL. */
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
