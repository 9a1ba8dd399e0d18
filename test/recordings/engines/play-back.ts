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
 * @param options - `inAnyOrder`: each request must be one that is left of the recording; for work that asks for several things at once.
 * @returns What `work` gives, and how many recorded requests it did not make.
 */
export async function playBack<T>(
  folder: string,
  work: (url: string) => Promise<T>,
  { inAnyOrder = false }: { readonly inAnyOrder?: boolean } = {},
): Promise<{ readonly result: T; readonly left: number }> {
  const { exchanges } = JSON.parse(readFileSync(`${folder}/exchanges.json`, 'utf8')) as {
    readonly exchanges: Exchange[];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
      const isSame = (asked: Exchange): boolean =>
        asked.method === request.method &&
        asked.path === request.url &&
        isDeepStrictEqual(parsed(asked.body), parsed(body));
      const found = inAnyOrder ? Math.max(0, exchanges.findIndex(isSame)) : 0;
      const [exchange] = exchanges.splice(found, 1) as [Exchange];
      const same = isSame(exchange);
      const { status, answer, ...asked } = exchange;
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
