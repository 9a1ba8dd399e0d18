/** The packages that can run tensors, fastest first. */
export const BACKENDS = ['node-gpu', 'node', 'webgpu', 'wasm', 'cpu'] as const;

/**
 * - `node-gpu`, `node`: TensorFlow's C library through `@tensorflow/tfjs-node-gpu` or `@tensorflow/tfjs-node`;
 * - `webgpu`: `@tensorflow/tfjs-backend-webgpu`; `wasm`: `@tensorflow/tfjs-backend-wasm`;
 * - `cpu`: `@tensorflow/tfjs-backend-cpu`, plain JavaScript.
 */
export type BackendName = (typeof BACKENDS)[number];

/** Which backend runs and why the faster ones do not. */
export interface BackendChoice {
  readonly name: BackendName;
  /** Its name in tfjs: `tf.getBackend()`. */
  readonly tfjsName: 'tensorflow' | 'webgpu' | 'wasm' | 'cpu';
  /** One sentence: `wasm: 1 thread(s), SIMD; node-gpu: @tensorflow/tfjs-node-gpu is not installed; …; webgpu: no adapter`. */
  readonly reason: string;
  /** The faster backends and why each was not used: not installed, or installed and failed to start, with the error's message. */
  readonly passedOver: readonly { readonly name: BackendName; readonly reason: string }[];
}

/** A backend that is not installed or does not start; the message says why. Internal to the selection. */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable';
}
