import * as z from 'zod';
import { DatasetError, type JsonValue, type Message } from '../../base/index.js';
import { checkValue, exactNumberText, messageSchema, parseOptions } from '../../base/internal/index.js';
import { findColumn, kindOfValue, valueAt } from './internal/row.js';
import { NAMED_DATASETS, type NamedDataset, type ProblemColumns } from './named-datasets.js';
import type { Problem } from './problem.js';
import { readRows, readRowsSchema, type BadRow, type DataRow, type ReadRowsOptions } from './read-rows.js';

/** Options of {@link readProblems}. */
export interface ReadProblemsOptions extends ReadRowsOptions {
  /** Default: those of the named data set; else the first known name that a row has: names of this package, of verl, and of published data sets. */
  readonly columns?: ProblemColumns | undefined;
}

export const readProblemsSchema = readRowsSchema.extend({
  columns: z
    .strictObject({
      prompt: z.string().min(1).optional(),
      groundTruth: z.string().min(1).optional(),
      id: z.string().min(1).optional(),
    })
    .optional(),
});

/** Where a problem is looked for. */
const KNOWN_COLUMNS = {
  prompt: ['prompt', 'problem', 'question'],
  groundTruth: ['metadata.groundTruth', 'groundTruth', 'reward_model.ground_truth', 'ground_truth', 'answer'],
} as const;

/**
 * Reads problems from rows. Rows that `prepareData` wrote come back unchanged.
 *
 * @param source - One of `NAMED_DATASETS`, a path, or an id of the hub.
 * @throws What `readRows` does. A row without a problem is a bad row; its `reason` names the column.
 *
 * @example
 * for await (const problem of readProblems('problems.jsonl')) console.log(problem.id);
 */
export async function* readProblems(source: string, options: ReadProblemsOptions = {}): AsyncGenerator<Problem> {
  const asked = parseOptions(readProblemsSchema, options) as ReadProblemsOptions;
  for await (const { row, problem, reason } of readProblemRows(source, asked)) {
    if (problem !== undefined) yield problem;
    else if (asked.onBadRow === undefined) throw new DatasetError(`${row.file}:${row.number}: ${reason}`);
    else asked.onBadRow(withoutProblem(row, reason));
  }
}

/** A row with its problem, or with the reason why it has no problem. */
type ProblemRow = { readonly row: DataRow } & (
  { readonly problem: Problem; readonly reason?: undefined } | { readonly problem?: undefined; readonly reason: string }
);

/** Reads rows and what problems they hold, as `readProblems` does. */
export async function* readProblemRows(
  source: string,
  { columns, ...asked }: ReadProblemsOptions,
): AsyncGenerator<ProblemRow> {
  const named: NamedDataset | undefined = Object.hasOwn(NAMED_DATASETS, source)
    ? NAMED_DATASETS[source as keyof typeof NAMED_DATASETS]
    : undefined;
  const rows = named === undefined ? readRows(source, asked) : readRows(named.source, { files: named.files, ...asked });
  let index = 0;
  for await (const row of rows) {
    const place = { source, index: index++, isNamed: named !== undefined };
    const problem = problemOf(row, place, { ...named?.columns, ...columns });
    yield typeof problem === 'string' ? { row, reason: problem } : { row, problem };
  }
}

/** @returns The bad row that a row without a problem is. */
export function withoutProblem({ file, number, value }: DataRow, reason: string): BadRow {
  return { file, number, reason, text: JSON.stringify(value) };
}

/** Where a row stands: in which source, and after how many others. */
interface Place {
  readonly source: string;
  readonly index: number;
  readonly isNamed: boolean;
}

/** @returns The problem of a row, or the reason why it has no problem. */
function problemOf({ value }: DataRow, { source, index, isNamed }: Place, columns: ProblemColumns): Problem | string {
  const [promptAt, asked] = findColumn(value, columns.prompt, KNOWN_COLUMNS.prompt);
  const prompt = typeof asked === 'string' ? [{ role: 'user' as const, content: asked }] : messagesOf(asked);
  if (prompt === undefined || prompt.every(({ content }) => content.trim() === ''))
    return `${promptAt}: expected a text or messages, got ${kindOfValue(asked)}`;
  const [truthAt, answer] = findColumn(value, columns.groundTruth, KNOWN_COLUMNS.groundTruth);
  const groundTruth = typeof answer === 'number' ? exactNumberText(answer) : answer;
  if (typeof answer === 'number' && groundTruth === undefined)
    return `${truthAt}: expected a text, got a number with more digits than JavaScript keeps`;
  if (typeof groundTruth !== 'string' || groundTruth.trim() === '')
    return `${truthAt}: expected a text or a number, got ${kindOfValue(answer)}`;
  const own = columns.id === undefined && truthAt === 'metadata.groundTruth';
  const id = valueAt(value, columns.id ?? 'id');
  const hasId = typeof id === 'string' || typeof id === 'number';
  return {
    id: !hasId ? `${lastPart(source)}/${index}` : isNamed ? `${source}/${id}` : String(id),
    source: own && typeof value['source'] === 'string' ? value['source'] : source,
    prompt,
    metadata: { ...(own ? (value['metadata'] as Problem['metadata']) : {}), groundTruth },
  };
}

/** Draws are named by ids: the same file gives the same ones in whatever folder it lies. */
function lastPart(source: string): string {
  return source.split(/[/\\]/).findLast((part) => part !== '') ?? source;
}

function messagesOf(value: JsonValue | undefined): readonly Message[] | undefined {
  const checked = checkValue(z.array(messageSchema).min(1), value);
  return checked.kind === 'valid' ? checked.value : undefined;
}
