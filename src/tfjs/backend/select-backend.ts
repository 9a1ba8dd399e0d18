import * as z from 'zod';
import { LearnerError, MissingPeerError } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { BACKENDS, BackendUnavailable, type BackendChoice, type BackendName } from './backend-choice.js';
import { registerGradients } from './register-gradients.js';
import { startCpu, startTensorflow, startWasm } from './internal/start-backend.js';
import { startWebGpu } from './internal/start-webgpu.js';

/** Options of `selectBackend`. */
export interface SelectBackendOptions {
  /** `auto` (default) takes the first that works in the order node-gpu, node, webgpu, wasm, cpu; a name takes that one. */
  readonly backend?: 'auto' | BackendName;
  /** The folder of the wasm binaries, with a trailing slash. Default in Node: that of the installed package. */
  readonly wasmPath?: string;
}

const optionsSchema = z.strictObject({
  backend: z.enum(['auto', ...BACKENDS]).default('auto'),
  wasmPath: z.string().optional(),
});

const TFJS_NAMES = {
  'node-gpu': 'tensorflow',
  node: 'tensorflow',
  webgpu: 'webgpu',
  wasm: 'wasm',
  cpu: 'cpu',
} as const satisfies Record<BackendName, string>;

/**
 * Starts the fastest tensor backend that is installed and works here, and makes it tfjs's current one. Registers the
 * gradients that `@tensorflow/tfjs-core` lacks in Node as well.
 *
 * @returns The backend, and in `reason` why each faster one was not used. Read it if speed matters: a backend that is installed but fails
 *   to start is skipped like one that is not installed.
 * @throws RangeError for an unknown name. MissingPeerError (rejecting) if the package of the backend asked for is not installed. LearnerError (rejecting) if the backend asked for, or with `auto` every backend, is missing or
 *   fails to start; the message has the reason for each, and `cause` the error.
 * @remarks A software WebGPU adapter (SwiftShader, llvmpipe) is many times slower than wasm: `auto` skips it, and only `backend: 'webgpu'`
 *   uses it. `auto` also skips `@tensorflow/tfjs-node-gpu` on a machine without a GPU.
 *
 * @example
 * const { name, reason } = await selectBackend();
 */
export async function selectBackend(options: SelectBackendOptions = {}): Promise<BackendChoice> {
  const { backend, wasmPath } = parseOptions(optionsSchema, options);
  const byName = backend !== 'auto';
  const passedOver: { name: BackendName; reason: string }[] = [];
  const causes: unknown[] = [];
  for (const name of byName ? [backend] : BACKENDS) {
    try {
      const detail = await start(name, byName, wasmPath);
      registerGradients();
      const reason = [`${name}: ${detail}`, ...passedOver.map((other) => `${other.name}: ${other.reason}`)].join('; ');
      return { name, tfjsName: TFJS_NAMES[name], reason, passedOver };
    } catch (error) {
      if (!(error instanceof BackendUnavailable)) throw error;
      passedOver.push({ name, reason: error.message });
      causes.push(error.cause);
    }
  }
  const reasons = passedOver.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  if (byName && causes[0] instanceof MissingPeerError) throw causes[0];
  if (byName) throw new LearnerError(`backend ${reasons}`, { cause: causes[0] });
  throw new LearnerError(`no tensor backend works here: ${reasons}`, { cause: new AggregateError(causes) });
}

async function start(name: BackendName, byName: boolean, wasmPath: string | undefined): Promise<string> {
  switch (name) {
    case 'node-gpu':
    case 'node':
      return startTensorflow(name);
    case 'webgpu':
      return startWebGpu({ software: byName });
    case 'wasm':
      return startWasm(wasmPath);
    case 'cpu':
      return startCpu();
  }
}
