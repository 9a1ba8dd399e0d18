import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/**
 * Plays a recording back to `work`: each request must be the one that the real server was asked next.
 *
 * @returns What `work` gives, and how many recorded requests it did not make.
 */
export async function playBack<T>(
  folder: string,
  work: (url: string) => Promise<T>,
): Promise<{ readonly result: T; readonly left: number }> {
  const { exchanges } = JSON.parse(readFileSync(`${folder}/exchanges.json`, 'utf8')) as {
    readonly exchanges: Exchange[];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, answer, ...asked } = exchanges.shift()!;
      const body = Buffer.concat(chunks).toString('utf8');
      const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
      const same =
        asked.method === request.method &&
        asked.path === request.url &&
        isDeepStrictEqual(parsed(asked.body), parsed(body));
      const other = `recorded was ${JSON.stringify(asked)}, asked was ${request.method} ${request.url} ${body}`;
      response.writeHead(same ? status : 418).end(same ? answer : other);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return { result: await work(`http://127.0.0.1:${port}`), left: exchanges.length };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
