import { ExternalError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import type { ClientAddress } from '../../client-address.js';
import type { AgentServerLease } from './agent-server.js';
import { OpenSession } from './open-sessions.js';

/**
 * @returns What makes an agent's session reachable over HTTP when it is first called, and says where. It throws ExternalError where nothing can
 *   listen; the rollout is set apart then, for the agent is not to blame.
 */
export function agentAddresses(
  lease: AgentServerLease,
  entry: Omit<OpenSession['entry'], 'name'>,
): () => { readonly openai: ClientAddress; readonly anthropic: ClientAddress } {
  let addresses: ReturnType<AgentServerLease['register']> | undefined;
  return () => {
    try {
      return (addresses ??= lease.register(new OpenSession({ ...entry, name: globalThis.crypto.randomUUID() })));
    } catch (cause) {
      const message = `the agent has no address: ${errorMessage(cause)}`;
      entry.session.fail({ source: 'environment', message, retryable: false });
      throw new ExternalError(message, { cause });
    }
  };
}
