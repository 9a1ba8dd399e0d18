import type { Tool } from '../../base/index.js';
import { renamingArguments, visibleText } from '../../base/internal/index.js';
import type { EvaluateOptions, EvaluationProblem, SampleRecord } from '../../evaluate/index.js';
import type { ChatTemplate } from '../../rollout/index.js';
import { EXIT, UsageError, write, type Command, type CommandIo } from '../command.js';
import { comparedPaths, Flags, type Compared } from '../flags.js';
import { Progress } from '../progress.js';
import { readRunFolder } from '../run-folder.js';
import { checkFolder } from '../paths.js';
import { missingTools, readTools, TOOL_HELP, withTools, type ToolOptions } from '../tools.js';
import { checkPolicyFlags, openPolicy, POLICY_HELP } from '../open-policy.js';
import { checkWritableFolder } from '../paths.js';
import { problemsOf } from './problems.js';

const HELP = `
rstar2-agent eval: measure a model on problems, with confidence intervals, or compare two evaluations

Usage: rstar2-agent eval --base-url URL --model NAME --tokenizer DIR --data FILE.jsonl [OPTIONS]
       rstar2-agent eval --model DIR --data FILE.jsonl [OPTIONS]
       rstar2-agent eval --run DIR --data FILE.jsonl [OPTIONS]
       rstar2-agent eval --compare DIR_A DIR_B [--json]

Generates samples for every problem, grades each final answer with verifyMath, and prints avg@k, pass@k, maj@k, lengths and tool
calls. Intervals are clustered by problem. Samples that could not be generated or graded are counted apart, never as wrong.

A line of a data file is a problem: {"id": "p1", "prompt": "What is 6 * 7?", "groundTruth": "42"}. The prompt may be a list of
messages {"role", "content"}. A problem without an id gets its line number. If any line is invalid, all invalid lines are listed
and nothing is generated.

With --out, each sample is saved when it ends (samples.jsonl). After an interruption, the same command continues. More samples,
seeds, temperatures or data sets are added to the saved ones. At the end, summary.json and report.md are written.

Options: where the samples come from
${POLICY_HELP}

Options: what is measured
  --data FILE      .jsonl, .csv or .parquet, or a data set of the hub; NAME=FILE gives it a name; may be repeated
  --system TEXT    a system message for every prompt without one
  --samples N      samples of each problem, temperature and seed (default 4)
  --temperature T  sampling temperature (default 0.6); may be repeated: each is measured separately
  --seed N         seed of sampling (default 0); may be repeated: each adds samples
  --top-p P        samples from the most likely tokens whose probabilities add up to P (default 1: all tokens)
  --max-tokens N   most tokens of a response, tool responses included (default 4096)
  --max-turns N    most turns of a response (default 10)
${TOOL_HELP}
  --preset NAME    paper: the paper's settings, 16 samples, 30 turns, 30000 tokens; other flags replace them
  --concurrency N  samples that run at once (default 64)

Options: the output
  --out DIR        save samples and reports in this folder, and continue from those in it
  --rollouts       save the conversations in samples.jsonl too
  --entropy        save the entropy of every token in samples.jsonl, for rstar2-agent entropy, and report where the model is
                   uncertain; not with --base-url, because servers do not report entropies
  --json           print JSON instead of Markdown
  --compare A B    compare two folders of --out on the problems that both have: differences with paired intervals, and the
                   p-values of a permutation test
  -q, --quiet      no progress on standard error
  -h, --help       show this

Examples:

  $ rstar2-agent eval --model ./step-100 --data aime=aime24.jsonl --preset paper --tools python --out evals/step-100
  $ rstar2-agent eval --compare evals/step-0 evals/step-100

Exit codes: 0 done, 1 failed, invalid lines, or samples could not be generated (run it again), 2 wrong usage, 130 interrupted.
`;

/** The defaults of flags. */
const DEFAULTS = { temperatures: [0.6], samples: 4, maxTurns: 10, maxTokens: 4096 } as const;

/** `rstar2-agent eval`: `evaluate` with an engine or a model directory, and `compareResults` of two evaluations. */
export const evalCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const compared = comparedPaths(argv);
    if (compared !== undefined) return compareFolders(compared, io);
    const flags = Flags.parse(argv, HELP);
    const sampling = await samplingOf(flags);
    const out = flags.text('out');
    if (out !== undefined) checkWritableFolder('out', out);
    const tools = await readTools(flags);
    await checkPolicyFlags(flags);
    const data = flags.texts('data');
    if (data.length === 0) throw new UsageError('--data is missing');
    const { problems, bad } = await problemsOf(data, {
      system: flags.text('system') ?? (await readRunFolder(flags))?.system,
      offline: flags.has('offline'),
      signal: io.signal,
    });
    if (bad.length > 0) {
      await write(
        io.stderr,
        `${bad.join('\n')}\nrstar2-agent eval: ${bad.length} invalid lines; nothing was generated\n`,
      );
      return EXIT.failure;
    }
    return evaluateAll(problems, flags, { ...sampling, tools }, io);
  },
};

