import type { IsolationReport, Sandbox } from '../../../base/index.js';
import { makeScratch, removeScratch } from '../../internal/scratch.js';
import type { WasmSettings } from '../options.js';
import { openInterpreterSandbox } from './interpreter-sandbox.js';
import { Launcher } from './launcher.js';
import { missingOf, thisRuntime } from './runtime.js';

/** Starts a wasm sandbox of processes. @throws SandboxError or MissingPeerError where there can be none. */
export async function startWasmSandbox(settings: WasmSettings): Promise<Sandbox> {
  const runtime = thisRuntime();
  const isolation = reportOf(settings, () => missingOf(runtime, settings.allowMissing));
  const scratch = makeScratch();
  const remove = () => removeScratch(scratch);
  let launcher: Launcher;
  try {
    launcher = await Launcher.prepare(runtime, settings, scratch);
  } catch (error) {
    remove();
    throw error;
  }
  return openInterpreterSandbox(settings, { isolation, start: () => launcher.start(), remove });
}

function reportOf({ isolation }: WasmSettings, missing: () => readonly string[]): IsolationReport {
  if (isolation === 'auto') return { level: 'partial', mechanism: 'wasm', missing: missing() };
  const everything = 'everything: programs that reach JavaScript have the privileges of the caller';
  return { level: 'none', mechanism: 'wasm', missing: [everything] };
}
