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

/** A session of an agent that may run anywhere. */
export interface GatewaySession {
  readonly id: string;
  /** For clients of OpenAI's dialects, Chat Completions and Responses: `new OpenAI(session.openai)`. */
  readonly openai: ClientAddress;
  /** For clients of Anthropic's Messages: `new Anthropic(session.anthropic)`. */
  readonly anthropic: ClientAddress;
  /** The requests and turns so far. */
  account(): GatewayAccount;
  /**
   * Ends the session: running requests are cancelled, later ones are refused (401). A second call returns the same outcome.
   *
   * @param result - `reward`: leave it out if something else judges the rollout.
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
   * @throws TypeError, RangeError for bad options, and for the id of an open session.
   */
  open(session: GatewaySessionOptions): GatewaySession;
  /** Fails all open sessions and closes the server. Errors of `onOutcome` go to `log`; it may take 30 seconds. */
  close(): Promise<void>;
}

/** Longest time between two searches for sessions that are idle. */
const SWEEP_MS = 5000;
/** How long answers may take that are on their way when the gateway is closed. */
const DRAIN_MS = 1000;

/**
 * Serves a policy to agents over HTTP and records its answers as rollouts. Agents may be any programs that use Chat Completions, Responses
 * or Messages.
 *
 * Each session has its own addresses and key. Other programs use HTTP: `POST /sessions` with the options of `open` as JSON returns `{ id,
 * openai, anthropic }`; `POST /sessions/ID/end` with `{ "reward": 1 }` returns the outcome; `GET /sessions/ID` returns the account of a
 * session; `GET /healthz` answers while the gateway runs. A slow client loses its connection: for a stream if it is 1 MiB behind for ten
 * seconds, for a whole answer after a minute.
 *
 * @throws TypeError, RangeError for bad options, also for an address beyond loopback without a key; ExternalError if it cannot listen.
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
