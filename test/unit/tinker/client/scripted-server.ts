import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeForwardRequest,
  encodeForwardResult,
  encodeSampleResult,
  forwardRequestFromJson,
  forwardResultToJson,
  PROTOBUF_TYPE,
} from '../../../../src/tinker/wire/index.js';
import type { TinkerForwardRequest } from '../../../../src/tinker/wire/messages.js';

/** What goes wrong with one request to a path. */
export interface Fault {
  readonly path: string;
  /** The first request to the path that it may befall, of all that there were. Default 1. */
  readonly from?: number;
  /** Whether the request was carried out before it went wrong. */
  readonly when: 'before' | 'after';
  /** A status with what the server says, or a connection that is cut. */
  readonly how:
    | 'reset'
    | { readonly status: number; readonly body?: string | undefined; readonly headers?: Record<string, string> };
}

/** A server whose every answer is written here, and that counts what it was asked. */
export interface ScriptedServer {
  readonly url: string;
  /** Paths in the order of the requests, without `/api/v1/`. */
  readonly asked: string[];
  readonly bodies: { readonly path: string; readonly body: Buffer; readonly headers: IncomingMessage['headers'] }[];
  /** Forward requests that added a gradient, and optimizer steps: each counted once for each time it was carried out. */
  readonly gradients: number[];
  readonly steps: number[];
  readonly forwards: TinkerForwardRequest[];
  /** Taken in their order, each by the next request to its path. */
  readonly faults: Fault[];
  /** As a server does that is started anew. */
  forgetSessions(): void;
  connections(): number;
  close(): Promise<void>;
}

/** How the server is. */
export interface ScriptedOptions {
  readonly config?: object;
  /** Reads no protobuf and answers in JSON; with this status to what is protobuf. */
  readonly jsonOnly?: 422 | 500;
  /** Does not honour sequence ids. */
  readonly forgetful?: boolean;
  /** Has no such route: 404 to every heartbeat. */
  readonly noHeartbeats?: boolean;
  /** Archives of checkpoints, by the id in their route: each is behind a redirect. */
  readonly archives?: { readonly [id: string]: Uint8Array };
}

export async function startScriptedServer(options: ScriptedOptions = {}): Promise<ScriptedServer> {
  const state = new Script(options);
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => state.handle(request, response, Buffer.concat(pieces)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    connections: () => open,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  });
}

class Script {
  readonly asked: string[] = [];
  readonly bodies: ScriptedServer['bodies'] = [];
  readonly gradients: number[] = [];
  readonly steps: number[] = [];
  readonly forwards: TinkerForwardRequest[] = [];
  readonly faults: Fault[] = [];
  /** What a future gives, by its number. */
  readonly #results = new Map<string, { readonly json: unknown; readonly protobuf?: Uint8Array }>();
  readonly #bySequence = new Map<number, string>();
  readonly #sessions = new Set<string>();
  #sessionsMade = 0;

  constructor(private readonly options: ScriptedOptions) {}

  handle(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const path = request.url!.replace('/api/v1/', '');
    this.asked.push(path);
    this.bodies.push({ path, body, headers: request.headers });
    const times = this.asked.filter((asked) => asked === path).length;
    const at = this.faults.findIndex((fault) => fault.path === path && times >= (fault.from ?? 1));
    const fault = at < 0 ? undefined : this.faults.splice(at, 1)[0]!;
    if (fault?.when !== 'before') {
      const answer = this.#answer(path, request, body);
      if (fault === undefined) {
        response.writeHead(answer.status ?? 200, {
          'content-type': answer.type ?? 'application/json',
          ...(answer.location !== undefined && { location: answer.location }),
        });
        response.end(answer.bytes ?? JSON.stringify(answer.json));
        return;
      }
    }
    if (fault.how === 'reset') response.socket!.destroy();
    else response.writeHead(fault.how.status, fault.how.headers).end(fault.how.body ?? '');
  }

  forgetSessions(): void {
    this.#sessions.clear();
  }

