import { SandboxError, type IsolationReport, type Sandbox } from '../../../../base/index.js';
import type { PageSettings } from '../../options.js';
import { openInterpreterSandbox } from '../interpreter-sandbox.js';
import { InterpreterWorker } from './interpreter-worker.js';
import { fetchPageFiles } from './page-files.js';
import { WorkerHost } from './worker-host.js';

const PROCESSOR_TIME = 'processor time: a browser does not measure it, so cpuMs has no effect';
const MEMORY = "memory by force: what a program allocates outside Python's memory is not limited";
const NETWORK = 'network: this browser blocks it in workers only if a page starts them, or if the page has a policy';

/** Starts a wasm sandbox of workers. @throws SandboxError or MissingPeerError where there can be none. */
export async function startPageSandbox(settings: PageSettings): Promise<Sandbox> {
  const files = await fetchPageFiles(settings);
  const host = await WorkerHost.open();
  try {
    host.send({ kind: 'files', files });
    const first = new InterpreterWorker(host, true);
    const { deniesNetwork, snapshot } = await first.ready;
    await first.close();
    const isolation = reportOf(host.isFramed && deniesNetwork === true, settings.allowMissing);
    host.send({ kind: 'snapshot', snapshot: snapshot! });
    const start = () => new InterpreterWorker(host, false);
    return await openInterpreterSandbox(settings, { isolation, start, remove: () => host.close() });
  } catch (error) {
    host.close();
    throw error;
  }
}

/** @throws SandboxError where more is missing than the caller allows. */
function reportOf(deniesNetwork: boolean, allowed: readonly string[]): IsolationReport {
  if (!deniesNetwork && !allowed.includes('network')) {
    throw new SandboxError(
      `${NETWORK}: open the sandbox from the page instead of from a worker, or allow it with allowMissing: ['network']`,
    );
  }
  const missing = [...(deniesNetwork ? [] : [NETWORK]), PROCESSOR_TIME, MEMORY];
  return { level: 'partial', mechanism: 'wasm', missing };
}
