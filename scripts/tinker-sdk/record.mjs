import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** What the session does not need: telemetry, and heartbeats, which come when they come. */
const PASSED_OVER = /telemetry|session_heartbeat/;

/**
 * Stands between a client and a server while the client does its work, and writes what they said, in the order in which
 * requests came: `{ method, path, contentType, accept, request, status, answerType, answer }`, bodies in base64.
 */
export async function recordInto(file, url, work) {
  const exchanges = [];
  const proxy = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  const pass = async (incoming, outgoing) => {
    const body = await bytesOf(incoming);
    const exchange = {
      method: incoming.method,
      path: incoming.url,
      contentType: incoming.headers['content-type'] ?? null,
      accept: incoming.headers.accept ?? null,
      request: body.toString('base64'),
    };
    if (!PASSED_OVER.test(exchange.path)) exchanges.push(exchange);
    const answer = await globalThis.fetch(`${url}${incoming.url}`, {
      method: incoming.method,
      headers: { 'content-type': exchange.contentType ?? '', accept: exchange.accept ?? '*/*' },
      ...(incoming.method === 'GET' || incoming.method === 'DELETE' ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const answerType = answer.headers.get('content-type');
    Object.assign(exchange, { status: answer.status, answerType, answer: bytes.toString('base64') });
    outgoing.writeHead(answer.status, answerType === null ? {} : { 'content-type': answerType }).end(bytes);
  };
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done));
  try {
    await work(`http://127.0.0.1:${proxy.address().port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
  writeFileSync(file, `${JSON.stringify(exchanges, undefined, 1)}\n`);
  console.log(`${file}: ${exchanges.length} exchanges`);
}

async function bytesOf(incoming) {
  const pieces = [];
  for await (const piece of incoming) pieces.push(piece);
  return Buffer.concat(pieces);
}
