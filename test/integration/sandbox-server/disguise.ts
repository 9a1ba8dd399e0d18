import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const ROUTES = ['/ping', '/run/long-batch'];

/** Stands before a server of ours and shows no more than an original Code Judge has: no header of ours, no route. */
export class Disguise {
  /** Paths that were asked for and are not there. */
  readonly refused: string[] = [];

  private constructor(private readonly server: Server) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  static start(target: string): Promise<Disguise> {
    const server = createServer((incoming, outgoing) => {
      const path = incoming.url!;
      if (!ROUTES.includes(path)) {
        disguise.refused.push(path);
        return void outgoing.writeHead(404).end('{"detail":"Not Found"}');
      }
      const headers = { ...incoming.headers, host: new URL(target).host };
      const passed = request(target + path, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, { server: 'uvicorn', 'content-type': 'application/json' });
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
    const disguise = new Disguise(server);
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(disguise));
    });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
