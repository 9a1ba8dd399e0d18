import type { SandboxCall } from '../../../base/index.js';
import type { Submission } from '../../internal/code-judge-protocol.js';
import { cellProgram } from './cell-program.js';

/** For a server of ours, which takes more than Code Judge knows. */
export function toSubmission(call: SandboxCall): Submission {
  return {
    type: call.language ?? 'python',
    solution: call.code,
    input: call.stdin ?? '',
    options: { ...ownOptions(call), mode: call.mode ?? 'cell' },
  };
}

/**
 * For a server that knows scripts only.
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
