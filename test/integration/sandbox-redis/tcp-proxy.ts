import { createConnection, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/** A wire between two programs that can go dead: nothing passes, nothing is closed, as when a network is cut. */
export class TcpProxy {
  readonly port: number;
  #pairs = new Set<readonly [Socket, Socket]>();
  #dead = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    this.port = (server.address() as { port: number }).port;
    server.on('connection', (socket) => this.#join(socket));
  }

  static start(target: number): Promise<TcpProxy> {
    const server = createServer({ pauseOnConnect: true });
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(new TcpProxy(server, target)));
    });
  }

  cut(): void {
    this.#dead = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  mend(): void {
    this.#dead = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  close(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  #join(near: Socket): void {
    const far = createConnection(this.target, '127.0.0.1');
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk: Buffer) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (!this.#dead) near.resume();
    else for (const socket of pair) socket.pause();
  }
}