type Sampling = Awaited<ReturnType<typeof samplingOf>>;

async function samplingOf(flags: Flags) {
  const { PAPER_EVALUATION } = await import('../../evaluate/index.js');
  const preset = flags.choice('preset', ['default', 'paper'], 'default') === 'paper' ? PAPER_EVALUATION : DEFAULTS;
  const [temperatures, seeds] = [flags.numbers('temperature', 0, 100), flags.numbers('seed', 0, 2 ** 53 - 1)];
  return {
    temperatures: temperatures.length > 0 ? temperatures : preset.temperatures,
    seeds: seeds.length > 0 ? seeds : [0],
    samples: flags.integer('samples', 1, 1e6) ?? preset.samples,
    maxTurns: flags.integer('max-turns', 1, 1e6) ?? preset.maxTurns,
    maxTokens: flags.integer('max-tokens', 1, 1e9) ?? preset.maxTokens,
    topP: flags.number('top-p', 1e-6, 1) ?? 1,
    concurrency: flags.integer('concurrency', 1, 100_000) ?? 64,
  };
}

async function evaluateAll(
  problems: readonly EvaluationProblem[],
  flags: Flags,
  { tools: wanted, ...sampling }: Sampling & { readonly tools: ToolOptions },
  { stdout, stderr, signal }: CommandIo,
): Promise<number> {
  const { evaluate, evaluationMarkdown } = await import('../../evaluate/index.js');
  const opened = await openPolicy(flags, signal);
  const { policy, tokenizer, chatTemplate, name, description } = opened;
  const progress = new Progress(stderr);
  const quiet = flags.has('quiet');
  const out = flags.text('out');
  try {
    if (!quiet) await write(stderr, `${description}\n`);
    const options: EvaluateOptions = {
      ...sampling,
      ...{ tokenizer, chatTemplate, name, out, signal },
      weights: out === undefined ? undefined : await opened.weights?.(),
      keepRollouts: flags.has('rollouts'),
      entropies: flags.has('entropy'),
      onProgress: ({ completed, total }) => {
        if (!quiet) progress.update(() => `${completed} of ${total} samples`);
      },
    };
    const { records, results, entropy } = await withTools(wanted, flags, async ({ tools }) => {
      const missing = await missingTools(flags, tools);
      if (missing !== undefined) await write(stderr, `${missing}\n`);
      for (const { name } of tools.filter(({ name }) => !isNamed(name, problems, { chatTemplate, tools })))
        await write(
          stderr,
          `warning: no prompt names the tool ${name}, so a model that was not trained with it will not call it (--tool-name, --system)\n`,
        );
      return flags.check(() => evaluate(policy, problems, { ...options, tools }));
    });
    progress.clear();
    const text = flags.has('json') ? `${JSON.stringify(results, null, 2)}\n` : evaluationMarkdown(results, entropy);
    await write(stdout, text);
    return await tellUnavailable(records, stderr);
  } finally {
    await opened.close();
  }
}

/** @returns Whether any rendered prompt contains the name of a tool. */
function isNamed(
  name: string,
  problems: readonly EvaluationProblem[],
  { chatTemplate, tools }: { readonly chatTemplate: ChatTemplate; readonly tools: readonly Tool[] },
): boolean {
  return problems.some(({ prompt }) =>
    chatTemplate.render(prompt, { tools }).toLowerCase().includes(name.toLowerCase()),
  );
}

async function tellUnavailable(records: readonly SampleRecord[], stderr: CommandIo['stderr']): Promise<number> {
  const missing = records.filter(({ correct }) => correct === 'unavailable');
  if (missing.length === 0) return EXIT.ok;
  const reason = missing[0]!.reason ?? '';
  await write(
    stderr,
    `${missing.length} of ${records.length} samples could not be generated; reason of the first: ${visibleText(reason)}\n`,
  );
  return EXIT.failure;
}

async function compareFolders({ first, second, rest }: Compared, { stdout, stderr }: CommandIo): Promise<number> {
  const flags = Flags.parse(rest, '  --json');
  const { compareResults, comparisonMarkdown, readEvaluation } = await import('../../evaluate/index.js');
  const { settingsApart } = await import('../../evaluate/internal/index.js');
  for (const path of [first, second]) checkFolder('compare', path);
  const [before, after] = [readEvaluation(first), readEvaluation(second)];
  // The models differ on purpose.
  for (const { setting, first: a = 'none', second: b = 'none' } of settingsApart(first, second))
    if (setting !== 'name' && setting !== 'weights')
      await write(stderr, `warning: the evaluations also differ in ${setting}: ${a} and ${b}\n`);
  const compared = renamingArguments(
    (name) => ({ first, second })[name] ?? name,
    () => compareResults(before, after),
  );
  await write(stdout, flags.has('json') ? `${JSON.stringify(compared, null, 2)}\n` : comparisonMarkdown(compared));
  return EXIT.ok;
}
