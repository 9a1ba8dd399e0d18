import { ExternalError } from '../../../base/index.js';
import type { AgentServerLease } from './agent-server.js';

/** In a browser nothing listens: agents ask by `model`, and what asks for an address is told so. */
export function leaseAgentServer(): Promise<AgentServerLease> {
  return Promise.resolve({
    register: () => {
      throw new ExternalError('a server on loopback needs Node, Bun or Deno: a browser has none');
    },
    release: () => {},
  });
}
