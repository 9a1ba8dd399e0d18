import { basename, extname } from 'node:path';
import type { Message } from '../../base/index.js';
import type { EvaluationProblem } from '../../evaluate/index.js';
import { UsageError } from '../command.js';
import { checkSource } from '../paths.js';

/** Problems of data sets, and invalid rows. */
export interface ProblemsOfData {
  readonly problems: readonly EvaluationProblem[];
  /** `aime.jsonl:12: groundTruth: expected a text or a number, got nothing`. */
  readonly bad: readonly string[];
}

/** How problems are read. */
export interface ProblemOptions {
  /** A system message before each prompt that has none. */
  readonly system: string | undefined;
  /** Use only the local cache of the hub. */
  readonly offline: boolean;
  readonly signal: AbortSignal;
}

/**
 * @param sources - What `readProblems` reads, or `name=` before it. The default name is that of the file.
 * @throws UsageError for two data sets of one name, and for a data set that is missing or empty; DatasetError for one that cannot be read.
 */
export async function problemsOf(sources: readonly string[], options: ProblemOptions): Promise<ProblemsOfData> {
  const [problems, bad]: [EvaluationProblem[], string[]] = [[], []];
  const names = new Set<string>();
  for (const source of sources) {
    const { dataset, path } = datasetOf(source);
    checkSource('data', path);
    if (names.has(dataset))
      throw new UsageError(`--data: two data sets have the name ${dataset}; give them names: NAME=FILE`);
    names.add(dataset);
    const read = await readDataset(dataset, path, options);
    if (read.problems.length + read.bad.length === 0)
      throw new UsageError(`--data: ${path}: expected at least one problem, got none`);
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
): Promise<ProblemsOfData> {
  const { readProblems } = await import('../../recipe/index.js');
  const [problems, bad]: [EvaluationProblem[], string[]] = [[], []];
  const seen = new Set<string>();
  const rows = readProblems(path, {
    ...(offline ? { offline } : {}),
    signal,
    onBadRow: ({ file, number, reason }) => bad.push(`${file}:${number}: ${reason}`),
  });
  for await (const { id, prompt, metadata } of rows) {
    if (seen.has(id)) bad.push(`${path}: the id ${JSON.stringify(id)} occurs twice`);
    seen.add(id);
    problems.push({ id, dataset, prompt: withSystem(prompt, system), groundTruth: metadata.groundTruth });
  }
  return { problems, bad };
}

function withSystem(prompt: readonly Message[], system: string | undefined): readonly Message[] {
  return system === undefined || prompt[0]?.role === 'system'
    ? prompt
    : [{ role: 'system', content: system }, ...prompt];
}
