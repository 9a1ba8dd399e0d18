import * as z from 'zod';
import type { SandboxResult } from '../../base/index.js';

/**
 * Code Judge's wire protocol (arXiv 2508.20722 on its environment service): requests as its server checks them, results as its
 * clients read them.
 */

/** The end of a timed-out program's stdout, which clients look for. */
export const TIMEOUT_NOTE = 'Suicide from timeout.';

const text = z.string().nullish();

/** Reports one error however many values are wrong: listing millions would take seconds. */
function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => typeof one === 'string');
}

const submissionShape = {
  sub_id: text,
  type: z.enum(['python', 'cpp', 'math']),
  options: z.custom<Record<string, string>>(isTexts, 'Input should be an object of strings').nullish(),
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

export type ResultReason = '' | 'internal_error' | 'worker_timeout' | 'queue_timeout' | 'invalid_input';

/** The response of `/judge*` for one submission. */
export interface JudgeResult {
  readonly sub_id: string;
  /** Whether it ran without an error and printed the expected output, if there is one. */
  readonly success: boolean;
  /** Whether the exit code was 0. */
  readonly run_success: boolean;
  /** In seconds. */
  readonly cost: number;
  readonly reason: ResultReason;
}

/** The response of `/run*` for one submission. */
export interface SubmissionResult extends JudgeResult {
  readonly stdout: string | null;
  readonly stderr: string | null;
}

/** A response with the fields of our server that `options.detail` asks for. */
export interface DetailedResult extends SubmissionResult {
  readonly kind?: SandboxResult['kind'] | undefined;
  readonly value?: string | null | undefined;
  readonly exit_code?: number | null | undefined;
}

const resultSchema = z.object({
  sub_id: z
    .string()
    .nullish()
    .transform((id) => id ?? ''),
  success: z.boolean(),
  run_success: z.boolean(),
  cost: z.number(),
  stdout: z
    .string()
    .nullish()
    .transform((output) => output ?? null),
  stderr: z
    .string()
    .nullish()
    .transform((output) => output ?? null),
  reason: z
    .string()
    .nullish()
    .transform((reason) => (reason ?? '') as ResultReason),
  kind: z.enum(['ok', 'error', 'timeout', 'memory', 'output-limit', 'killed', 'unavailable']).optional(),
  value: z.string().nullish(),
  exit_code: z.int().nullish(),
});

/** Checks the response for a batch. */
export const batchResultSchema = z.object({ results: z.array(resultSchema) });

/** `/status`. */
export interface JudgeStatus {
  readonly queue: number;
  readonly num_workers: number;
}

/** @returns The caller's id, else a new one. */
export function subIdOf(request: { readonly sub_id?: string | null | undefined }): string {
  return request.sub_id === undefined || request.sub_id === null || request.sub_id === ''
    ? crypto.randomUUID()
    : request.sub_id;
}

/** Leaves out what `/judge*` does not show. */
export function toJudgeResult({ sub_id, success, run_success, cost, reason }: SubmissionResult): JudgeResult {
  return { sub_id, success, run_success, cost, reason };
}
