import type { Sandbox } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { startPageSandbox } from './internal/page/start-page-sandbox.js';
import { pageOptionsSchema, type WasmSandboxOptions } from './options.js';

/** Starts a sandbox whose interpreters are workers of the page. */
export async function createWasmSandbox(options: WasmSandboxOptions = {}): Promise<Sandbox> {
  return startPageSandbox(parseOptions(pageOptionsSchema, options));
}
