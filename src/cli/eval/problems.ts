import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { Message } from '../../base/index.js';
import { checkValue, messageSchema } from '../../base/internal/index.js';
import type { EvaluationProblem } from '../../evaluate/index.js';
import { UsageError } from '../command.js';

const rowSchema = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]).optional(),
  prompt: z.union([z.string().transform((content): Message[] => [{ role: 'user', content }]), z.array(messageSchema)]),
  groundTruth: z.union([z.string(), z.int().transform(String)]),
});

/** Problems of data sets, and the rows that hold none. */
export interface ReadProblems {
  readonly problems: readonly EvaluationProblem[];
  /** `aime.jsonl:12: groundTruth: expected string or number, got undefined`. */
  readonly bad: readonly string[];
}

/** Reads the problems of data sets. */
export interface ProblemOptions {
  /** A system message before each prompt that has none. */
  readonly system?: string | undefined;
  /** Whether the hub's cache must do. */
  readonly offline: boolean;
  readonly signal: AbortSignal;
}

/**
 * @param sources - What `readRows` reads, or `name=` that; without a name a data set is called as its file.
 * @throws UsageError for two data sets of one name, or one that holds no problem; DatasetError for what cannot be read.
 */
export async function readProblems(sources: readonly string[], options: ProblemOptions): Promise<ReadProblems> {
  const [problems, bad]: [EvaluationProblem[], string[]] = [[], []];
  const names = new Set<string>();
  for (const source of sources) {
    const { dataset, path } = datasetOf(source);
    if (names.has(dataset)) throw new UsageError(`--data: two data sets are called ${dataset}; name them: name=path`);
    names.add(dataset);
    const read = await readDataset(dataset, path, options);
    if (read.problems.length + read.bad.length === 0) throw new UsageError(`--data: ${path} holds no problem`);
    problems.push(...read.problems);
    bad.push(...read.bad);
  }
  return { problems, bad };
}

function datasetOf(source: string): { readonly dataset: string; readonly path: string } {
  const named = /^([\w.-]+)=(.+)$/.exec(source);
  if (named !== null) return { dataset: named[1]!, path: named[2]! };
  return { dataset: basename(source, extname(source)), path: source };
}

async function readDataset(
  dataset: string,
  path: string,
  { system, offline, signal }: ProblemOptions,
): Promise<ReadProblems> {
  const { readRows } = await import('../../recipe/index.js');
  const [problems, bad]: [EvaluationProblem[], string[]] = [[], []];
  const refuse = (file: string, number: number, reason: string): void => void bad.push(`${file}:${number}: ${reason}`);
  const seen = new Set<string>();
  const rows = readRows(path, {
    ...(offline ? { offline } : {}),
    signal,
    onBadRow: ({ file, number, reason }) => refuse(file, number, reason),
  });
  for await (const { file, number, value } of rows) {
    const checked = checkValue(rowSchema, value);
    if (checked.kind === 'invalid') {
      refuse(file, number, `${checked.path.join('.')}: ${checked.message}`);
      continue;
    }
    const { id = `row-${number}`, prompt, groundTruth } = checked.value;
    if (seen.has(id)) refuse(file, number, `id: expected a unique one, got ${JSON.stringify(id)} again`);
    else problems.push({ id, dataset, prompt: withSystem(prompt, system), groundTruth });
    seen.add(id);
  }
  return { problems, bad };
}

function withSystem(prompt: readonly Message[], system: string | undefined): readonly Message[] {
  return system === undefined || prompt[0]?.role === 'system'
    ? prompt
    : [{ role: 'system', content: system }, ...prompt];
}
