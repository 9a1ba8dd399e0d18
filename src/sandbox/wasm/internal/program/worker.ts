/** The worker of one interpreter in a browser: reads a WorkerOrder, starts Python, then runs one CallOrder after another. */
import type { loadPyodide } from 'pyodide';
import type { WorkerOrder } from '../page/page-protocol.js';
import { web, type Port, type WebModule } from '../page/web.js';
import type { CallOrder, ProcessLine } from '../protocol.js';
import { isNetworkDenied } from './network-probe.js';
import { Python, type LoadOptions } from './python.js';
import { sealPrototypes } from './sealed-prototypes.js';
import { denyCode, denyGlobals, workerHost } from './worker-globals.js';

/** Pyodide asks for its files below this address, and gets them from the order. */
const FOLDER = 'https://pyodide.invalid/';

/** What makes Pyodide's WebAssembly module. */
type Glue = NonNullable<LoadOptions['createPyodideModule']>;

web().addEventListener('message', ({ data, ports }) => void main(data as WorkerOrder, ports[0]!), { once: true });

async function main(order: WorkerOrder, port: Port): Promise<void> {
  const say = (line: ProcessLine, transfer: readonly unknown[] = []) => port.postMessage(line, transfer);
  try {
    const { makesSnapshot, probe } = order;
    denyCode();
    const deniesNetwork = makesSnapshot && (await isNetworkDenied(probe));
    const python = await started(order);
    const pythonVersion = python.api.runPython('import platform\nplatform.python_version()') as string;
    const versions = { python: pythonVersion, pyodide: python.api.version };
    if (makesSnapshot) {
      const snapshot = python.api.makeMemorySnapshot();
      say({ ready: { ...versions, deniesNetwork, snapshot } }, [snapshot.buffer]);
      return;
    }
    denyGlobals();
    sealPrototypes();
    port.onmessage = ({ data }) => runCall(python, data as CallOrder, say);
    say({ ready: versions });
  } catch (error) {
    say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function runCall(python: Python, call: CallOrder, say: (line: ProcessLine) => void): void {
  const { id } = call;
  // A busy page does not read yet: what is beyond the limit must not wait for it in memory.
  let left = call.outputBytes;
  const end = python.run(call, (to, text) => {
    if (text === '' || left < 0) return;
    left -= text.length;
    say({ id, to, text });
  });
  say({ id, ...end });
}

async function started(order: WorkerOrder): Promise<Python> {
  const { modules, wheels, preload, snapshot, makesSnapshot, lock, standardLibrary } = order;
  giveFiles(order.module, standardLibrary);
  const { loadPyodide: load } = (await import(order.loaderUrl)) as { readonly loadPyodide: typeof loadPyodide };
  const { default: createPyodideModule } = (await import(order.glueUrl)) as { readonly default: Glue };
  const options = { indexURL: FOLDER, lockFileContents: lock as never, createPyodideModule };
  const parts = { load, options, contained: true, modules, wheels, preload, snapshot, makesSnapshot };
  return Python.start(parts, workerHost());
}

/** Answers what Pyodide fetches, and instantiates its WebAssembly, which is compiled already. */
function giveFiles(module: WebModule, standardLibrary: Uint8Array): void {
  const namespace = (globalThis as unknown as { readonly WebAssembly: Record<string, unknown> }).WebAssembly;
  const fetchFile = (url: URL | string) =>
    String(url).endsWith('.zip')
      ? Promise.resolve(new Response(standardLibrary as never))
      : Promise.resolve(new Response(null));
  Object.assign(globalThis, { fetch: fetchFile });
  namespace['instantiateStreaming'] = async (_: unknown, imports: unknown) => {
    const instantiate = namespace['instantiate'] as (module: WebModule, imports: unknown) => Promise<unknown>;
    return { module, instance: await instantiate(module, imports) };
  };
}
