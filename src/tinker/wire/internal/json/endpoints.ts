import * as z from 'zod';
import { MAX_DATA } from '../limits.js';
import { forwardBackwardRequestSchema, forwardRequestSchema, forwardResultSchema } from './forward-json.js';
import { adamSchema, loraSchema } from './model-json.js';
import { listOf, optional } from './schemas.js';
import { sampleRequestSchema, sampleResultSchema } from './sample-json.js';

const text = optional(z.string());
const whole = optional(z.int());
const flag = optional(z.boolean());
const metadata = optional(z.record(z.string(), z.unknown()));

/** The one family of optimizers that the protocol's servers all have. */
const optimizer = z.strictObject({ type: z.literal('adamw') }).nullish();

/** What a request that takes time is answered with at once; `retrieveFuture` gives its result. */
const future = z.object({ request_id: z.string(), model_id: text });
const nothing = z.unknown();

const get = <A extends z.ZodType>(path: string, answer: A) => ({ method: 'GET', path, answer }) as const;
const post = <Q extends z.ZodType, A extends z.ZodType>(path: string, request: Q, answer: A) =>
  ({ method: 'POST', path, request, answer }) as const;
const submit = <Q extends z.ZodType, R extends z.ZodType>(path: string, request: Q, result: R) =>
  ({ method: 'POST', path, request, answer: future, result }) as const;
/** A request, which may say what it is. */
const typed = <N extends string, S extends z.ZodRawShape>(name: N, fields: S) =>
  z.strictObject({ ...fields, type: z.literal(name).optional() });

/**
 * The protocol's routes that we speak, with the bodies of each in JSON: requests, in which an unknown field is refused;
 * answers, in which it is passed over; results of what takes time. `forwardBackward` takes protobuf as well, and it, `forward`
 * and `asample` give it as a result to clients that accept it.
 */
export const endpoints = {
  health: get('/api/v1/healthz', z.object({ status: z.string() })),
  capabilities: get(
    '/api/v1/get_server_capabilities',
    z.object({
      supported_models: z.array(z.object({ model_name: text, max_context_length: whole })),
      // Only this package's server sends it.
      server: text,
    }),
  ),
  clientConfig: post(
    '/api/v1/client/config',
    z.strictObject({ sdk_version: z.string() }),
    z.object({
      proto_compress_fwdbwd: flag,
      fwdbwd_max_chunk_len: whole,
      fwdbwd_max_chunk_bytes_count: whole,
      sample_max_concurrent_requests: whole,
    }),
  ),
  createSession: post(
    '/api/v1/create_session',
    typed('create_session', {
      tags: listOf(z.string(), MAX_DATA),
      user_metadata: metadata,
      sdk_version: z.string(),
      project_id: text,
      display_name: text,
    }),
    z.object({ session_id: z.string(), info_message: text, warning_message: text, error_message: text }),
  ),
  sessionHeartbeat: post('/api/v1/session_heartbeat', typed('session_heartbeat', { session_id: z.string() }), nothing),
  createModel: submit(
    '/api/v1/create_model',
    typed('create_model', {
      session_id: z.string(),
      model_seq_id: z.int(),
      base_model: z.string(),
      user_metadata: metadata,
      lora_config: optional(loraSchema),
      optimizer_config: optimizer,
    }),
    z.object({ model_id: z.string() }),
  ),
  getInfo: post(
    '/api/v1/get_info',
    typed('get_info', { model_id: z.string() }),
    z.object({
      model_id: z.string(),
      model_data: z.object({
        model_name: text,
        base_model: text,
        tokenizer_id: text,
        // Where one server says the rank.
        lora_config: optional(z.object({ rank: whole })),
      }),
      lora_rank: whole,
    }),
  ),
  unloadModel: submit(
    '/api/v1/unload_model',
    typed('unload_model', { model_id: z.string() }),
    z.object({ model_id: text }),
  ),
  forward: submit('/api/v1/forward', forwardRequestSchema, forwardResultSchema),
  forwardBackward: submit('/api/v1/forward_backward', forwardBackwardRequestSchema, forwardResultSchema),
  optimStep: submit(
    '/api/v1/optim_step',
    typed('optim_step', { adam_params: adamSchema, model_id: z.string(), seq_id: whole }),
    z.object({ metrics: optional(z.record(z.string(), z.number())) }),
  ),
  saveWeights: submit(
    '/api/v1/save_weights',
    typed('save_weights', {
      model_id: z.string(),
      path: text,
      seq_id: whole,
      ttl_seconds: whole,
      overwrite: z.boolean().optional(),
      user_metadata: metadata,
    }),
    z.object({ path: z.string() }),
  ),
  loadWeights: submit(
    '/api/v1/load_weights',
    typed('load_weights', {
      model_id: text,
      seq_id: whole,
      session_id: text,
      model_seq_id: whole,
      base_model: text,
      user_metadata: metadata,
      path: z.string(),
      optimizer: z.boolean(),
      optimizer_config: optimizer,
      weights_access_token: text,
    }),
    z.object({ path: text, model_id: text }),
  ),
  saveWeightsForSampler: submit(
    '/api/v1/save_weights_for_sampler',
    typed('save_weights_for_sampler', {
      model_id: z.string(),
      path: text,
      sampling_session_seq_id: whole,
      kind: z.literal('snapshot').optional(),
      seq_id: whole,
      ttl_seconds: whole,
      user_metadata: metadata,
    }),
    z.object({ path: text, sampling_session_id: text }),
  ),
  createSamplingSession: post(
    '/api/v1/create_sampling_session',
    typed('create_sampling_session', {
      session_id: z.string(),
      sampling_session_seq_id: z.int(),
      base_model: text,
      model_path: text,
    }),
    z.object({ sampling_session_id: z.string() }),
  ),
  /** The client is done: what its session holds may go. */
  finishSession: post('/api/v1/sessions/{session_id}/finish', z.object({ reason: z.unknown(), detail: text }), nothing),
  asample: submit('/api/v1/asample', sampleRequestSchema, sampleResultSchema),
  retrieveFuture: post(
    '/api/v1/retrieve_future',
    z.strictObject({ request_id: z.string(), allow_metadata_only: z.boolean().optional() }),
    nothing,
  ),
  weightsInfo: post(
    '/api/v1/weights_info',
    z.strictObject({ tinker_path: z.string() }),
    z.object({ base_model: z.string(), is_lora: z.boolean(), lora_rank: whole }),
  ),
  modelCheckpoints: get(
    '/api/v1/training_runs/{model_id}/checkpoints',
    z.object({
      checkpoints: z.array(
        z.object({
          checkpoint_type: z.enum(['training', 'sampler']),
          time: z.string(),
          tinker_path: z.string(),
          size_bytes: optional(z.number()),
        }),
      ),
    }),
  ),
  /** The id has its kind before it: `weights/step-1`, `sampler_weights/step-1`. */
  deleteCheckpoint: {
    method: 'DELETE',
    path: '/api/v1/training_runs/{model_id}/checkpoints/{checkpoint_id}',
    answer: nothing,
  },
} as const;

/** A future's answer when there is no result yet, where it is not HTTP 408 that says so. */
export const tryAgainSchema = z.object({ type: z.literal('try_again') });

/** A future's answer where the request failed for good. */
export const requestFailedSchema = z.object({ error: z.string(), category: text });
