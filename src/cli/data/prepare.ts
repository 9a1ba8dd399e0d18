import type { DataProgress, PreparedCounts, PreparedData } from '../../recipe/internal/index.js';
import { EXIT, UsageError, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { Progress } from '../progress.js';
import { checkWritableFolder } from '../paths.js';
import { readSourceFlags, SOURCE_HELP } from './source-flags.js';

const HELP = `
rstar2-agent data prepare: make a set of problems to train on

Usage: rstar2-agent data prepare --from SOURCE [--from SOURCE …] --out FOLDER [OPTIONS]
       rstar2-agent data prepare --from dapo-math-17k --against aime-2024 --against aime-2025 --out data/dapo
       rstar2-agent data prepare --from problems.csv --prompt text --ground-truth label --out data/mine

Reads problems, keeps those whose answer is an integer, and writes each once:

  problems.jsonl  what is kept: {"id", "source", "prompt": messages, "metadata": {"groundTruth"}}
  removed.jsonl   what is not, and why: not-integer, leak, duplicate or near-duplicate, and of which problem
  bad.jsonl       rows that hold no problem: file, number, reason
  data.json       how it was made, and statistics

The folder grows at FOLDER.part and gets its name when it is whole. Stopped at any moment, the same command goes on where
it was and writes the same files.

A source is a file (.jsonl, .csv, .tsv, .parquet), a folder, an id of the Hugging Face hub (owner/name, owner/name@revision),
or one of dapo-math-17k, aime-2024, aime-2025, hmmt-2025, math-500.

Options:
  --from SOURCE    problems; may be given again: they are read in this order, and the first of a problem's copies is kept
  --out FOLDER     must not be there yet
  --against SOURCE  test problems, none of which may be in it; may be given again
${SOURCE_HELP}
  --any-answer     keep problems whose answer is no integer, too
  --near-duplicates SHARE  least share of common word triples of near duplicates (default 0.3; 0 keeps them)
  --ngram N        words of an n-gram of the test problems (default 8)
  --overlap SHARE  share of a test problem's n-grams that makes a leak, with all its numbers (default 0.5)
  --json           print the statistics as one object
  -q, --quiet      no progress on standard error
  -h, --help       show this

Files of the hub need the package @huggingface/hub, Parquet hyparquet (and hyparquet-compressors for other codecs than Snappy).
Exit codes: 0 done, 1 a source cannot be read, the folder cannot be written or nothing was kept, 2 wrong usage, 130 interrupted.
`;

/** `rstar2-agent data prepare`: `prepareData` from the command line. */
export const prepareCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const from = flags.texts('from');
    if (from.length === 0) throw new UsageError('--from is missing');
    const out = flags.required('out');
    checkWritableFolder('out', out);
    const near = flags.number('near-duplicates', 0, 1);
    const curate = {
      integerAnswers: !flags.has('any-answer'),
      nearDuplicates: near === 0 ? (false as const) : near,
      ngram: flags.integer('ngram', 2, 100),
      overlap: flags.number('overlap', 1e-9, 1),
    };
    const { prepareData } = await import('../../recipe/index.js');
    const progress = new Progress(io.stderr);
    const onProgress = (where: DataProgress, counts: PreparedCounts) =>
      flags.has('quiet') ? undefined : progress.update(() => progressLine(where, counts));
    const read = readSourceFlags(flags);
    const against = flags.texts('against');
    try {
      const prepared = await flags.check(() =>
        prepareData({ from, out, against, read, curate, onProgress, signal: io.signal }),
      );
      progress.clear();
      await write(io.stdout, flags.has('json') ? `${JSON.stringify(prepared)}\n` : preparedText(prepared));
      if (prepared.kept > 0) return EXIT.ok;
      await write(
        io.stderr,
        `rstar2-agent data prepare: nothing was kept; ${out}/removed.jsonl and bad.jsonl say why\n`,
      );
      return EXIT.failure;
    } finally {
      progress.clear();
    }
  },
};

function progressLine(where: DataProgress, counts: PreparedCounts): string {
  const [done, total] =
    where.kind === 'download' ? [where.receivedBytes, where.totalBytes] : [where.readBytes, where.totalBytes];
  const share = total === 0 ? '' : `${Math.floor((100 * done) / total)} % of `;
  const doing = where.kind === 'download' ? 'fetching' : 'reading';
  return `${doing} ${where.file}: ${share}${(total / 1e6).toFixed(1)} MB; ${countsText(counts)}`;
}

function countsText({ kept, removed, badRows }: PreparedCounts): string {
  const reasons = Object.entries(removed).map(([kind, count]) => `, ${count} ${kind}`);
  return `${kept} kept${reasons.join('')}${badRows === 0 ? '' : `, ${badRows} bad rows`}`;
}

/** @returns What was made, for a person to read. */
export function preparedText({ out, tests, statistics, ...counts }: PreparedData): string {
  const { questionCharacters: length, answers } = statistics;
  return [
    `${out}: ${countsText(counts)}`,
    ...Object.entries(statistics.sources).map(([source, count]) => `  ${count} of ${source}`),
    ...(tests === 0 ? [] : [`  compared with ${tests} test problems`]),
    ...(length === undefined
      ? []
      : [`  questions of ${length.min} to ${length.max} characters, half of them at most ${length.median}`]),
    ...(answers.min === undefined
      ? []
      : [`  answers from ${answers.min} to ${answers.max}, ${answers.distinct} different ones`]),
    ...(counts.badRows === 0 ? [] : [`  bad rows: see ${out}/bad.jsonl`]),
    '',
  ].join('\n');
}
