import type { ColumnReport, DataReport } from '../../recipe/internal/index.js';
import { EXIT, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { readSourceFlags, SOURCE_HELP } from './source-flags.js';

const HELP = `
rstar2-agent data inspect: show what is in a file, a folder, or a data set of the hub

Usage: rstar2-agent data inspect --from SOURCE [OPTIONS]

Prints the columns (types, lengths, number of different values), the first rows, statistics of the problems and their answers,
and the rows without a valid problem, with the reason.

Options:
  --from SOURCE    a file, a folder, an id of the Hugging Face hub, or one of dapo-math-17k, aime-2024, aime-2025, hmmt-2025,
                   math-500
${SOURCE_HELP}
  --samples N      number of rows to show (default 3)
  --limit N        read only the first N rows (default all)
  --strict         exit with 1 if a row is invalid, or there is no row
  --json           print everything as one JSON object
  -h, --help       show this

Examples:

  $ rstar2-agent data inspect --from problems.csv
  $ rstar2-agent data inspect --from open-r1/DAPO-Math-17k-Processed --files 'en/*' --samples 1

Exit codes: 0 done, 1 the source cannot be read, or with --strict a row is invalid; 2 wrong usage, 130 interrupted.
`;

/** `rstar2-agent data inspect`: `inspectData` for a person to read. */
export const inspectCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const source = flags.required('from');
    const { inspectData } = await import('../../recipe/internal/index.js');
    const report = await flags.check(() =>
      inspectData(source, {
        ...readSourceFlags(flags),
        samples: flags.integer('samples', 0, 1000),
        limit: flags.integer('limit', 1, Number.MAX_SAFE_INTEGER),
        signal: io.signal,
      }),
    );
    await write(io.stdout, flags.has('json') ? `${JSON.stringify(report)}\n` : inspectText(source, report));
    return flags.has('strict') && (report.badRows.count > 0 || report.rows === 0) ? EXIT.failure : EXIT.ok;
  },
};

/** @returns The report for a person to read. */
export function inspectText(source: string, report: DataReport): string {
  const { rows, columns, samples, badRows, problems, withoutProblem } = report;
  const width = Math.max(0, ...Object.keys(columns).map((name) => name.length));
  return [
    `${source}: ${rows} rows, ${badRows.count} invalid`,
    ...Object.entries(columns).map(([name, column]) => `  ${name.padEnd(width)}  ${columnText(column)}`),
    ...samples.flatMap(({ file, number, value }) => ['', `${file}:${number}`, ...sampleLines(value)]),
    ...(problems === undefined ? [] : ['', ...problemLines(problems)]),
    ...listedLines(`${withoutProblem.count} rows without a problem`, withoutProblem),
    ...listedLines('invalid rows', badRows),
    '',
  ].join('\n');
}

function listedLines(title: string, { count, first }: DataReport['badRows']): string[] {
  if (count === 0) return [];
  const more = count - first.length;
  const lines = first.map(({ file, number, reason }) => `  ${file}:${number}: ${reason}`);
  return ['', title, ...lines, ...(more === 0 ? [] : [`  and ${more} more`])];
}

function columnText({ kinds, missing, distinct, characters, numbers }: ColumnReport): string {
  return [
    Object.keys(kinds).join(' or ') || 'nothing',
    ...(characters === undefined
      ? []
      : [`${characters.min} to ${characters.max} characters (median ${characters.median})`]),
    ...(numbers === undefined ? [] : [`${numbers.min} to ${numbers.max}`]),
    distinct === undefined ? 'more than 10,000 different' : `${distinct} different`,
    ...(missing === 0 ? [] : [`missing in ${missing}`]),
  ].join(', ');
}

const LONGEST_SAMPLE = 200;

function sampleLines(value: { readonly [column: string]: unknown }): string[] {
  return Object.entries(value).map(([name, each]) => {
    const text = (typeof each === 'string' ? each : JSON.stringify(each)).replaceAll(/\s+/g, ' ');
    return `  ${name}: ${text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE)}…` : text}`;
  });
}

function problemLines({ problems, questionCharacters, answers }: NonNullable<DataReport['problems']>): string[] {
  const common = answers.mostCommon.slice(0, 5).map(([answer, count]) => `${answer} (${count})`);
  return [
    `${problems} problems`,
    ...(questionCharacters === undefined
      ? []
      : [
          `  questions    ${questionCharacters.min} to ${questionCharacters.max} characters (median ${questionCharacters.median})`,
        ]),
    `  answers      ${answers.integers} integers${answers.min === undefined ? '' : ` from ${answers.min} to ${answers.max}`}, ${answers.distinct} different`,
    `  most common  ${common.join(', ')}`,
  ];
}
