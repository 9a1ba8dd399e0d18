import * as tf from '@tensorflow/tfjs-core';
import { activateBackend, importOptional, messageOf } from './activate-backend.js';
import { BackendUnavailable } from '../backend-choice.js';
import { dawnInNode } from './dawn.js';

/** The parts of the WebGPU API used here; its types are not part of this project's environment. */
interface Gpu {
  requestAdapter(options: { powerPreference: 'high-performance' }): Promise<Adapter | null>;
}
interface Adapter {
  readonly features: ReadonlySet<string>;
  readonly limits: Readonly<Record<string, number>>;
  readonly info: AdapterInfo;
  requestDevice(options: object): Promise<unknown>;
}
interface AdapterInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  readonly isFallbackAdapter?: boolean;
}

const WEBGPU = 'webgpu';
const LIMITS = [
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeWorkgroupSizeX',
  'maxComputeInvocationsPerWorkgroup',
];

/**
 * Starts the WebGPU backend on a device of our own making, because tfjs's would come without `subgroups`.
 *
 * @param software - Whether an adapter that runs on the CPU will do.
 * @returns The adapter's name.
 */
export async function startWebGpu({ software }: { readonly software: boolean }): Promise<string> {
  const gpu = (globalThis as { navigator?: { gpu?: Gpu } }).navigator?.gpu ?? (await dawnInNode<Gpu>());
  const loaded = await importOptional(
    '@tensorflow/tfjs-backend-webgpu',
    () => import('@tensorflow/tfjs-backend-webgpu'),
  );
  const { WebGPUBackend } = 'WebGPUBackend' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  if (tf.engine().registry[WEBGPU] !== undefined) {
    // Running already, perhaps on a device of the caller's; its tensors must not be taken away.
    await activateBackend(WEBGPU);
    return 'was running already';
  }
  const adapter = await requestAdapter(gpu);
  const name = describe(adapter.info);
  if (!software && isSoftware(adapter.info)) throw new BackendUnavailable(`${name} runs on the CPU`);
  showGpu(gpu);
  if (tf.findBackendFactory(WEBGPU) !== null) tf.removeBackend(WEBGPU);
  tf.registerBackend(WEBGPU, async () => {
    const requiredFeatures = ['timestamp-query', 'bgra8unorm-storage', 'subgroups'].filter((feature) =>
      adapter.features.has(feature),
    );
    const requiredLimits = Object.fromEntries(LIMITS.map((limit) => [limit, adapter.limits[limit]]));
    const device = await adapter.requestDevice({ requiredFeatures, requiredLimits });
    return new WebGPUBackend(device as never, adapter.info as never);
  });
  await activateBackend(WEBGPU);
  return name;
}

/** Puts WebGPU where tfjs looks for it. Node 20 has no `navigator`; later ones have one without `gpu`. */
function showGpu(gpu: Gpu): void {
  const holder = globalThis as { navigator?: { gpu?: Gpu } };
  if (holder.navigator?.gpu !== undefined) return;
  if (holder.navigator === undefined) Object.defineProperty(holder, 'navigator', { configurable: true, value: {} });
  Object.defineProperty(holder.navigator, 'gpu', { configurable: true, value: gpu });
}

async function requestAdapter(gpu: Gpu): Promise<Adapter> {
  let adapter: Adapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (error) {
    throw new BackendUnavailable(`no adapter (${messageOf(error)})`);
  }
  if (adapter === null) throw new BackendUnavailable('no adapter');
  return adapter;
}

function describe({ vendor, architecture, device, description }: AdapterInfo): string {
  return [vendor, architecture, device, description].filter((part) => part !== '').join(' ') || 'an unnamed adapter';
}

function isSoftware(info: AdapterInfo): boolean {
  return info.isFallbackAdapter === true || /swiftshader|llvmpipe|software|basic render/i.test(describe(info));
}
