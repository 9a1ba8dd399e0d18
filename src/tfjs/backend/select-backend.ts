import * as z from 'zod';
import { LearnerError } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { BACKENDS, BackendUnavailable, type BackendChoice, type BackendName } from './backend-choice.js';
import { registerGradients } from './register-gradients.js';
import { startCpu, startTensorflow, startWasm } from './internal/start-backend.js';
import { startWebGpu } from './internal/start-webgpu.js';

/** Options of `selectBackend`. */
export interface SelectBackendOptions {
  /** `auto` (default) takes the first that works in the order node-gpu, node, webgpu, wasm, cpu; a name takes that one. */
  readonly backend?: 'auto' | BackendName;
  /** Where the wasm binaries are, as a folder with a trailing slash. In Node they are found by themselves. */
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
 * @returns Which one, why, and why not the faster ones.
 * @throws RangeError for an unknown name. LearnerError (rejecting) if the one asked for by name, or any at all, cannot
 *   be had; the message says why for each.
 * @remarks A software WebGPU adapter (SwiftShader, llvmpipe) is many times slower than wasm: `auto` passes it over, and
 *   only `backend: 'webgpu'` takes it. `@tensorflow/tfjs-node-gpu` on a machine without a GPU is passed over the same way.
 *
 * @example
 * const { name, reason } = await selectBackend();
 */
export async function selectBackend(options: SelectBackendOptions = {}): Promise<BackendChoice> {
  const { backend, wasmPath } = parseOptions(optionsSchema, options);
  const byName = backend !== 'auto';
  const passedOver: { name: BackendName; reason: string }[] = [];
  for (const name of byName ? [backend] : BACKENDS) {
    try {
      const detail = await start(name, byName, wasmPath);
      registerGradients();
      const reason = [`${name}: ${detail}`, ...passedOver.map((other) => `${other.name}: ${other.reason}`)].join('; ');
      return { name, tfjsName: TFJS_NAMES[name], reason, passedOver };
    } catch (error) {
      if (!(error instanceof BackendUnavailable)) throw error;
      passedOver.push({ name, reason: error.message });
    }
  }
  const reasons = passedOver.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  throw new LearnerError(byName ? `backend ${reasons}` : `no tensor backend can be had: ${reasons}`);
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
