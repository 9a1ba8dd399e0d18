import { existsSync } from 'node:fs';
import { selectBackend, type BackendChoice } from '../../../src/tfjs/backend/index.js';

/** Chromium's software Vulkan driver, which Debian's package brings; see npm run setup. */
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** Makes WebGPU current in Node: Dawn over SwiftShader, or over the Vulkan driver that `VK_DRIVER_FILES` names. */
export async function useDawn(): Promise<BackendChoice> {
  if (process.env['VK_DRIVER_FILES'] === undefined && existsSync(SWIFTSHADER))
    process.env['VK_DRIVER_FILES'] = SWIFTSHADER;
  return selectBackend({ backend: 'webgpu' });
}
