import { extname } from 'node:path';
import { didYouMean } from '../closest.js';
import { UsageError } from '../command.js';
import { parseFlags } from '../parse-flags.js';
import type { VerifyMathOptions } from '../../verify/index.js';
import type { Grader } from '../../reward/internal/index.js';
import type { Columns } from './record.js';

export type InputFormat = 'jsonl' | 'csv' | 'tsv';

/** What the command line of `verify` asks for. */
export interface VerifyArguments {
  /** A path, or `-` for standard input. */
  readonly input: string;
  readonly format: InputFormat;
  readonly columns: Columns;
  readonly json: boolean;
  /** A line that holds no record makes the command fail. */
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly options: VerifyMathOptions;
  readonly grader: Grader;
}

const FORMATS: readonly string[] = ['jsonl', 'csv', 'tsv'] satisfies InputFormat[];

/** @throws UsageError for anything that is not a complete and consistent command line. */
export function readArguments(argv: readonly string[]): VerifyArguments {
  const { values, positionals } = parse(argv);
  const [positional, ...extra] = positionals;
  if (extra.length > 0) throw new UsageError(`expected one input, got ${positionals.length}`);
  if (values.input !== undefined && positional !== undefined)
    throw new UsageError(`two inputs: ${values.input} and ${positional}`);
  const input = values.input ?? positional;
  if (input === undefined) throw new UsageError('--input: expected a file, or - for standard input');
  return {
    input,
    format: formatOf(input, values.format),
    columns: { id: values.id, groundTruth: values['ground-truth'], response: values.response },
    json: values.json,
    strict: values.strict,
    quiet: values.quiet,
    options: optionsOf(values.options),
    grader: graderOf(values.grader),
  };
}

function parse(argv: readonly string[]) {
  return parseFlags({
    args: [...argv],
    allowPositionals: true,
    options: {
      input: { type: 'string' },
      format: { type: 'string' },
      id: { type: 'string', default: 'id' },
      'ground-truth': { type: 'string', default: 'groundTruth' },
      response: { type: 'string', default: 'response' },
      options: { type: 'string' },
      grader: { type: 'string', default: 'math' },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      quiet: { type: 'boolean', short: 'q', default: false },
    },
  });
}

function formatOf(input: string, asked: string | undefined): InputFormat {
  if (asked !== undefined) {
    if (FORMATS.includes(asked)) return asked as InputFormat;
    throw new UsageError(`--format: expected ${FORMATS.join(', ')}, got ${asked}${didYouMean(asked, FORMATS)}`);
  }
  const extension = extname(input).slice(1).toLowerCase();
  return extension === 'csv' || extension === 'tsv' ? extension : 'jsonl';
}

function graderOf(name: string): Grader {
  if (name === 'math' || name === 'prime') return name;
  throw new UsageError(`--grader: expected math or prime, got ${name}${didYouMean(name, ['math', 'prime'])}`);
}

/** The options themselves are checked by `verifyMath`; here they only have to be an object. */
function optionsOf(text: string | undefined): VerifyMathOptions {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('--options: expected a JSON object');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--options: expected a JSON object');
  }
  return value;
}
