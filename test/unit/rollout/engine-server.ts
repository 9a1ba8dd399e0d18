import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a server saw. */
export interface EngineRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A body, its status (200 where none is given), or the pieces of a stream of events; `cut` breaks the connection after them. */
interface EngineAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly stream?: Iterable<string> | AsyncIterable<string>;
  readonly cut?: boolean;
}

/** What a path is answered with, or what a function makes of the request. */
export type EngineReaction = EngineAnswer | ((request: EngineRequest) => Promise<EngineAnswer>);

/** A server on a free local port; a path that it does not know is 404, as at vLLM and SGLang. */
export async function startEngine(reactions: Readonly<Record<string, EngineReaction>>) {
  const seen: EngineRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const asked = {
        method: request.method!,
        path: request.url!,
        body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      };
      seen.push(asked);
      const reaction = reactions[`${asked.method} ${asked.path}`] ?? { status: 404, body: { detail: 'Not Found' } };
      void Promise.resolve(typeof reaction === 'function' ? reaction(asked) : reaction).then(
        async ({ status, body, stream, cut }) => {
          const type = stream === undefined ? 'application/json' : 'text/event-stream';
          response.writeHead(status ?? 200, { 'content-type': type });
          for await (const piece of stream ?? []) if (!response.destroyed) response.write(piece);
          if (cut === true) response.destroy();
          else response.end(body === undefined ? '' : JSON.stringify(body));
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Of one path, in order. */
    asked: (path: string) => seen.filter((request) => request.path === path).map(({ body }) => body),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What vLLM and SGLang say of themselves, and what their token endpoints answer with these tokens. */
export const ENGINES = {
  vllm: (tokens: readonly number[], choice: object = {}): Record<string, EngineReaction> => ({
    'GET /v1/models': {
      body: {
        object: 'list',
        data: [
          { id: 'm', object: 'model', root: 'm', parent: null, max_model_len: 64 },
          { id: 'a-0', object: 'model', root: '/adapters/0', parent: 'm' },
        ],
      },
    },
    'GET /version': { body: { version: '0.32.0' } },
    'POST /inference/v1/generate': ({ body }) =>
      Promise.resolve(
        body['token_ids'] === undefined
          ? { status: 400, body: { error: { message: 'Field required' } } }
          : { body: vllmGenerated(tokens, choice) },
      ),
  }),
  sglang: (tokens: readonly number[], meta: object = {}): Record<string, EngineReaction> => ({
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'm', object: 'model', max_model_len: 64 }] } },
    'GET /model_info': { body: { model_path: 'm', is_generation: true } },
    'POST /generate': { body: sglangGenerated(tokens, meta) },
  }),
} as const;

function vllmGenerated(tokens: readonly number[], choice: object) {
  const content = tokens.map((token, index) => ({
    token: `token_id:${token}`,
    logprob: -(index + 1) / 4,
    bytes: null,
    top_logprobs: [],
  }));
  return {
    request_id: 'r',
    choices: [{ index: 0, logprobs: { content }, finish_reason: 'stop', token_ids: tokens, ...choice }],
    prompt_logprobs: null,
    kv_transfer_params: null,
  };
}

function sglangGenerated(tokens: readonly number[], meta: object) {
  return {
    text: 'ignored',
    output_ids: tokens,
    meta_info: {
      id: 'r',
      finish_reason: { type: 'stop', matched: tokens.at(-1) ?? null },
      prompt_tokens: 3,
      completion_tokens: tokens.length,
      weight_version: 'default',
      output_token_logprobs: tokens.map((token, index) => [-(index + 1) / 4, token, null]),
      ...meta,
    },
  };
}
