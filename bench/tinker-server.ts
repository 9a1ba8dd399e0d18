/** The server of tinker.ts, in a process of its own: a Tinker server that computes nothing and answers at once. Prints its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeForwardRequest,
  encodeForwardResult,
  forwardRequestFromJson,
  forwardResultToJson,
  PROTOBUF_TYPE,
} from '../src/tinker/wire/index.js';
import type { TinkerForwardRequest } from '../src/tinker/wire/messages.js';

/** What a forward request is answered with: logprobs of as many places as it has, worked out once. */
let answer: { readonly protobuf: Uint8Array; readonly json: string } | undefined;

function answerTo(request: TinkerForwardRequest): typeof answer {
  const outputs = request.data.map(({ tokens }) => ({
    logprobs: {
      dtype: 'float32',
      data: Float32Array.from(tokens, (id) => -Math.log1p(id)),
      shape: [tokens.length],
    } as const,
  }));
  const result = { outputType: 'ArrayRecord', outputs, metrics: { 'loss:sum': 1 } };
  return { protobuf: encodeForwardResult(result), json: JSON.stringify(forwardResultToJson(result)) };
}

const ANSWERS: { readonly [path: string]: object } = {
  '/api/v1/client/config': {},
  '/api/v1/client/dynamic_config': {},
  '/api/v1/get_server_capabilities': { supported_models: [{ model_name: 'small' }] },
  '/api/v1/create_session': { session_id: 's' },
  '/api/v1/telemetry': { status: 'accepted' },
  '/api/v1/create_model': { request_id: 'model' },
  '/api/v1/get_info': { model_id: 'm', model_data: { model_name: 'small' } },
  '/api/v1/forward_backward': { request_id: 'forward' },
};

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const body = Buffer.concat(pieces);
    const isProtobuf = request.headers['content-type'] === PROTOBUF_TYPE;
    if (request.url === '/api/v1/forward_backward')
      answer ??= answerTo(
        isProtobuf ? decodeForwardRequest(body) : forwardRequestFromJson(JSON.parse(body.toString())),
      );
    if (request.url !== '/api/v1/retrieve_future') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWERS[request.url!] ?? {}));
      return;
    }
    const { request_id } = JSON.parse(body.toString()) as { readonly request_id: string };
    if (request_id === 'model') response.setHeader('content-type', 'application/json').end('{"model_id":"m"}');
    else if (request.headers.accept === PROTOBUF_TYPE)
      response.setHeader('content-type', PROTOBUF_TYPE).end(answer!.protobuf);
    else response.setHeader('content-type', 'application/json').end(answer!.json);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
