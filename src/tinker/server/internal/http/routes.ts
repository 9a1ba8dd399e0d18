import * as z from 'zod';
import { MIB } from '../../../../base/internal/index.js';
import { HttpError } from '../../../../io/index.js';
import { endpoints, OWN_SERVER, parseBody, parseCheckpointId, type CheckpointName } from '../../../wire/index.js';
import { answerMessage } from '../answer.js';
import type { Batches } from '../batches/batches.js';
import { randomUUID } from '../node.js';
import type { RequestBody } from '../requests.js';
import { readJson, type RequestPlace } from './bodies.js';
import { checkpointBody, paged, runBody, weightsInfoBody } from './run-bodies.js';
import type { SavedCheckpoint } from '../runs/records.js';
import type { TinkerService } from '../tinker-service.js';

/** The body that changes how long a checkpoint is kept; null: for ever. */
const ttlSchema = z.strictObject({ ttl_seconds: z.int().positive().nullish() });

/** A request, as far as it is HTTP. */
export interface Call {
  readonly body: Buffer;
  readonly contentType: string;
  /** Which request of which model it is, where that was read from a body that is not here any more. */
  place: RequestPlace | undefined;
  /** Whether protobuf is taken for an answer. */
  readonly acceptsProtobuf: boolean;
  /** The variable parts of the path. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** Aborted when the client is gone, or the server closes. */
  readonly signal: AbortSignal;
  /** Calls back when the answer was sent whole. */
  readonly whenSent: (then: () => void) => void;
}

/** JSON that is written already. */
export class JsonText {
  constructor(readonly bytes: Uint8Array) {}
}

/** Answers a call: bytes of protobuf, a body of JSON or its text, or undefined for none. */
type Handler = (call: Call) => unknown;

/** The handler of a method and a path. */
interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: Handler;
  readonly maxBodyBytes: number;
}

/** A body that is no batch has no need of more. */
const SMALL_BODY_BYTES = MIB;

/** One that is asked for by a JSON body which client and server know. */
type JsonEndpoint = { [E in keyof typeof endpoints]: RequestBody<E> extends never ? never : E }[keyof typeof endpoints];

