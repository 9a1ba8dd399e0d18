import { extname } from 'node:path';
import * as z from 'zod';
import { DatasetError, type Rollout } from '../../base/index.js';
import { parseOptions, parseRecord, rolloutSchema } from '../../base/internal/index.js';
import { readJsonFile, readJsonl, type JsonlContents } from '../../io/index.js';
import type { ScheduleTrace, ScheduleTraceOptions } from '../../rollout/index.js';
import { UsageError } from '../command.js';
import type { Flags } from '../flags.js';
import { checkFile } from '../paths.js';

/** The flags that set an option of `drawScheduleTrace`. */
const DRAWN = {
  'mean-tokens': 'meanTokens',
  'mean-calls': 'meanCalls',
  'mean-tool-ms': 'meanToolMs',
  'tool-tokens': 'toolTokens',
  'prompt-tokens': 'promptTokens',
  'max-turns': 'maxTurns',
} as const satisfies { readonly [flag: string]: keyof ScheduleTraceOptions };

/** The flags of a random step. */
const DRAWN_FLAGS = ['groups', 'samples', 'seed', ...Object.keys(DRAWN)] as const;

const recordSchema = z.looseObject({ step: z.number().optional(), rollout: rolloutSchema });

/** A step; a file of rollouts does not state `maxTokens`. */
type Step = Pick<ScheduleTrace, 'rollouts'> & { readonly maxTokens?: number };

/**
 * @returns The random step that the flags describe, or the one in their file.
 * @throws UsageError for flags that do not fit; DatasetError for a file without a step.
 */
export async function stepOf(flags: Flags): Promise<ScheduleTrace> {
  const path = flags.text('trace');
  const said = flags.integer('max-tokens', 1, 1e9);
  const { rollouts, ...own } = path === undefined ? await drawnStep(flags, said) : await stepIn(path, flags);
  const { scheduleTraceSchema } = await import('../../rollout/internal/index.js');
  const step = { rollouts, maxTokens: said ?? own.maxTokens };
  return flags.check(() => parseOptions(scheduleTraceSchema, step, 'trace'));
}

async function drawnStep(flags: Flags, maxTokens: number | undefined): Promise<Step> {
  const groups = flags.integer('groups', 1, 1e6);
  if (groups === undefined) throw new UsageError('--groups or --trace is missing');
  const samples = flags.integer('samples', 1, 1e6) ?? 32;
  const drawn = { groups, samples, seed: flags.text('seed') ?? '0', ...flags.numbersBy(DRAWN, 0, 1e9) };
  const { drawScheduleTrace } = await import('../../rollout/index.js');
  return flags.check(() => drawScheduleTrace({ ...drawn, ...(maxTokens && { maxTokens }) }));
}

async function stepIn(path: string, flags: Flags): Promise<Step> {
  const useless = DRAWN_FLAGS.find((flag) => flags.text(flag) !== undefined);
  if (useless !== undefined)
    throw new UsageError(`--${useless}: cannot be used with --trace: the file has these lengths`);
  checkFile('trace', path);
  const { scheduleTraceOf } = await import('../../rollout/index.js');
  const { rolloutTraceSchema, scheduleTraceSchema } = await import('../../rollout/internal/index.js');
  if (extname(path) !== '.jsonl') return readJsonFile(scheduleTraceSchema, path)!;
  const { lines } = readJsonl(path);
  if (lines.length === 0) throw new DatasetError(`${path}: expected a rollout a line, got none`);
  if (lines.every(({ value }) => has(value, 'promptTokens')))
    return { rollouts: lines.map(({ value, where }) => parseRecord(rolloutTraceSchema, value, where)) };
  return { rollouts: scheduleTraceOf(lines.map(rolloutIn)).rollouts };
}

/** A problem of a run may come again in a later step; there it is another group. */
function rolloutIn({ value, where }: JsonlContents['lines'][number]): Pick<Rollout, 'groupId' | 'turns' | 'tokens'> {
  const record = parseRecord(recordSchema, has(value, 'prompt') ? { rollout: value } : value, where);
  const { step } = record;
  const { groupId, turns, tokens } = record.rollout as Rollout;
  if (tokens === undefined) throw new DatasetError(`${where}: tokens: expected the tokens of the rollout, got none`);
  return { groupId: step === undefined ? groupId : `${step}/${groupId}`, turns, tokens };
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}
