import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';
import { EXIT, UsageError } from '../command.js';
import type { Command, CommandIo } from '../command.js';
import { write } from '../write.js';
import type { Verdict } from '../../base/index.js';
import { errorMessage, renamingArguments } from '../../base/internal/index.js';
import { readArguments } from './arguments.js';
import type { VerifyArguments } from './arguments.js';
import { csvRows, lines } from '../../io/index.js';
import { checkFile } from '../there.js';
import { Progress } from '../progress.js';
import { jsonlRecords, tableRecords } from './record.js';
import type { BadLine, InputRecord } from './record.js';
import { Tally } from './tally.js';

const HELP = `
rstar2-agent verify: grade answers against their ground truths

Usage: rstar2-agent verify FILE [OPTIONS]
       rstar2-agent verify --input FILE [OPTIONS]
       generate | rstar2-agent verify --input - --json > verdicts.jsonl

Reads records one by one and writes one verdict a line, in the same order; memory does not grow with the input.
A record has a response and a ground truth, also in its metadata, and may have an id and options of verifyMath:

  {"id": "aime-1", "groundTruth": "\\\\frac{1}{2}", "response": "so the answer is $\\\\boxed{0.5}$"}

A verdict is correct, incorrect or undecided: an answer that could not be judged is not counted as wrong.
A line that holds no record is reported on standard error by its number, and the rest is graded. An input without one
record fails.

Options:
  FILE, --input FILE  JSON lines, or a table with a header; - is standard input
  --format FORMAT  jsonl, csv or tsv; default by the file's extension, else jsonl
  --ground-truth NAME  field or column of the ground truth (default groundTruth)
  --response NAME  field or column of the response (default response)
  --id NAME        field or column of the id (default id; a record without one has its line's number)
  --options JSON   options of verifyMath for every record, such as '{"floatRounding":4}'; a record's own come on top
  --grader NAME    math (default), or prime: the grader of rStar2-Agent's training, mistakes included
  --strict         exit with 1 if any line held no record
  --json           write {"id", "kind", "answer", "reason"?} a line; the summary goes to standard error
  -q, --quiet      no progress on standard error
  -h, --help       show this

Without --json a line is the id, the verdict, the answer and the reason, separated by tabs.
Exit codes: 0 done (answers right or wrong), 1 failed, no record at all, or with --strict a line without one, 2 wrong usage.
`;

/** `rstar2-agent verify`: `verifyMath` over a file or a stream. */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Grade answers in a file against their ground truths',
  help: HELP,
  async run(argv, io) {
    const args = readArguments(argv);
    const source = addAbortSignal(io.signal, args.input === '-' ? io.stdin : await openFile(args.input));
    const { verifyMath } = await import('../../verify/index.js');
    const { primeVerdict } = await import('../../compat/internal/index.js');
    const grade: Grade = (response, groundTruth, options) =>
      args.grader === 'prime'
        ? primeVerdict(response, groundTruth)
        : verifyMath(response, groundTruth, { ...args.options, ...options });
    const unusable = attempt(() =>
      renamingArguments(
        (path) => (path === 'options' ? '--options' : path.replace(/^options\./, '--options: ')),
        () => verifyMath('1', '1', args.options),
      ),
    );
    if (unusable instanceof Error) throw new UsageError(unusable.message);
    return gradeAll(recordsOf(source, args), grade, args, io);
  },
};

type Grade = (response: string, groundTruth: string, options: InputRecord['options']) => Verdict;

async function gradeAll(
  records: AsyncIterable<InputRecord | BadLine>,
  grade: Grade,
  { input, json, quiet, strict }: VerifyArguments,
  { stdout, stderr }: CommandIo,
): Promise<number> {
  const tally = new Tally();
  const progress = new Progress(stderr);
  for await (const record of records) {
    const verdict =
      record.kind === 'bad'
        ? new Error(record.problem)
        : attempt(() => grade(record.response, record.groundTruth, record.options));
    if (verdict instanceof Error || record.kind === 'bad') {
      tally.addBadLine();
      progress.clear();
      await write(stderr, `${input === '-' ? 'line ' : `${input}:`}${record.number}: ${(verdict as Error).message}\n`);
      continue;
    }
    tally.add(verdict.kind);
    await write(stdout, json ? jsonLine(record.id, verdict) : textLine(record.id, verdict));
    if (!quiet) progress.update(() => `${tally.toString()} so far`);
  }
  progress.clear();
  await write(json ? stderr : stdout, `${tally.toString()}\n`);
  if (tally.records === 0) {
    await write(stderr, `${input === '-' ? 'standard input' : input}: expected at least one record, got none\n`);
    return EXIT.failure;
  }
  return strict && tally.badLines > 0 ? EXIT.failure : EXIT.ok;
}

/** @returns What was graded, or the error of invalid options. */
function attempt(grade: () => Verdict): Verdict | Error {
  try {
    return grade();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function recordsOf(source: Readable, { format, columns }: VerifyArguments): AsyncIterable<InputRecord | BadLine> {
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
