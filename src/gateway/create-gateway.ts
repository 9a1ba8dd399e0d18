import { createServer } from 'node:http';
import { ExternalError, type RolloutOutcome } from '../base/index.js';
import { argumentError, parseOptions } from '../base/internal/index.js';
import { checkKey, isLoopback, listenHttp } from '../io/index.js';
import type { ClientAddress } from './client-address.js';
import type { GatewayAccount } from './gateway-account.js';
import { gatewayOptionsSchema, type GatewayOptions, type GatewaySessionOptions } from './gateway-options.js';
import { GatewayServer } from './internal/server/gateway-server.js';
import { GatewaySessions } from './internal/server/gateway-sessions.js';
import { OpenSessions } from './internal/server/open-sessions.js';
import { OperatorRoutes } from './internal/server/operator-routes.js';
import { TRANSFER_MS } from './internal/server/transfer-limits.js';

/** A session of an agent that runs wherever it likes. */
export interface GatewaySession {
  readonly id: string;
  /** For clients of OpenAI's dialects, Chat Completions and Responses: `new OpenAI(session.openai)`. */
  readonly openai: ClientAddress;
  /** For clients of Anthropic's Messages: `new Anthropic(session.anthropic)`. */
  readonly anthropic: ClientAddress;
  /** What was asked, matched, branched and drawn so far. */
  account(): GatewayAccount;
  /**
   * Ends the session: requests under way are broken off, later ones refused (401). Called again it gives the same outcome.
   *
   * @param result - `reward`: absent where something else judges the rollout.
   * @throws RangeError for a reward that is not finite; what `onOutcome` throws.
   */
  close(result?: { readonly reward?: number | undefined }): Promise<RolloutOutcome>;
}

/** A running gateway. */
export interface Gateway {
  /** `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly port: number;
  /**
   * Opens a session. Only its own key reaches it. Options without defaults of their own come from the gateway.
   *
   * @throws TypeError, RangeError for bad options, and for the id of a session that is open.
   */
  open(session: GatewaySessionOptions): GatewaySession;
  /** Ends every session that is open, as `failed`, and closes. Errors of `onOutcome` go to `log`; so does one that takes more than 30 seconds. */
  close(): Promise<void>;
}

/** Longest time between two searches for sessions that are idle. */
const SWEEP_MS = 5000;
/** How long answers may take that are on their way when the gateway is closed. */
const DRAIN_MS = 1000;

/**
 * Serves a policy to agents over HTTP, and records what it draws for them as rollouts: agents in any program that speaks Chat Completions, Responses or
 * Messages.
 *
 * Each session has addresses and a key of its own. Programs elsewhere open sessions over HTTP: `POST /sessions` with the options of `open` as JSON gives
 * `{ id, openai, anthropic }`, `POST /sessions/ID/end` with `{ "reward": 1 }` the outcome, `GET /sessions/ID` the account of a session, `GET /healthz` says
 * that the gateway runs. A client that reads slowly loses its connection: of a stream where it is 1 MiB behind for ten seconds, of a whole answer after a minute.
 *
 * @throws TypeError, RangeError for bad options, also when it is bound beyond loopback without a key; ExternalError where it cannot listen.
 *
 * @example
 * const gateway = await createGateway({ policy, tokenizer });
 * const session = gateway.open({ groupId: 'sum' });
 * const { baseURL, apiKey } = session.openai; // new OpenAI(session.openai)
 * await fetch(`${baseURL}/chat/completions`, {
 *   method: 'POST',
 *   headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
 *   body: JSON.stringify({ model: 'policy', messages: [{ role: 'user', content: 'What is 40 + 2?' }] }),
 * });
 * const outcome = await session.close({ reward: 1 });
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const settings = parseOptions(gatewayOptionsSchema, options);
  const { host, port, key, log, maxBodyBytes, sessionIdleMs } = settings;
  if (!isLoopback(host) && key === undefined)
    throw argumentError(
      RangeError,
      'options.key',
      `expected a key, because ${host} is not a loopback address, got none`,
    );
  if (key !== undefined) checkKey(key, 'options.key');
  let url = '';
  const reachable = new OpenSessions();
  const sessions = new GatewaySessions(settings, reachable);
  const gateway = new GatewayServer({
    sessions: reachable,
    operator: new OperatorRoutes(sessions, key, () => url),
    // A caller that has the operator's key is no web page, and may use any host name.
    isLoopbackOnly: key === undefined && isLoopback(host),
    maxBodyBytes,
    transferMs: TRANSFER_MS,
    onBug: (message) => log({ level: 'error', message }),
  });
  const server = createServer({ noDelay: true });
  const address = await listenHttp(server, { host, port, handle: (...call) => gateway.handle(...call) }).catch(
    (cause: Error) => {
      throw new ExternalError(`cannot listen on ${host}:${port}: ${cause.message}`, { cause });
    },
  );
  url = address.url;
  const sweeping = setInterval(() => void sessions.sweep(), Math.min(SWEEP_MS, sessionIdleMs)).unref();
  return {
    ...address,
    open(session) {
      const kept = sessions.open(session, { isRemote: false });
      return {
        id: kept.id,
        ...kept.reachable.addresses(url),
        account: () => kept.reachable.account(),
        close: (result) => sessions.end(kept, result),
      };
    },
    async close() {
      clearInterval(sweeping);
      await sessions.close();
      await gateway.close(server, DRAIN_MS);
    },
  };
}
