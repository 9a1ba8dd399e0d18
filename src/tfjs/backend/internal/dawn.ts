import { importOptional, isNode } from './activate-backend.js';
import { BackendUnavailable } from '../backend-choice.js';

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
 * @returns What `navigator.gpu` is in a browser.
 */
export async function dawnInNode<Gpu>(): Promise<Gpu> {
  if (!isNode()) throw new BackendUnavailable('navigator.gpu is not there');
  // Dawn complains aloud, past any handler, where there is none.
  if (!mayHaveDriver()) throw new BackendUnavailable('no Vulkan driver');
  // Not a literal, so that a bundler for browsers leaves it alone.
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
  if (files === undefined) throw new BackendUnavailable('needs Node.js 20.16 or newer');
  const { existsSync, readdirSync } = files;
  return VULKAN_DRIVERS.some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}