/** The protocol's routes. */
export function routesOf(service: TinkerService, batches: Batches): readonly Route[] {
  const { models, sampling, runs, settings, engine } = service;
  const get = (path: string, handle: Handler) => route('GET', path, handle);
  const post = <E extends JsonEndpoint>(endpoint: E, handle: (body: RequestBody<E>, call: Call) => unknown) => {
    const { path, request } = endpoints[endpoint];
    return route('POST', path, (call) => handle(parseBody(request, readJson(call.body)) as RequestBody<E>, call));
  };
  const batch = (path: string, handle: Handler) => ({
    ...route('POST', path, handle),
    maxBodyBytes: settings.limits.maxBodyBytes,
  });
  const checkpointAt = ({ parts: [run, ...id] }: Call): CheckpointName => {
    const name = parseCheckpointId(run!, id.join('/'));
    if (name !== undefined) return name;
    throw new HttpError(400, `checkpoint_id: expected weights/NAME or sampler_weights/NAME, got ${id.join('/')}`);
  };
  const checkpointPage = (all: readonly SavedCheckpoint[], query?: URLSearchParams) => {
    const { items, cursor } = paged(all, query);
    return { checkpoints: items.map(checkpointBody), cursor };
  };
  // The id of a checkpoint is of two parts.
  const checkpointPath = endpoints.deleteCheckpoint.path.replace('{checkpoint_id}', '{folder}/{name}');
  return [
    get(endpoints.health.path, () => ({ status: 'ok' })),
    get(endpoints.capabilities.path, () => ({
      supported_models: engine.baseModels.map((model_name) => ({
        model_name,
        max_context_length: settings.models[model_name]?.contextLength ?? null,
      })),
      server: OWN_SERVER,
    })),
    route('POST', endpoints.clientConfig.path, () => ({
      pjwt_auth_enabled: false,
      proto_compress_fwdbwd: false,
      parallel_fwdbwd_chunks: true,
      fwdbwd_max_chunk_len: settings.limits.maxDatums,
      fwdbwd_max_chunk_bytes_count: Math.min(5_000_000, settings.limits.maxBodyBytes >> 1),
      sample_max_concurrent_requests: Math.min(512, settings.limits.maxFutures >> 1),
    })),
    route('POST', '/api/v1/client/dynamic_config', () => ({ refresh_interval_sec: 300 })),
    route('POST', '/api/v1/telemetry', () => ({ status: 'accepted' })),
    post('createSession', () => service.createSession()),
    post('sessionHeartbeat', ({ session_id }) => service.heartbeat(session_id)),
    route('POST', endpoints.finishSession.path, ({ parts }) => service.finishSession(parts[0]!)),
    get('/api/v1/sessions', ({ query }) => ({ sessions: paged(service.sessionIds, query).items })),
    get('/api/v1/sessions/{session}', ({ parts }) => service.session(parts[0]!)),
    post('createModel', (body) => models.create(body)),
    post('unloadModel', (body) => models.unload(body)),
    post('getInfo', (body) => models.info(body)),
    batch(endpoints.forwardBackward.path, async (call) => models.forward(await batches.read(call))),
    batch(endpoints.forward.path, async (call) => models.forward(await batches.read(call, 'application/json'))),
    post('optimStep', (body) => models.optimStep(body)),
    post('saveWeights', (body) => models.save(body)),
    post('saveWeightsForSampler', (body) => models.saveForSampler(body)),
    post('loadWeights', (body) => models.load(body)),
    post('createSamplingSession', (body) => sampling.create(body)),
    get('/api/v1/samplers/{sampler}', ({ parts }) => sampling.info(parts[0]!)),
    batch(endpoints.asample.path, async (call) => {
      const { request, number } = await batches.readSample(call);
      // Without a sampling session there is no order, and none that repeats another.
      return sampling.sample(request, request.samplingSessionId === undefined ? randomUUID() : (number ?? '0'));
    }),
    post('retrieveFuture', (body, call) => retrieve(service, batches, body.request_id, call)),
    post('weightsInfo', ({ tinker_path }) => weightsInfoBody(runs, tinker_path)),
    get('/api/v1/training_runs', ({ query }) => {
      const { items, cursor } = paged(runs.all, query);
      return { training_runs: items.map((run) => runBody(runs, run)), cursor };
    }),
    get('/api/v1/training_runs/{run}', ({ parts }) => runBody(runs, runs.get(parts[0]!))),
    get(endpoints.modelCheckpoints.path, ({ parts: [run] }) => checkpointPage(runs.checkpoints(runs.get(run!).run))),
    get('/api/v1/checkpoints', ({ query }) => checkpointPage(runs.checkpoints(), query)),
    route('DELETE', checkpointPath, (call) => runs.delete(checkpointAt(call))),
    route('PUT', `${checkpointPath}/ttl`, (call) => {
      const { ttl_seconds } = parseBody(ttlSchema, readJson(call.body));
      runs.expire(checkpointAt(call), ttl_seconds ?? undefined);
    }),
  ];
}

function route(method: string, path: string, handle: Handler): Route {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  return { method, path: pattern, handle, maxBodyBytes: SMALL_BODY_BYTES };
}

async function retrieve(
  { futures, settings }: TinkerService,
  batches: Batches,
  request_id: string,
  call: Call,
): Promise<unknown> {
  const outcome = await futures.outcome(request_id, settings.limits.longPollMs, call.signal);
  if (outcome === undefined) return { type: 'try_again', request_id, queue_state: 'active' };
  call.whenSent(() => futures.wasGiven(request_id));
  if (outcome.kind === 'failed') return { error: outcome.error, category: outcome.category };
  const message = call.acceptsProtobuf ? answerMessage(outcome.answer) : undefined;
  return message ?? new JsonText(await batches.textOf(outcome.answer));
}
