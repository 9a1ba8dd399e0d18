import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request with spans. */
export interface Collected {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** An `ExportTraceServiceRequest` of OTLP in protobuf. */
  readonly body: Buffer;
}

/** @returns What `work` sends to a collector over HTTP, in order. */
export async function collect(work: (url: string) => Promise<void>): Promise<readonly Collected[]> {
  const collected: Collected[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      collected.push({ method: method!, path: url!, headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return collected;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
