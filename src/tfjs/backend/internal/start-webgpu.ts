import * as tf from '@tensorflow/tfjs-core';
import { BackendUnavailable } from '../backend-choice.js';
import { activateBackend, importOptional, isNode, messageOf } from './start-backend.js';

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
  } catch (cause) {
    throw new BackendUnavailable(`no adapter (${messageOf(cause)})`, { cause });
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

/** Where the Vulkan loader looks for drivers on Linux, unless the environment names some. */
const VULKAN_DRIVERS = [
  '/etc/vulkan/icd.d',
  '/usr/share/vulkan/icd.d',
  '/usr/local/etc/vulkan/icd.d',
  '/usr/local/share/vulkan/icd.d',
];
const VULKAN_VARIABLES = ['VK_DRIVER_FILES', 'VK_ADD_DRIVER_FILES', 'VK_ICD_FILENAMES'];

/**
 * In Node, WebGPU is Dawn, from the npm package `webgpu`; it brings the API's constants along, which tfjs wants global.
 *
 * @returns The same as `navigator.gpu` in a browser.
 */
export async function dawnInNode<Gpu>(): Promise<Gpu> {
  if (!isNode()) throw new BackendUnavailable('navigator.gpu is not there');
  // Dawn complains aloud, past any handler, where there is none.
  if (!mayHaveDriver()) throw new BackendUnavailable('no Vulkan driver');
  // A variable: bundlers for browsers would resolve a literal.
  const packageName = 'webgpu';
  const { create, globals } = await importOptional(
    packageName,
    () => import(packageName) as Promise<{ create: (options: string[]) => Gpu; globals: object }>,
  );
  Object.assign(globalThis, globals);
  return create([]);
}

function mayHaveDriver(): boolean {
  if (process.platform !== 'linux' || VULKAN_VARIABLES.some((name) => process.env[name] !== undefined)) return true;
  const files = process.getBuiltinModule?.('node:fs');
  if (files === undefined) throw new BackendUnavailable('needs Node.js');
  const { existsSync, readdirSync } = files;
  return VULKAN_DRIVERS.some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}
