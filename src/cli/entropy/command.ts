import { Random } from '../../base/index.js';
import type { EntropyTrace } from '../../evaluate/index.js';
import { EXIT, write, type Command, type CommandIo } from '../command.js';
import { comparedPaths, Flags } from '../flags.js';
import { checkFile, checkFolder, checkSource } from '../paths.js';

const HELP = `
rstar2-agent entropy: show at which tokens a model is uncertain

Usage: rstar2-agent entropy --from SOURCE [OPTIONS]
       rstar2-agent entropy --compare BEFORE AFTER [OPTIONS]

A source is a folder of rstar2-agent eval --entropy, or a .jsonl file of its samples, or of rollouts with tokens.entropies;
rollouts need --tokenizer. Prints the entropy by class of token (reasoning, code, reaction to a tool, answer); the tokens of
highest entropy in each rollout, with forking and reflection tokens; and the words of highest entropy.

Options:
  --from SOURCE    the source to analyse
  --compare A B    print two sources side by side, such as before and after training
  --rollouts N     analyse N random rollouts (the paper takes 64; default all)
  --seed TEXT      seed of that choice (default 0)
  --top SHARE      share of a rollout's tokens that count as highest (default 0.2)
  --phrase TEXT    a phrase that changes the direction of the reasoning; replaces the default phrases; may be repeated
  --words N        number of words in the list (default 30)
  --min-count N    list only words that occur at least N times (default 3)
  --tokenizer DIR  for rollouts: folder or hub id with the tokenizer
  --offline        download nothing: use only the local cache of the hub
  --json           print the analysis as JSON; with --compare {"before", "after"}
  -h, --help       show this

Example:

  $ rstar2-agent eval --model ./step-100 --data aime=aime24.jsonl --tools python --entropy --out evals/step-100
  $ rstar2-agent entropy --compare evals/step-0 evals/step-100

Exit codes: 0 done, 1 the source cannot be read or has no entropies, 2 wrong usage.
`;

/** `rstar2-agent entropy`: `analyzeEntropy` over what `readEntropyTraces` reads. */
export const entropyCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const compared = comparedPaths(argv);
    if (compared !== undefined) for (const path of [compared.first, compared.second]) checkReadable('compare', path);
    const flags = Flags.parse(compared?.rest ?? argv, HELP);
    const analyze = await analyzer(flags, io);
    const after = await analyze(compared?.second ?? sourceOf(flags));
    const before = compared === undefined ? undefined : await analyze(compared.first);
    const { entropyMarkdown } = await import('../../evaluate/index.js');
    const found = before === undefined ? after : { before, after };
    await write(io.stdout, flags.has('json') ? `${JSON.stringify(found, null, 2)}\n` : entropyMarkdown(after, before));
    return EXIT.ok;
  },
};

function sourceOf(flags: Flags): string {
  const source = flags.required('from');
  checkReadable('from', source);
  return source;
}

function checkReadable(flag: string, source: string): void {
  if (source.endsWith('.jsonl')) checkFile(flag, source);
  else checkFolder(flag, source);
}

/** @returns A function that analyses a source with the options of the flags. */
async function analyzer(flags: Flags, io: CommandIo) {
  const [rollouts, seed] = [flags.integer('rollouts', 1, 1e9), flags.text('seed') ?? '0'];
  const phrases = flags.texts('phrase');
  const options = {
    top: flags.number('top', 0, 1),
    phrases: phrases.length > 0 ? phrases : undefined,
    words: flags.integer('words', 0, 1e6),
    minCount: flags.integer('min-count', 1, 1e9),
  };
  const { analyzeEntropy, readEntropyTraces } = await import('../../evaluate/index.js');
  const drawn = (traces: EntropyTrace[]): readonly EntropyTrace[] =>
    rollouts === undefined ? traces : new Random(seed).shuffle(traces).slice(0, rollouts);
  const tokenizer = await tokenizerOf(flags, io);
  return async (source: string) =>
    flags.check(() => analyzeEntropy(drawn(readEntropyTraces(source, { tokenizer })), options), {
      phrases: ['phrase'],
    });
}

async function tokenizerOf(flags: Flags, { signal }: CommandIo) {
  const source = flags.text('tokenizer');
  if (source === undefined) return undefined;
  checkSource('tokenizer', source);
  const { loadTokenizer, openModelDirectory } = await import('../../rollout/index.js');
  return loadTokenizer(await openModelDirectory(source, { offline: flags.has('offline') || undefined, signal }));
}
