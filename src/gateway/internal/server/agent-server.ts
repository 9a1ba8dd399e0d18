import { createServer } from 'node:http';
import { listenHttp } from '../../../io/index.js';
import type { ClientAddress } from '../../client-address.js';
import { GatewayServer } from './gateway-server.js';
import { OpenSessions, type OpenSession } from './open-sessions.js';
import { MAX_BODY_BYTES, TRANSFER_MS } from './transfer-limits.js';

/** A part in the server on loopback that the agents of this process share. */
export interface AgentServerLease {
  /** Makes a session reachable until the lease is released. @throws The system's error where the server cannot listen. */
  register(open: OpenSession): { readonly openai: ClientAddress; readonly anthropic: ClientAddress };
  /** The server is closed when its last user has left. */
  release(): void;
}

interface Listening {
  readonly url: string;
  readonly sessions: OpenSessions;
  readonly close: () => void;
}

/** One server a process. Nothing but this counts who uses it. */
let shared: { users: number; readonly listening: Promise<Listening | { readonly error: unknown }> } | undefined;

/** Never rejects: an agent that asks in this process alone does not need the server. */
export async function leaseAgentServer(): Promise<AgentServerLease> {
  shared ??= { users: 0, listening: listen().catch((error: unknown) => ({ error })) };
  const own = shared;
  own.users++;
  const listening = await own.listening;
  let registered: OpenSession | undefined;
  return {
    register(open) {
      if ('error' in listening) throw listening.error;
      listening.sessions.add(open);
      registered = open;
      return open.addresses(listening.url);
    },
    release() {
      if (!('error' in listening) && registered !== undefined) listening.sessions.remove(registered);
      if (--own.users > 0) return;
      // The next agent opens one anew.
      if (shared === own) shared = undefined;
      if (!('error' in listening)) listening.close();
    },
  };
}

async function listen(): Promise<Listening> {
  const sessions = new OpenSessions();
  const gateway = new GatewayServer({
    sessions,
    isLoopbackOnly: true,
    maxBodyBytes: MAX_BODY_BYTES,
    transferMs: TRANSFER_MS,
    // The session says so in the cause of its failure.
    onBug: () => {},
  });
  const server = createServer({ noDelay: true });
  const { url } = await listenHttp(server, {
    host: '127.0.0.1',
    port: 0,
    handle: (...call) => gateway.handle(...call),
  });
  server.unref();
  return {
    url,
    sessions,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
