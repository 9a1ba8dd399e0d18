import type { RolloutOutcome } from '../base/index.js';
import { argumentError, parseOptions } from '../base/internal/index.js';
import { listenHttp } from '../io/index.js';
import {
  gatewayOptionsSchema,
  gatewaySessionSchema,
  type GatewayOptions,
  type GatewaySessionOptions,
} from './gateway-options.js';
import { GatewayFace } from './internal/server/gateway-face.js';
import { createServer } from './internal/server/node.js';
import { addressesOf, OpenSessions, type ClientAddress } from './internal/server/open-sessions.js';
import { Session } from './internal/session/session.js';

/** A session of an agent that runs wherever it likes. */
export interface GatewaySession {
  readonly id: string;
  /** For clients of OpenAI's dialects: Chat Completions and Responses. */
  readonly openai: ClientAddress;
  /** For clients of Anthropic's. */
  readonly anthropic: ClientAddress;
  /** Ends the session: requests under way are broken off, later ones refused. */
  close(result?: { readonly reward?: number | undefined }): Promise<RolloutOutcome>;
}

/** A running gateway. */
export interface Gateway {
  /** `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly port: number;
  /** @throws TypeError, RangeError for bad options, and for the id of a session that is open. */
  open(session: GatewaySessionOptions): GatewaySession;
  /** Ends every session, and closes. */
  close(): Promise<void>;
}

/** Serves a policy to agents over HTTP, and records what it draws for them. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const settings = parseOptions(gatewayOptionsSchema, options);
  const { host, port, isToolError, normalize, limits, seed: ownSeed, ...sampling } = settings;
  const sessions = new OpenSessions();
  const face = new GatewayFace(sessions);
  const server = createServer({ noDelay: true });
  const handle = face.handle.bind(face);
  const address = await listenHttp(server, { host, port, handle });
  return {
    ...address,
    open(given) {
      const plan = parseOptions(gatewaySessionSchema, given, 'session');
      const { groupId, id = `${groupId}/${globalThis.crypto.randomUUID()}`, metadata } = plan;
      if (sessions.has(id))
        throw argumentError(RangeError, 'session.id', `expected that of no open session, got ${JSON.stringify(id)}`);
      const seed = String(plan.seed ?? `${ownSeed}/${id}`);
      const {
        maxTurns = 200,
        maxTokens = settings.chatTemplate.contextLength ?? 32_768,
        maxConcurrent = 32,
        maxGeneratedTokens,
        timeLimitMs,
      } = { ...limits, ...plan.limits };
      const { temperature = settings.temperature, topP = settings.topP } = plan.sampling ?? {};
      const session = new Session(
        {
          ...{ id, groupId, seed, maxTurns, maxTokens, maxGeneratedTokens, timeLimitMs, metadata },
          sessionId: `${globalThis.crypto.randomUUID()}/${id}`,
        },
        {
          options: { ...sampling, temperature, topP, maxTurns, maxTokens, seed, tools: [] },
          ...{ isToolError, normalize, maxConcurrent },
          now: Date.now,
        },
      );
      const open = sessions.add(id, session);
      return {
        id,
        ...addressesOf(address.url, open),
        close: async (result) => {
          sessions.remove(open);
          return await session.close(result);
        },
      };
    },
    close: () => face.close(server, 1000),
  };
}
