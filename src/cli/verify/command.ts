import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Verdict } from '../../base/index.js';
import { errorMessage, renamingArguments } from '../../base/internal/index.js';
import { csvRows, lines } from '../../io/index.js';
import type { VerifyMathOptions } from '../../verify/index.js';
import { EXIT, UsageError, write, type Command, type CommandIo } from '../command.js';
import { Flags } from '../flags.js';
import { checkFile } from '../paths.js';
import { Progress } from '../progress.js';
import { jsonlRecords, tableRecords, type BadLine, type InputRecord } from './record.js';

const HELP = `
rstar2-agent verify: grade answers against their ground truths

Usage: rstar2-agent verify FILE [OPTIONS]
       rstar2-agent verify --input FILE [OPTIONS]
       generate | rstar2-agent verify --input - --json > verdicts.jsonl

Reads one record a line and writes one verdict a line, in the same order. Memory use does not grow with the input. A record has
a response and a ground truth (groundTruth, or metadata.groundTruth). It may have an id, and options of verifyMath:

  {"id": "aime-1", "groundTruth": "\\\\frac{1}{2}", "response": "so the answer is $\\\\boxed{0.5}$"}

A verdict is correct, incorrect or undecided. Undecided means that the answer could not be judged; it does not count as wrong.
An invalid line is reported on standard error with its number, and the other lines are graded.

Options:
  FILE, --input FILE  JSON lines, or a table with a header; - is standard input
  --format FORMAT  jsonl, csv or tsv (default: by the file's extension, else jsonl)
  --ground-truth NAME  field or column of the ground truth (default groundTruth)
  --response NAME  field or column of the response (default response)
  --id NAME        field or column of the id (default id; a record without id has its line number)
  --options JSON   options of verifyMath for every record, such as '{"floatRounding":4}'; options in a record replace them
  --grader NAME    math (default), or prime: the grader of rStar2-Agent's training, with its known errors
  --strict         exit with 1 if any line has no valid record
  --json           write {"id", "kind", "answer", "reason"?} a line; the summary goes to standard error
  -q, --quiet      no progress on standard error
  -h, --help       show this

Example:

  $ rstar2-agent verify answers.csv --ground-truth solution --response completion

Without --json, a line has the id, the verdict, the answer and the reason, separated by tabs.
Exit codes: 0 done (answers right or wrong), 1 failed, no valid record, or with --strict any invalid line, 2 wrong usage.
`;

/** `rstar2-agent verify`: `verifyMath` over a file or a stream. */
export const verifyCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP, 'input');
    const input = flags.text('input');
    if (input === undefined) throw new UsageError('--input: expected a file, or - for standard input');
    const options: VerifyMathOptions = flags.json('options') ?? {};
    const grader = flags.choice('grader', ['math', 'prime'], 'math');
    const records = await recordsOf(input, flags, io);
    const { verifyMath } = await import('../../verify/index.js');
    const { primeVerdict } = await import('../../compat/internal/index.js');
    const grade: Grade = (response, groundTruth, own) =>
      grader === 'prime'
        ? primeVerdict(response, groundTruth)
        : verifyMath(response, groundTruth, { ...options, ...own });
    const unusable = attempt(() =>
      renamingArguments(
        (path) => (path === 'options' ? '--options' : path.replace(/^options\./, '--options: ')),
        () => verifyMath('1', '1', options),
      ),
    );
    if (unusable instanceof Error) throw new UsageError(unusable.message);
    return gradeAll(records, grade, flags, { ...io, source: input === '-' ? undefined : input });
  },
};

type Grade = (response: string, groundTruth: string, options: InputRecord['options']) => Verdict;

