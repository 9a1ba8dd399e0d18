import * as z from 'zod';
import type { IsolationReport, SandboxCall, SandboxResult } from '../../../base/index.js';
import { TIMEOUT_NOTE, type DetailedResult, type Submission } from '../../internal/code-judge-protocol.js';
import { cellProgram } from './cell-program.js';

/** @returns A submission for our server, which takes more than Code Judge. */
export function toSubmission(call: SandboxCall): Submission {
  return {
    type: call.language ?? 'python',
    solution: call.code,
    input: call.stdin ?? '',
    options: { ...ownOptions(call), mode: call.mode ?? 'cell' },
  };
}

/**
 * Makes a submission for a server that runs scripts only.
 *
 * @param history - The cells that ran before it, oldest first.
 * @param mark - Precedes the value of the last expression on stdout.
 * @param isOurs - Whether the server takes limits.
 */
export function toWrappedSubmission(
  call: SandboxCall,
  history: readonly string[],
  mark: string,
  isOurs: boolean,
): Submission {
  const isPlain = call.language === 'cpp' || (call.mode === 'script' && history.length === 0);
  return {
    type: call.language ?? 'python',
    solution: isPlain ? call.code : cellProgram(call.code, history, mark),
    input: call.stdin ?? '',
    ...(isOurs ? { options: { ...ownOptions(call), mode: 'script' } } : {}),
  };
}

function ownOptions(call: SandboxCall): Record<string, string> {
  const limits = Object.entries(call.limits ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    detail: 'true',
    ...(call.deterministic === true ? { deterministic: 'true' } : {}),
    ...Object.fromEntries(limits),
  };
}

/**
 * @param mark - Precedes the value on stdout if the cell was wrapped.
 * @returns A Code Judge answer as a sandbox's result; `unavailable` if the service itself failed.
 */
export function fromAnswer(answer: DetailedResult, mark: string): SandboxResult {
  const durationMs = answer.cost * 1000;
  if (answer.reason === 'queue_timeout' || answer.reason === 'internal_error' || answer.reason === 'invalid_input') {
    const retryable = answer.reason !== 'invalid_input';
    const cause = { source: 'sandbox', message: `the service answered ${answer.reason}`, retryable } as const;
    return { kind: 'unavailable', cause, durationMs };
  }
  const printed = answer.stdout ?? '';
  const stderr = answer.stderr ?? '';
  const timedOut = answer.reason === 'worker_timeout';
  const at = printed.indexOf(mark);
  const output = at === -1 ? printed : printed.slice(0, at);
  const value = answer.value ?? (at === -1 ? undefined : printed.slice(at + mark.length).replace(/\n$/, ''));
  return {
    kind:
      answer.kind !== undefined && answer.kind !== 'unavailable' ? answer.kind : guessKind(answer, timedOut, stderr),
    stdout: timedOut ? withoutTimeoutNote(output) : output,
    stderr,
    ...(value === undefined ? {} : { value }),
    exitCode: answer.exit_code === undefined ? guessExitCode(answer, timedOut) : answer.exit_code,
    durationMs,
  };
}

/** Removes the note that the service appends. */
function withoutTimeoutNote(output: string): string {
  const text = output.replace(/\n$/, '');
  return text.endsWith(TIMEOUT_NOTE) ? text.slice(0, -TIMEOUT_NOTE.length) : output;
}

/** The original server only reports whether the exit code was 0. */
function guessKind(answer: DetailedResult, timedOut: boolean, stderr: string) {
  if (timedOut) return 'timeout';
  if (answer.run_success) return 'ok';
  return /^MemoryError\b/m.test(stderr) ? 'memory' : 'error';
}

function guessExitCode(answer: DetailedResult, timedOut: boolean): number | null {
  if (timedOut) return null;
  return answer.run_success ? 0 : 1;
}

export const UNKNOWN_ISOLATION: IsolationReport = {
  level: 'none',
  mechanism: 'code-judge',
  missing: ['the server does not report how it isolates programs'],
};

const isolationSchema = z.object({
  level: z.enum(['full', 'partial', 'none']),
  mechanism: z.string(),
  missing: z.array(z.string()),
});

/** @returns The isolation that our server reports in its header; unknown if the header cannot be read. */
export function readIsolation(header: string | undefined): IsolationReport {
  try {
    return isolationSchema.parse(JSON.parse(decodeURIComponent(String(header))));
  } catch {
    return UNKNOWN_ISOLATION;
  }
}
