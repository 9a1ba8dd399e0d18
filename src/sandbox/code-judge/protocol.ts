import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/**
 * Code Judge's wire protocol (PAPER "Environment service"): requests as its server checks them, results as its
 * clients read them.
 */

const text = z.string().nullish();

const submissionShape = {
  sub_id: text,
  type: z.enum(['python', 'cpp', 'math']),
  options: z.record(z.string(), z.string()).nullish(),
  solution: z.string(),
  input: text,
  expected_output: text,
};

export const submissionSchema = z.object(submissionShape);
export const batchSchema = z.object({
  sub_id: text,
  type: z.literal('batch').default('batch'),
  submissions: z.array(submissionSchema).min(1),
});

/** One program to run or to judge. */
export type Submission = z.output<typeof submissionSchema>;
export type BatchSubmission = z.output<typeof batchSchema>;

export type ResultReason = '' | 'internal_error' | 'worker_timeout' | 'queue_timeout' | 'invalid_input';

/** What `/judge*` answers for one submission. */
export interface JudgeResult {
  readonly sub_id: string;
  /** Ran well and, where an output was expected, printed it. */
  readonly success: boolean;
  /** Ended with exit code 0. */
  readonly run_success: boolean;
  /** In seconds. */
  readonly cost: number;
  readonly reason: ResultReason;
}

/** What `/run*` answers for one submission. */
export interface SubmissionResult extends JudgeResult {
  readonly stdout: string | null;
  readonly stderr: string | null;
}

export interface BatchResult<R extends JudgeResult = SubmissionResult> {
  readonly sub_id: string;
  readonly results: readonly R[];
}

/** `/status`. */
export interface JudgeStatus {
  readonly queue: number;
  readonly num_workers: number;
}

/** @returns The caller's id, or a new one where it gave none. */
export function subIdOf(request: { readonly sub_id?: string | null | undefined }): string {
  return request.sub_id === undefined || request.sub_id === null || request.sub_id === ''
    ? randomUUID()
    : request.sub_id;
}

/** Leaves out what `/judge*` does not show. */
export function toJudgeResult({ sub_id, success, run_success, cost, reason }: SubmissionResult): JudgeResult {
  return { sub_id, success, run_success, cost, reason };
}

/** One complaint of a 422 answer. */
export interface ValidationDetail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
}

/** @returns What is wrong with a request body, in the form FastAPI's clients know, or undefined where nothing is. */
export function validationDetails(error: z.ZodError): ValidationDetail[] {
  return error.issues.map((issue) => ({
    ...describe(issue),
    loc: ['body', ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))],
    ...('input' in issue && issue.input !== undefined ? { input: issue.input } : {}),
  }));
}

function describe(issue: z.core.$ZodIssue): { type: string; msg: string } {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
      return { type: `${issue.expected}_type`, msg: `Input should be a valid ${issue.expected}` };
    case 'invalid_value':
      if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
      return {
        type: 'literal_error',
        msg: `Input should be ${issue.values.map((v) => `'${String(v)}'`).join(' or ')}`,
      };
    case 'too_small':
      return { type: 'too_short', msg: `List should have at least ${issue.minimum} item after validation` };
    default:
      return { type: 'value_error', msg: issue.message };
  }
}
