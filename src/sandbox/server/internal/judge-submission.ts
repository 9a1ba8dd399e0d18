import type { CallOptions, Sandbox, SandboxCall, SandboxLimits } from '../../../base/index.js';
import { limitsSchema } from '../../limits.js';
import { subIdOf } from '../../internal/code-judge-protocol.js';
import type { DetailedResult, Submission, SubmissionResult } from '../../internal/code-judge-protocol.js';

/** What a timed-out program's stdout ends in, which clients look for. */
const TIMEOUT_NOTE = 'Suicide from timeout.';

/** How submissions are judged. */
export interface JudgeOptions {
  /** Characters of stdout and of stderr that are given back; Code Judge's default is 1,000. */
  readonly outputCharacters: number;
  /** Limits of a submission that sets none. */
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
  const matches = expected === undefined || expected === null || strip(result.stdout) === strip(expected);
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

/** Limits travel as strings; what is none of ours, or not a number in range, is ignored as Code Judge ignores it. */
function limitsIn(options: Readonly<Record<string, string>>, ceiling: SandboxLimits): Partial<SandboxLimits> {
  const given = Object.entries(options).flatMap(([name, value]) => {
    const parsed = limitsSchema.safeParse({ [name]: Number(value) });
    if (!parsed.success) return [];
    return Object.entries(parsed.data).map(([key, limit]) => [
      key,
      Math.min(limit, ceiling[key as keyof SandboxLimits]),
    ]);
  });
  return Object.fromEntries(given) as Partial<SandboxLimits>;
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

/** As Python's str.strip: what Unicode calls white space, and the separators \x1c to \x1f. */
export function strip(text: string): string {
  // Not by one expression for both ends: it would begin anew at every space of the text.
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  return code >= 0x85 && (code === 0x85 || /\s/.test(String.fromCharCode(code)));
}