async function gradeAll(
  records: AsyncIterable<InputRecord | BadLine>,
  grade: Grade,
  flags: Flags,
  { stdout, stderr, source }: Pick<CommandIo, 'stdout' | 'stderr'> & { readonly source: string | undefined },
): Promise<number> {
  const counts = { correct: 0, incorrect: 0, undecided: 0, bad: 0 };
  const progress = new Progress(stderr);
  const isJson = flags.has('json');
  for await (const record of records) {
    const verdict =
      record.kind === 'bad'
        ? new Error(record.problem)
        : attempt(() => grade(record.response, record.groundTruth, record.options));
    if (verdict instanceof Error || record.kind === 'bad') {
      counts.bad++;
      progress.clear();
      const where = source === undefined ? 'line ' : `${source}:`;
      await write(stderr, `${where}${record.number}: ${(verdict as Error).message}\n`);
      continue;
    }
    counts[verdict.kind]++;
    await write(stdout, isJson ? jsonLine(record.id, verdict) : textLine(record.id, verdict));
    if (!flags.has('quiet')) progress.update(() => `${tallyText(counts)} so far`);
  }
  progress.clear();
  await write(isJson ? stderr : stdout, `${tallyText(counts)}\n`);
  if (recordCount(counts) === 0) {
    await write(stderr, `${source ?? 'standard input'}: expected at least one record, got none\n`);
    return EXIT.failure;
  }
  return flags.has('strict') && counts.bad > 0 ? EXIT.failure : EXIT.ok;
}

/** Counts of verdicts by kind, and of invalid lines. */
type Tally = Readonly<Record<Verdict['kind'] | 'bad', number>>;

function recordCount({ correct, incorrect, undecided }: Tally): number {
  return correct + incorrect + undecided;
}

/** @returns For example `3 records: 2 correct (66.7 %), 1 incorrect, 0 undecided; 1 invalid line`. */
function tallyText(counts: Tally): string {
  const { correct, incorrect, undecided, bad } = counts;
  const records = recordCount(counts);
  const share = records === 0 ? '' : ` (${((100 * correct) / records).toFixed(1)} %)`;
  const badLines = bad === 0 ? '' : `; ${plural(bad, 'invalid line')}`;
  return `${plural(records, 'record')}: ${correct} correct${share}, ${incorrect} incorrect, ${undecided} undecided${badLines}`;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** @returns What was graded, or the error of invalid options. */
function attempt(grade: () => Verdict): Verdict | Error {
  try {
    return grade();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function recordsOf(
  input: string,
  flags: Flags,
  { stdin, signal }: CommandIo,
): Promise<AsyncIterable<InputRecord | BadLine>> {
  const extension = extname(input).slice(1).toLowerCase();
  const otherwise = extension === 'csv' || extension === 'tsv' ? extension : 'jsonl';
  const format = flags.choice('format', ['jsonl', 'csv', 'tsv'], otherwise);
  const columns = {
    id: flags.text('id') ?? 'id',
    groundTruth: flags.text('ground-truth') ?? 'groundTruth',
    response: flags.text('response') ?? 'response',
  };
  const source = addAbortSignal(signal, input === '-' ? stdin : await openFile(input));
  const text = lines(source as AsyncIterable<Uint8Array>);
  return format === 'jsonl'
    ? jsonlRecords(text, columns)
    : tableRecords(csvRows(text, format === 'csv' ? ',' : '\t'), columns);
}

async function openFile(path: string): Promise<Readable> {
  checkFile('input', path);
  try {
    const file = createReadStream(path);
    await once(file, 'open');
    return file;
  } catch (error) {
    throw new Error(`--input: cannot read ${path}: ${errorMessage(error)}`, { cause: error });
  }
}

function jsonLine(id: string | number, verdict: Verdict): string {
  const answer = verdict.kind === 'undecided' ? null : (verdict.answer ?? null);
  const reason = verdict.kind === 'correct' ? {} : { reason: verdict.reason };
  return `${JSON.stringify({ id, kind: verdict.kind, answer, ...reason })}\n`;
}

function textLine(id: string | number, verdict: Verdict): string {
  const answer = verdict.kind === 'undecided' ? '' : (verdict.answer ?? '');
  const cells = [String(id), verdict.kind, answer, verdict.kind === 'correct' ? '' : verdict.reason];
  return `${cells
    .map((cell) => cell.replace(/\s+/g, ' '))
    .join('\t')
    .trimEnd()}\n`;
}
