/** The program of a worker thread: the same backend, samplers and batches as in the main thread, for what messages ask. */
import { parentPort, workerData } from 'node:worker_threads';
import { sendFailure } from '../../../../io/index.js';
import { selectBackend } from '../../../backend/index.js';
import type { FromWorker, ToWorker, WorkerBackend } from '../../../workers/internal/index.js';
import { computeGradients, computeLogprobs } from './batches.js';
import { Samplers } from './samplers.js';
import { WorkerModels } from './models.js';

const port = parentPort!;
const { backend, wasmPath } = workerData as WorkerBackend;
await selectBackend({ backend, ...(wasmPath === undefined ? {} : { wasmPath }) });

const models = new WorkerModels();
const samplers = new Samplers((call, token) => answer({ kind: 'token', call, token }));
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'load':
      return models.load(message.weights, message.model);
    case 'free':
      return models.free(message.weights, message.tensors);
    case 'open':
      return samplers.open(message.sampler, models.get(message.weights), message.options);
    case 'close':
      return samplers.close(message.sampler);
    case 'end-session':
      return samplers.endSession(message.sampler, message.sessionId);
    case 'end':
      return samplers.end(message.call);
    case 'abort':
      return samplers.abort(message.call);
    default:
      void work(message);
  }
});

async function work(message: Extract<ToWorker, { readonly kind: 'generate' | 'gradients' | 'logprobs' }>) {
  const { call } = message;
  try {
    answer({ kind: 'result', call, value: await resultOf(message) });
  } catch (error) {
    answer({ kind: 'failure', call, failure: sendFailure(error) });
  }
}

function resultOf(message: Parameters<typeof work>[0]): Promise<unknown> {
  switch (message.kind) {
    case 'generate':
      return samplers.generate(message);
    case 'gradients':
      return computeGradients(models.get(message.weights), message);
    case 'logprobs':
      return computeLogprobs(models.get(message.weights), message);
  }
}

/** Large arrays of a result move; they are of its own. */
function answer(message: FromWorker): void {
  port.postMessage(message, message.kind === 'result' ? buffersOf(message.value) : []);
}

function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Float32Array) return [value.buffer as ArrayBuffer];
  const { gradients = [] } = value as { readonly gradients?: readonly { readonly values: Float32Array }[] };
  return gradients.map(({ values }) => values.buffer as ArrayBuffer);
}
