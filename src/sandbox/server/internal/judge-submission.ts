import type { CallOptions, Sandbox, SandboxCall, SandboxLimits } from '../../../base/index.js';
import { pythonStrip, sandboxLimitsSchema } from '../../../base/internal/index.js';
import { withinCeiling } from '../../internal/limits.js';
import { subIdOf, TIMEOUT_NOTE } from '../../internal/code-judge-protocol.js';
import type { DetailedResult, Submission, SubmissionResult } from '../../internal/code-judge-protocol.js';

/** How submissions are judged. */
export interface JudgeOptions {
  /** Characters of stdout and of stderr that are given back; Code Judge's default is 1,000. */
  readonly outputCharacters: number;
  /** Default limits of submissions. */
  readonly limits: Partial<SandboxLimits>;
  /** What a submission may ask for at most. */
  readonly ceiling: SandboxLimits;
  /** Judges `type: "math"`: is the solution equal to the expected output? */
  readonly verifyMath?: ((solution: string, expected: string) => boolean | Promise<boolean>) | undefined;
}

/** Runs one submission in a sandbox and answers as Code Judge does. */
export async function judgeSubmission(
  sandbox: Sandbox,
  submission: Submission,
  options: JudgeOptions,
  call: CallOptions = {},
): Promise<DetailedResult> {
  const sub_id = subIdOf(submission);
  if (submission.type === 'math') return judgeMath(sub_id, submission, options);
  const result = await sandbox.run(toCall(submission, options), call);
  if (result.kind === 'unavailable') return failed(sub_id, 'internal_error', result.durationMs / 1000);
  const run_success = result.exitCode === 0 && result.kind === 'ok';
  const expected = submission.expected_output;
  const matches = expected === undefined || expected === null || pythonStrip(result.stdout) === pythonStrip(expected);
  return {
    sub_id,
    success: run_success && matches,
    run_success,
    cost: result.durationMs / 1000,
    stdout: shownStdout(result.stdout, result.kind === 'timeout', options.outputCharacters),
    stderr: cut(result.stderr, options.outputCharacters),
    reason: result.kind === 'timeout' ? 'worker_timeout' : '',
    ...(submission.options?.['detail'] === undefined
      ? {}
      : { kind: result.kind, value: result.value ?? null, exit_code: result.exitCode }),
  };
}

/** @returns The answer for a submission that was not run. */
export function failed(sub_id: string, reason: SubmissionResult['reason'], cost: number): SubmissionResult {
  return { sub_id, success: false, run_success: false, cost, stdout: null, stderr: null, reason };
}

async function judgeMath(
  sub_id: string,
  submission: Submission,
  { verifyMath }: JudgeOptions,
): Promise<SubmissionResult> {
  const expected = submission.expected_output;
  if (verifyMath === undefined || expected === undefined || expected === null) {
    return failed(sub_id, 'invalid_input', 0);
  }
  const started = performance.now();
  const success = await verifyMath(submission.solution, expected);
  const cost = (performance.now() - started) / 1000;
  return { sub_id, success, run_success: true, cost, stdout: null, stderr: null, reason: '' };
}

function toCall(submission: Submission, { limits, ceiling }: JudgeOptions): SandboxCall {
  const { mode, deterministic, ...asked } = submission.options ?? {};
  const all = { ...limits, ...limitsIn(asked, ceiling) };
  return {
    language: submission.type === 'cpp' ? 'cpp' : 'python',
    code: submission.solution,
    stdin: submission.input ?? '',
    mode: mode === 'cell' ? 'cell' : 'script',
    ...(deterministic === 'true' ? { deterministic: true } : {}),
    ...(Object.keys(all).length === 0 ? {} : { limits: all }),
  };
}

/** Limits travel as strings. An unknown limit, or a value out of range, is ignored as Code Judge ignores it. */
function limitsIn(options: Readonly<Record<string, string>>, ceiling: SandboxLimits): Partial<SandboxLimits> {
  const given = Object.entries(options).flatMap(([name, value]) => {
    const parsed = sandboxLimitsSchema.safeParse({ [name]: Number(value) });
    if (!parsed.success) return [];
    return Object.entries(parsed.data);
  });
  return withinCeiling(Object.fromEntries(given), ceiling);
}

function shownStdout(stdout: string, timedOut: boolean, characters: number): string {
  if (!timedOut) return cut(stdout, characters);
  return `${cut(stdout, Math.max(0, characters - TIMEOUT_NOTE.length - 1))}${TIMEOUT_NOTE}\n`;
}

/** @returns The text up to so many characters, counted as Python counts them. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');
}
