import { ExternalError } from '../../../base/index.js';
import type { AgentServerLease } from './agent-server.js';

/** A browser cannot listen: agents use `model` there, and reading an address throws. */
export function leaseAgentServer(): Promise<AgentServerLease> {
  return Promise.resolve({
    register: () => {
      throw new ExternalError('a server on loopback needs Node, Bun or Deno: a browser cannot listen on a port');
    },
    release: () => {},
  });
}
