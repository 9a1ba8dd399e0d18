import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** What the server does with its n-th request: an answer, a reset connection, an answer that breaks off, or silence. */
export type Reaction =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'reset'
  | 'break-off'
  | 'silence';

/** A completions server on a free local port that reacts as told, request by request; the last reaction repeats. */
export async function startCompletionsServer(...reactions: Reaction[]) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reaction = reactions[Math.min(seen.length, reactions.length - 1)]!;
      seen.push({
        method: request.method!,
        path: request.url!,
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>,
      });
      if (reaction === 'silence') return;
      if (reaction === 'reset') {
        request.socket.destroy();
        return;
      }
      if (reaction === 'break-off') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"choices"', () => request.socket.destroy());
        return;
      }
      response.writeHead(reaction.status ?? 200, { 'content-type': 'application/json', ...reaction.headers });
      response.end(typeof reaction.body === 'string' ? reaction.body : JSON.stringify(reaction.body));
    });
  });
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer as vLLM's CompletionResponse has it. */
export function vllmAnswer(tokens: readonly number[], overrides: Record<string, unknown> = {}) {
  return {
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        text: 'ignored',
        logprobs: {
          text_offset: tokens.map(() => 0),
          token_logprobs: tokens.map((_, index) => -(index + 1) / 4),
          tokens: tokens.map((token) => `token_id:${token}`),
          top_logprobs: tokens.map(() => ({})),
        },
        finish_reason: 'stop',
        stop_reason: tokens.at(-1) ?? null,
        token_ids: tokens,
        prompt_logprobs: null,
        prompt_token_ids: [1, 2, 3],
        ...overrides,
      },
    ],
    usage: { prompt_tokens: 3, total_tokens: 3 + tokens.length, completion_tokens: tokens.length },
  };
}
