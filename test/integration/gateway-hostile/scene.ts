import { connect, type Socket } from 'node:net';
import type { Gateway, GatewaySession } from '../../../src/gateway/index.js';

/** What an attack may use: a gateway, and a session of its own. */
export interface Scene {
  readonly gateway: Gateway;
  /** A gateway whose operator has a key. */
  readonly guarded: Gateway;
  readonly session: GatewaySession;
  /** The address of another session. */
  readonly other: GatewaySession;
  /** Sends a request to an endpoint below `/v1`, whole; gives the status. */
  readonly post: (endpoint: string, body: unknown, headers?: Record<string, string>) => Promise<number>;
  /** Sends a request for one text in each dialect, with members beside; gives the statuses. */
  readonly postAll: (members: object, text?: string) => Promise<number[]>;
  /** Opens a connection, sends bytes, and gives what comes until its end; statuses of all answers. */
  readonly raw: (...pieces: readonly (string | Buffer)[]) => Promise<number[]>;
  /** The same, but nobody waits for an answer; the connection stays open until the test has ended. */
  readonly leave: (...pieces: readonly (string | Buffer)[]) => Promise<Socket>;
  /** The head of a request to an endpoint with the session's key. */
  readonly head: (endpoint: string, more?: string) => string;
}

/** One attack, and the statuses that it may be answered with. Anything but 500 where none is given: that is a bug. */
export interface Attack {
  readonly name: string;
  readonly run: (scene: Scene) => Promise<number | readonly number[] | void>;
  readonly statuses?: readonly number[];
}

export const MESSAGES = [{ role: 'user', content: 'Hi' }];
/** The least that each dialect takes. */
export const LEAST: Readonly<Record<string, (text: string) => object>> = {
  'chat/completions': (text) => ({ model: 'm', messages: [{ role: 'user', content: text }] }),
  responses: (text) => ({ model: 'm', input: text }),
  messages: (text) => ({ model: 'm', max_tokens: 64, messages: [{ role: 'user', content: text }] }),
};

/** @returns A scene with nothing left open, and what closes what it leaves open. */
export function createScene(
  parts: Pick<Scene, 'gateway' | 'guarded' | 'session' | 'other'>,
): Scene & { readonly close: () => void } {
  const { gateway, session } = parts;
  const { apiKey } = session.openai;
  const sockets: Socket[] = [];
  const open = async (pieces: readonly (string | Buffer)[]) => {
    const socket = connect(gateway.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    for (const piece of pieces) socket.write(piece);
    return socket;
  };
  const post: Scene['post'] = async (endpoint, body, headers = {}) => {
    const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const response = await fetch(`${gateway.url}/v1/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...headers },
      body: sent as string,
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    ...parts,
    post,
    postAll: (members, text = 'Hi') =>
      Promise.all(Object.entries(LEAST).map(([endpoint, least]) => post(endpoint, { ...least(text), ...members }))),
    raw: async (...pieces) => {
      const socket = await open(pieces);
      let text = '';
      socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
      await new Promise((resolve) => socket.once('close', resolve));
      return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    },
    leave: (...pieces) => open(pieces),
    head: (endpoint, more = '') =>
      `POST /v1/${endpoint} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n${more}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
