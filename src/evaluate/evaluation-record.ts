import * as z from 'zod';
import { type Rollout, type Verdict, toolCallsOf } from '../base/index.js';
import {
  allTurns,
  checkArgument,
  checkLength,
  checkMembers,
  parseOptions,
  responseLength,
  rolloutSchema,
} from '../base/internal/index.js';
import type { Reward } from '../reward/index.js';
import { type EntropyTrace, traceSchema } from './entropy-trace.js';

/** The result of one sample of one problem: the input of all measures. */
export interface EvaluationRecord {
  /** The name of the problem, equal for all its samples. */
  readonly problem: string;
  /**
   * 1 for a right answer, 0 for a wrong one, or a score; above 0 counts as right. `undecided`: it could not be judged.
   * `unavailable`: an infrastructure error prevented the sample. Neither ever counts as wrong.
   */
  readonly correct: number | 'undecided' | 'unavailable';
  /** The final answer; absent if there is none. */
  readonly answer?: string | undefined;
  /** Tokens after the prompt, tool responses included. */
  readonly tokens?: number | undefined;
  readonly turns?: number | undefined;
  readonly toolCalls?: number | undefined;
  /** How many of the tool calls failed. */
  readonly toolErrors?: number | undefined;
  /** Whether the limit of tokens or turns was reached. */
  readonly truncated?: boolean | undefined;
}

const count = z.int().nonnegative().optional();

const recordShape = {
  problem: z.string(),
  correct: z.union([z.number(), z.enum(['undecided', 'unavailable'])]),
  answer: z.string().optional(),
  tokens: count,
  turns: count,
  toolCalls: count,
  toolErrors: count,
  truncated: z.boolean().optional(),
};

const recordsSchema = z.array(z.object(recordShape));

/** @throws TypeError or RangeError for anything but records, and for a misspelt member, whose measure would be missing. */
export function checkRecords(records: readonly EvaluationRecord[], name: string): void {
  parseOptions(recordsSchema, records, name);
  records.forEach((record, i) => checkMembers(record, `${name}.${i}`, Object.keys(recordShape)));
}

/**
 * Combines rollouts and their verdicts or rewards to records.
 *
 * @param findings - For each rollout a verdict (`verifyMath`, `verifyBatch`) or a reward (`scoreRollouts`). The answer is the
 *   verdict's, or the one in the reward's `detail`.
 * @throws TypeError for anything but rollouts; RangeError if findings and rollouts differ in number.
 *
 * @example
 * const records = evaluationRecords(rollouts, await scoreRollouts(rollouts, mathReward()));
 */
export function evaluationRecords(
  rollouts: readonly Rollout[],
  findings: readonly (Verdict | Reward)[],
): EvaluationRecord[] {
  checkArgument(rollouts, 'rollouts', 'an array');
  checkLength(findings, 'findings', rollouts.length, 'rollouts');
  return rollouts.map((rollout, i) => {
    checkArgument(rollout, `rollouts[${i}]`, { turns: 'an array' });
    checkArgument(findings[i], `findings[${i}]`, 'an object');
    return { problem: rollout.groupId, ...found(findings[i]!), ...behaviour(rollout) };
  });
}

function found(finding: Verdict | Reward): Pick<EvaluationRecord, 'correct' | 'answer'> {
  switch (finding.kind) {
    case 'undecided':
      return { correct: 'undecided' };
    case 'scored': {
      const answer = finding.detail?.['answer'];
      return { correct: finding.value, ...(typeof answer === 'string' ? { answer } : {}) };
    }
    default: {
      const { answer } = finding;
      return { correct: finding.kind === 'correct' ? 1 : 0, ...(answer === undefined ? {} : { answer }) };
    }
  }
}

function behaviour(rollout: Rollout): Partial<EvaluationRecord> {
  const tokens = responseLength(rollout);
  const calls = toolCallsOf(rollout);
  return {
    ...(tokens === undefined ? {} : { tokens }),
    turns: allTurns(rollout).length,
    toolCalls: calls.length,
    toolErrors: calls.filter(({ response }) => response.isError).length,
    truncated: rollout.finishReason !== 'stop',
  };
}

/** One sample of an evaluation, as a line of `samples.jsonl`. */
export interface SampleRecord extends EvaluationRecord {
  readonly dataset: string;
  readonly temperature: number;
  readonly seed: number;
  /** Which of the samples of this problem, temperature and seed, from 0. */
  readonly sample: number;
  /** Why it is undecided or unavailable. */
  readonly reason?: string | undefined;
  /** The conversation, without its tokens; only with `keepRollouts`. */
  readonly rollout?: Rollout | undefined;
  /** The generated text with entropies; only with `entropies`. */
  readonly trace?: EntropyTrace | undefined;
}

export const sampleSchema = z.strictObject({
  dataset: z.string(),
  temperature: z.number(),
  seed: z.int(),
  sample: z.int().nonnegative(),
  ...recordShape,
  reason: z.string().optional(),
  rollout: z.custom<Rollout>((value) => rolloutSchema.safeParse(value).success).optional(),
  trace: traceSchema.optional(),
});

export const samplesSchema = z.array(sampleSchema);