  #answer(path: string, request: IncomingMessage, body: Buffer): ScriptedAnswer {
    switch (path) {
      case 'client/config':
        return { json: this.options.config ?? {} };
      case 'create_session': {
        const session_id = `s${++this.#sessionsMade}`;
        this.#sessions.add(session_id);
        return { json: { session_id, warning_message: 'be kind' } };
      }
      case 'session_heartbeat':
        return this.options.noHeartbeats ? NOT_FOUND : this.#inSession(body, () => ({ json: {} }));
      case 'get_server_capabilities':
        return { json: { supported_models: [{ model_name: 'small', max_context_length: 2048 }] } };
      case 'create_model':
        return this.#inSession(body, () => this.#future({ json: { model_id: 'm1' } }));
      case 'forward':
      case 'forward_backward':
        return this.#forward(request, body);
      case 'optim_step':
        return this.#once(sequenceOf(body), this.steps, { json: { metrics: { 'grad_norm:max': 2 } } });
      case 'save_weights':
        return this.#future({ json: { path: 'tinker://m1/weights/a' } });
      case 'save_weights_for_sampler':
        return this.#future({ json: { path: 'tinker://m1/sampler_weights/a', sampling_session_id: 'ss1' } });
      case 'create_sampling_session':
        return this.#inSession(body, () => ({ json: { sampling_session_id: 'ss2' } }));
      case 'asample': {
        const sequences = [
          { tokens: Int32Array.of(1, 2), logprobs: Float32Array.of(-1, -2), stopReason: 'stop' } as const,
        ];
        return this.#future({ json: null, protobuf: encodeSampleResult({ sequences }) });
      }
      case 'get_info':
        return { json: { model_id: 'm1', model_data: { model_name: 'small' }, lora_rank: 4 } };
      case 'training_runs/m1/checkpoints':
        return {
          json: {
            checkpoints: [
              {
                checkpoint_id: 'a',
                checkpoint_type: 'training',
                time: '2026-01-01T00:00:00Z',
                tinker_path: 'tinker://m1/weights/a',
              },
            ],
          },
        };
      case 'weights_info':
        return { json: { base_model: 'small', is_lora: true, lora_rank: 4 } };
      case 'retrieve_future':
        return this.#retrieve(JSON.parse(body.toString()) as { request_id: string });
      case 'load_weights':
      case 'unload_model':
        return this.#future({ json: {} });
      default:
        return (
          this.#archive(path) ??
          (request.method === 'DELETE' ? { json: null } : { status: 404, json: { detail: `no ${path}` } })
        );
    }
  }

  #archive(path: string): ScriptedAnswer | undefined {
    const [, id = '', what] = /^training_runs\/m1\/checkpoints\/(.+)\/(archive|download)$/.exec(path) ?? [];
    const bytes = this.options.archives?.[id];
    if (bytes === undefined) return undefined;
    return what === 'download'
      ? { json: null, bytes }
      : { status: 302, json: null, location: `/api/v1/${path.replace(/archive$/, 'download')}` };
  }

  #forward(request: IncomingMessage, body: Buffer): ScriptedAnswer {
    const isProtobuf = request.headers['content-type'] === PROTOBUF_TYPE;
    if (isProtobuf && this.options.jsonOnly !== undefined)
      return {
        status: this.options.jsonOnly,
        json: { detail: [{ loc: ['body'], msg: 'Input should be a valid dictionary' }] },
      };
    const read = isProtobuf ? decodeForwardRequest(body) : forwardRequestFromJson(JSON.parse(body.toString()));
    if (read.loss === 'unheard of') return { status: 422, json: { detail: 'no such loss' } };
    const bad = read.data.findIndex(({ tokens }) => tokens.includes(99));
    if (bad >= 0) return { status: 422, json: { detail: `data[${bad}].model_input: no token 99` } };
    this.forwards.push(read);
    const outputs = read.data.map(({ tokens }) => ({
      logprobs: {
        dtype: 'float32',
        data: Float32Array.from(tokens, (token) => -token),
        shape: [tokens.length],
      } as const,
    }));
    const metrics = { 'loss:sum': read.data.length, 'first:min': read.data[0]!.tokens[0]!, unnamed: 1 };
    const result = { outputType: 'ArrayRecord', outputs, metrics };
    const json = forwardResultToJson(result);
    const protobuf = this.options.jsonOnly !== undefined ? undefined : encodeForwardResult(result);
    const given = { json, ...(protobuf && { protobuf }) };
    return read.forwardOnly ? this.#future(given) : this.#once(read.sequenceId, this.gradients, given);
  }

  #inSession(body: Buffer, answer: () => ScriptedAnswer): ScriptedAnswer {
    const { session_id } = JSON.parse(body.toString()) as { session_id: string };
    return this.#sessions.has(session_id) ? answer() : NOT_FOUND;
  }

  /** Carries a request out, unless its number has been. */
  #once(sequence: number, done: number[], result: { json: unknown; protobuf?: Uint8Array }): ScriptedAnswer {
    const known = this.options.forgetful === true ? undefined : this.#bySequence.get(sequence);
    if (known !== undefined) return { json: { request_id: known } };
    done.push(sequence);
    const answer = this.#future(result);
    this.#bySequence.set(sequence, (answer.json as { request_id: string }).request_id);
    return answer;
  }

  #future(result: { json: unknown; protobuf?: Uint8Array }): ScriptedAnswer {
    const request_id = String(this.#results.size + 1);
    this.#results.set(request_id, result);
    return { json: { request_id } };
  }

  #retrieve({ request_id }: { request_id: string }): ScriptedAnswer {
    const { json, protobuf } = this.#results.get(request_id)!;
    return protobuf === undefined ? { json } : { type: PROTOBUF_TYPE, bytes: protobuf };
  }
}

const NOT_FOUND = { status: 404, json: { detail: 'Not Found' } };

interface ScriptedAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly location?: string;
}

function sequenceOf(body: Buffer): number {
  return (JSON.parse(body.toString()) as { seq_id: number }).seq_id;
}
