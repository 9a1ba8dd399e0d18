import type { SandboxResult } from '../../../base/index.js';
import { TIMEOUT_NOTE, type DetailedResult } from '../../internal/code-judge-protocol.js';

/**
 * @param mark - What precedes the value on stdout where the cell was wrapped.
 * @returns A Code Judge answer as a sandbox's result. What the service itself failed at is `unavailable`.
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

/** The note at its end is the service's, not the program's. */
function withoutTimeoutNote(output: string): string {
  const text = output.replace(/\n$/, '');
  return text.endsWith(TIMEOUT_NOTE) ? text.slice(0, -TIMEOUT_NOTE.length) : output;
}

/** The original says only whether a program ended with exit code 0. */
function guessKind(answer: DetailedResult, timedOut: boolean, stderr: string) {
  if (timedOut) return 'timeout';
  if (answer.run_success) return 'ok';
  return /^MemoryError\b/m.test(stderr) ? 'memory' : 'error';
}

function guessExitCode(answer: DetailedResult, timedOut: boolean): number | null {
  if (timedOut) return null;
  return answer.run_success ? 0 : 1;
}
