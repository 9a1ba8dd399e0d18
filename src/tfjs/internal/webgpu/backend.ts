import * as tf from '@tensorflow/tfjs-core';

/** The parts of tfjs's WebGPUBackend that programs of ours are run by. */
export interface WebGpuBackend {
  readonly device: {
    readonly features: ReadonlySet<string>;
    createShaderModule: (descriptor: { readonly code: string }) => unknown;
  };
  /** @param output - The tensor that is written; a new one otherwise. */
  runWebGPUProgram(
    program: WebGpuProgram,
    inputs: readonly tf.TensorInfo[],
    outputType: 'float32',
    uniforms: readonly ProgramUniform[],
    output?: tf.TensorInfo,
  ): tf.TensorInfo;
  makeTensorInfo(shape: number[], type: 'float32'): tf.TensorInfo;
}

/** A compute shader as tfjs's WebGPU backend takes it: it writes the declarations, `getUserCode` has `fn main`. */
export interface WebGpuProgram {
  readonly variableNames: readonly string[];
  /** 4 reads an input as `vec4<f32>`. */
  readonly variableComponents: readonly number[];
  readonly outputComponent: number;
  readonly outputShape: number[];
  readonly workgroupSize: readonly [number, number, number];
  readonly dispatch: readonly [number, number, number];
  readonly dispatchLayout: { readonly x: readonly number[] };
  /** Tells programs apart; tfjs adds types and ranks to it. */
  readonly shaderKey: string;
  /** Declarations of `uniforms` beyond the shapes. */
  readonly uniforms: string;
  /** Whether `main` gets `uniforms.size`, the number of outputs. */
  readonly size?: boolean;
  getUserCode(): string;
}

export interface ProgramUniform {
  readonly type: 'float32' | 'int32';
  readonly data: readonly number[];
}

/** @returns The current backend if it is tfjs's WebGPU backend and takes programs, else undefined. */
export function webGpuBackend(): WebGpuBackend | undefined {
  if (tf.getBackend() !== 'webgpu') return undefined;
  const backend = tf.backend() as unknown as Partial<WebGpuBackend>;
  return typeof backend.runWebGPUProgram === 'function' ? (backend as WebGpuBackend) : undefined;
}

/** @returns Whether shaders may use subgroup operations: the device was made with them. */
export function hasSubgroups(backend: WebGpuBackend): boolean {
  return backend.device.features.has('subgroups');
}

/** Runs a program. @param subgroups - Whether it uses subgroup operations. */
export function runProgram(
  program: WebGpuProgram,
  inputs: readonly tf.Tensor[],
  uniforms: readonly ProgramUniform[],
  subgroups = false,
): tf.Tensor2D {
  const backend = webGpuBackend()!;
  const run = (): tf.TensorInfo => backend.runWebGPUProgram({ ...program }, inputs, 'float32', uniforms);
  const output = subgroups ? enablingSubgroups(backend.device, run) : run();
  return tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor2D;
}

/** @returns A tensor whose values are whatever was in the memory. */
export function emptyMatrix(shape: [number, number]): tf.Tensor2D {
  return tf.engine().makeTensorFromTensorInfo(webGpuBackend()!.makeTensorInfo(shape, 'float32')) as tf.Tensor2D;
}

/**
 * Runs a program that writes some values of a tensor and leaves the others as they are. Programs that were run before see the old values,
 * and later ones the new: WebGPU runs dispatches as if one after the other.
 *
 * @param output - No input of the program.
 */
export function writeInto(
  output: tf.Tensor2D,
  program: WebGpuProgram,
  inputs: readonly tf.Tensor[],
  uniforms: readonly ProgramUniform[],
): void {
  webGpuBackend()!.runWebGPUProgram({ ...program }, inputs, 'float32', uniforms, output);
}

/** How many dispatches tfjs's WebGPU backend collects before it hands them to the device: its flag, its default and ours for small passes. */
const BATCH = { flag: 'WEBGPU_DEFERRED_SUBMIT_BATCH_SIZE', usual: 15, large: 64 };

/**
 * Does some work with fewer submits, each of which costs time of the CPU. What the work frees can be used again only after a submit, so this is
 * for work on few numbers. A value of the flag that somebody has set is left as it is.
 */
export function submittingRarely<T>(work: () => T): T {
  const env = tf.env();
  if (webGpuBackend() === undefined || env.getNumber(BATCH.flag) !== BATCH.usual) return work();
  env.set(BATCH.flag, BATCH.large);
  try {
    return work();
  } finally {
    env.set(BATCH.flag, BATCH.usual);
  }
}

/**
 * WGSL wants `enable subgroups;` before anything else, and tfjs puts its own declarations first; so the line is set
 * before the source of a module that is created while `run` runs.
 */
function enablingSubgroups<T>(device: WebGpuBackend['device'], run: () => T): T {
  const create = device.createShaderModule;
  device.createShaderModule = (descriptor) =>
    create.call(device, { ...descriptor, code: `enable subgroups;\n${descriptor.code}` });
  try {
    return run();
  } finally {
    device.createShaderModule = create;
  }
}
