import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecoder, createTfjsLearnerFactory, decoderConfig, selectBackend } from '../../../../src/tfjs/index.js';
import type { TinkerServerOptions } from '../../../../src/tinker/index.js';
import { openHere } from './open-here.js';
import type { TinkerServerLimits } from '../../../../src/tinker/server/options.js';

/** A model of a few thousand numbers. */
export const CONFIG = decoderConfig({
  vocabSize: 32,
  hiddenSize: 16,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 8,
  intermediateSize: 32,
  maxPositionEmbeddings: 64,
});

/** An engine of that model, by the name `small`. */
export async function smallFactory() {
  await selectBackend({ backend: 'cpu' });
  return createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(CONFIG, { seed }) } });
}

/** What a server answered. */
interface Said {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A server over the small model, and a client's few words to it. */
export async function startServed(
  limits: TinkerServerLimits = {},
  options: Partial<TinkerServerOptions> = {},
  directory = mkdtempSync(join(tmpdir(), 'rstar2-tinker-')),
  open = openHere,
) {
  const factory = await smallFactory();
  const server = await open({
    factory,
    directory,
    models: { small: { contextLength: 64, vocabularySize: 32 } },
    limits,
    ...options,
  });
  const send = async (method: string, path: string, body?: unknown, more: RequestInit = {}): Promise<Said> => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      ...more,
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  };
  const post = (path: string, body: unknown) => send('POST', path, body);
  /** What a request comes to, however long the machine takes. */
  const retrieve = async (submitted: Said) => {
    for (;;) {
      const { body } = await post('retrieve_future', { request_id: submitted.body['request_id'] });
      if (body['type'] !== 'try_again') return body;
    }
  };
  const result = async (path: string, body: unknown) => retrieve(await post(path, body));
  const session = async () =>
    (await post('create_session', { tags: [], sdk_version: 'test' })).body['session_id'] as string;
  const model = async (lora: object | null = { rank: 2, seed: 1 }) => {
    const session_id = await session();
    const made = await post('create_model', { session_id, model_seq_id: 0, base_model: 'small', lora_config: lora });
    await retrieve(made);
    return { session_id, model_id: made.body['model_id'] as string };
  };
  const close = async () => {
    await server.close(100);
    await factory.close();
  };
  return {
    server,
    directory,
    send,
    post,
    retrieve,
    result,
    session,
    model,
    close,
    remove: () => rmSync(directory, { recursive: true }),
  };
}

/** The body of a tensor. */
export const floats = (...data: number[]) => ({ data, dtype: 'float32' });
export const ints = (...data: number[]) => ({ data, dtype: 'int64' });

/** The body of a datum: what is read, and beside it the next tokens and what else there is. */
export function datum(tokens: readonly number[], inputs: object = {}) {
  return {
    model_input: { chunks: [{ type: 'encoded_text', tokens: tokens.slice(0, -1) }] },
    loss_fn_inputs: { target_tokens: ints(...tokens.slice(1)), ...inputs },
  };
}

/** The body of a request for a gradient. */
export function gradientBody(
  model_id: string,
  seq_id: number | null,
  data: readonly object[],
  loss_fn = 'cross_entropy',
) {
  return { model_id, seq_id, forward_backward_input: { data, loss_fn } };
}

/** The body of an optimizer step. */
export function stepBody(model_id: string, seq_id: number | null, adam_params: object = { learning_rate: 0.01 }) {
  return { model_id, seq_id, adam_params };
}
