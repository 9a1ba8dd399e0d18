import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const COMMIT = 'a'.repeat(40);

/** The files of a repository, by path; `lfs` are the large ones, that a store of its own sends. */
export interface HubContent {
  readonly [path: string]: { readonly content: Buffer; readonly lfs: boolean };
}

export function sums({ content, lfs }: { readonly content: Buffer; readonly lfs: boolean }) {
  const git = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    oid: git,
    size: content.length,
    ...(lfs && { lfs: { oid: sha256, size: content.length, pointerSize: 130 } }),
  };
}

/** Answers as the hub does: information as JSON, files by a redirect to a store that knows ranges. */
export class HubServer {
  readonly requests: string[] = [];
  /** Connections of the store that break after half of what they were asked for. */
  drops = 0;
  /** What the store sends in place of a file. */
  forged: Buffer | undefined;
  ignoresRanges = false;
  commit = COMMIT;
  /** What the store answers before it gives files. */
  readonly storeStatuses: number[] = [];
  status: number | undefined;
  #server: Server | undefined;
  readonly #repository: string;
  readonly #files: HubContent;

  /** @param repository - `models/owner/name`, `datasets/owner/name`. */
  constructor(repository: string, files: HubContent) {
    this.#repository = repository;
    this.#files = files;
  }

  async start(): Promise<string> {
    this.#server = createServer((request, response) => this.#answer(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    this.#server!.closeAllConnections();
    return new Promise((resolve) => this.#server!.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, 'http://hub');
    const range = request.headers.range ?? '';
    this.requests.push(`${request.method} ${pathname} ${range}`.trim());
    const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (this.status !== undefined) {
      response.statusCode = this.status;
      return void json({ error: 'not for you' });
    }
    const api = `/api/${this.#repository}`;
    if (pathname.startsWith(`${api}/revision/`)) return void json({ _id: '1', id: 'owner/name', sha: this.commit });
    if (pathname.startsWith(`${api}/tree/`))
      return void json(Object.entries(this.#files).map(([path, file]) => ({ type: 'file', path, ...sums(file) })));
    const files = `/${this.#repository.replace(/^models\//, '')}/resolve/`;
    const resolved = pathname.startsWith(files) ? pathname.slice(files.length).replace(/^[ab]{40}\//, '') : undefined;
    if (resolved !== undefined && this.#files[resolved]?.lfs) {
      response.writeHead(302, { location: `/store/${resolved}`, etag: '"e"' });
      return void response.end();
    }
    const refusal = pathname.startsWith('/store/') ? this.storeStatuses.shift() : undefined;
    if (refusal !== undefined) {
      response.statusCode = refusal;
      return void response.end();
    }
    const name = resolved ?? /^\/store\/(.+)$/.exec(pathname)?.[1];
    const content = name !== undefined && this.#files[name] ? (this.forged ?? this.#files[name].content) : undefined;
    if (content === undefined) {
      response.statusCode = 404;
      return void response.end();
    }
    this.#send(content, range, response);
  }

  #send(content: Buffer, range: string, response: ServerResponse): void {
    const probe = range === 'bytes=0-0';
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(this.ignoresRanges && !probe ? '' : range) ?? [];
    const from = Number(first ?? 0);
    const to = last === undefined || last === '' ? content.length : Number(last) + 1;
    const part = content.subarray(from, to);
    response.writeHead(first === undefined ? 200 : 206, {
      etag: '"e"',
      'content-length': part.length,
      ...(first !== undefined && { 'content-range': `bytes ${from}-${to - 1}/${content.length}` }),
    });
    if (this.drops > 0 && part.length > 1_000) {
      this.drops--;
      response.write(part.subarray(0, part.length >> 1), () => setTimeout(() => response.destroy(), 50));
    } else response.end(part);
  }
}
