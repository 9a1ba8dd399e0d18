import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { Message } from '../../base/index.js';
import { checkValue, messageSchema, parseJson } from '../../base/internal/index.js';
import type { EvaluationProblem } from '../../evaluate/index.js';
import { readTextFile } from '../../io/index.js';
import { UsageError } from '../command.js';

const lineSchema = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]).optional(),
  prompt: z.union([z.string().transform((content): Message[] => [{ role: 'user', content }]), z.array(messageSchema)]),
  groundTruth: z.union([z.string(), z.int().transform(String)]),
});

/** Problems of files, and the lines that hold none. */
export interface ReadProblems {
  readonly problems: readonly EvaluationProblem[];
  /** `aime.jsonl:12: groundTruth: expected string, got undefined`. */
  readonly bad: readonly string[];
}

/**
 * @param sources - Paths, or `name=path`; without a name a data set is called as its file.
 * @param system - A system message before each prompt that has none.
 * @throws UsageError for a file that cannot be read, holds no problem, or two data sets of one name.
 */
export function readProblems(sources: readonly string[], system: string | undefined): ReadProblems {
  const names = new Set<string>();
  const read = sources.map((source) => {
    const { dataset, path } = datasetOf(source);
    if (names.has(dataset)) throw new UsageError(`--data: two data sets are called ${dataset}; name them: name=path`);
    names.add(dataset);
    return readDataset(dataset, path, system);
  });
  return { problems: read.flatMap(({ problems }) => problems), bad: read.flatMap(({ bad }) => bad) };
}

function datasetOf(source: string): { readonly dataset: string; readonly path: string } {
  const named = /^([\w.-]+)=(.+)$/.exec(source);
  if (named !== null) return { dataset: named[1]!, path: named[2]! };
  return { dataset: basename(source, extname(source)), path: source };
}

function readDataset(dataset: string, path: string, system: string | undefined): ReadProblems {
  const [problems, bad]: [EvaluationProblem[], string[]] = [[], []];
  const seen = new Set<string>();
  textOf(path)
    .split('\n')
    .forEach((line, i) => {
      if (line.trim() === '') return;
      const refuse = (problem: string): unknown => bad.push(`${path}:${i + 1}: ${problem}`);
      const json = parseJson(line);
      if (json === undefined) return refuse('not JSON');
      const checked = checkValue(lineSchema, json.value);
      if (checked.kind === 'invalid') return refuse([...checked.path, checked.message].join(': '));
      const { id = `line-${i + 1}`, prompt, groundTruth } = checked.value;
      if (seen.has(id)) return refuse(`id: expected a unique one, got ${JSON.stringify(id)} again`);
      seen.add(id);
      return problems.push({ id, dataset, prompt: withSystem(prompt, system), groundTruth });
    });
  if (problems.length + bad.length === 0) throw new UsageError(`--data: ${path} holds no problem`);
  return { problems, bad };
}

function textOf(path: string): string {
  let text: string | undefined;
  try {
    text = readTextFile(path);
  } catch (error) {
    throw new UsageError(`--data: cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (text === undefined) throw new UsageError(`--data: cannot read ${path}: there is no such file`);
  return text.replace(/^\ufeff/, '');
}

function withSystem(prompt: readonly Message[], system: string | undefined): readonly Message[] {
  return system === undefined || prompt[0]?.role === 'system'
    ? prompt
    : [{ role: 'system', content: system }, ...prompt];
}
