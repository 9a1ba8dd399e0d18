import type { DataProgress, PreparedCounts, PreparedData } from '../../recipe/internal/index.js';
import { EXIT, UsageError, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { Progress } from '../progress.js';
import { checkWritableFolder } from '../paths.js';
import { readSourceFlags, SOURCE_HELP } from './source-flags.js';

const HELP = `
rstar2-agent data prepare: make a training set of problems, without copies and without problems of a test set

Usage: rstar2-agent data prepare --from SOURCE [--from SOURCE …] --out FOLDER [OPTIONS]

Reads problems, removes those whose answer is not an integer, copies, and problems of the test sets, and writes to the folder:

  problems.jsonl  the problems: {"id", "source", "prompt": messages, "metadata": {"groundTruth"}}
  removed.jsonl   removed problems with the reason: not-integer, leak, duplicate or near-duplicate, and of which problem
  bad.jsonl       rows without a valid problem: file, number, reason
  data.json       the options that were used, and statistics

The folder is written as FOLDER.part and renamed at the end. After an interruption, the same command continues and gives the same
files.

A source is a file (.jsonl, .csv, .tsv, .parquet), a folder, an id of the Hugging Face hub (owner/name, owner/name@revision),
or one of dapo-math-17k, aime-2024, aime-2025, hmmt-2025, math-500.

Options:
  --from SOURCE    problems to read; may be repeated. Of several copies of a problem, the first is kept
  --out FOLDER     the folder to write; it must not exist yet
  --against SOURCE  a test set: its problems are removed; may be repeated
${SOURCE_HELP}
  --any-answer     keep problems whose answer is not an integer
  --near-duplicates SHARE  problems with at least this share of common word triples are near duplicates (default 0.3; 0 keeps them)
  --ngram N        words in an n-gram of a test problem (default 8)
  --overlap SHARE  a problem is a leak if it has this share of a test problem's n-grams and all its numbers (default 0.5)
  --json           print the statistics as one object
  -q, --quiet      no progress on standard error
  -h, --help       show this

Examples:

  $ rstar2-agent data prepare --from dapo-math-17k --against aime-2024 --against aime-2025 --out data/dapo
  $ rstar2-agent data prepare --from problems.csv --prompt text --ground-truth label --out data/mine

Files of the hub need the package @huggingface/hub. Parquet needs hyparquet, and hyparquet-compressors for codecs other than Snappy.
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
        `rstar2-agent data prepare: no problem was kept; ${out}/removed.jsonl and bad.jsonl give the reasons\n`,
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
  const doing = where.kind === 'download' ? 'downloading' : 'reading';
  return `${doing} ${where.file}: ${share}${(total / 1e6).toFixed(1)} MB; ${countsText(counts)}`;
}

function countsText({ kept, removed, badRows }: PreparedCounts): string {
  const reasons = Object.entries(removed).map(([kind, count]) => `, ${count} ${kind}`);
  return `${kept} kept${reasons.join('')}${badRows === 0 ? '' : `, ${badRows} invalid rows`}`;
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
    ...(counts.badRows === 0 ? [] : [`  invalid rows: see ${out}/bad.jsonl`]),
    '',
  ].join('\n');
}
