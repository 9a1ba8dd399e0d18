/** What the test of the sandbox runs inside a page, or inside a worker of one; it is bundled from the built package. */
import type { Sandbox, SandboxCall, SandboxResult } from 'rstar2-agent';
import {
  createPythonTool,
  createWasmSandbox,
  type SandboxSession,
  type WasmSandboxOptions,
} from 'rstar2-agent/sandbox/wasm';
import { sandboxConformanceCases } from 'rstar2-agent/testing';

const contract = sandboxConformanceCases(['cpp']);
let sandbox: Sandbox;
let session: SandboxSession;

/** Opens a sandbox in place of the last one; its isolation, or why there is none. */
async function open(options: WasmSandboxOptions) {
  await (sandbox as Sandbox | undefined)?.close();
  try {
    sandbox = await createWasmSandbox({ preload: ['re'], concurrency: 1, ...options });
    return sandbox.isolation;
  } catch (error) {
    return String(error);
  }
}

function run(call: SandboxCall): Promise<SandboxResult> {
  return sandbox.run(call);
}

async function openSession(): Promise<void> {
  session = await sandbox.session!();
}

function cell(call: SandboxCall): Promise<SandboxResult> {
  return session.run(call);
}

/** A cell that is aborted while it runs. */
async function abortedCell(call: SandboxCall): Promise<string> {
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 200);
  return session.run(call, { signal: abort.signal }).then(({ kind }) => kind, String);
}

async function useTool(args: { readonly code: string; readonly input?: string }) {
  return createPythonTool(sandbox).execute(args, { sessionId: 's' });
}

/** @returns Why the case of the contract failed, or undefined. */
function keepsContract(name: string): Promise<string | undefined> {
  return contract
    .find((one) => one.name === name)!
    .run(sandbox)
    .then(() => undefined, String);
}

const PROGRAMS = { open, run, openSession, cell, abortedCell, useTool, keepsContract };
Object.assign(globalThis, PROGRAMS);
export type SandboxPage = typeof PROGRAMS;
