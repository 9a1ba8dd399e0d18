import type { HostLine, HostOrder, PageFiles, WorkerOrder } from './page-protocol.js';
import { web, type Port, type PortMessage, type WebWorker } from './web.js';

/**
 * Starts and ends workers, as a sandbox orders over a port. It runs in the sandbox's frame, so that its workers have the
 * frame's origin and policy; where there is no page it runs beside the sandbox.
 */
export function hostWorkers(port: Port): void {
  const workers = new Map<number, Promise<WebWorker | undefined>>();
  let parts: Promise<Parts> | undefined;
  let snapshot: Uint8Array | undefined;
  const say = (line: HostLine) => port.postMessage(line);
  const start = async (key: number, makesSnapshot: boolean, workerPort: Port) => {
    try {
      const { program, order } = await parts!;
      // An address of this kind gives a worker an origin of its own: it shares no storage with the page.
      const worker = new (web().Worker)(program, { type: 'module' });
      worker.onerror = ({ message }) => say({ kind: 'failed', key, reason: message ?? 'its worker does not start' });
      const first: WorkerOrder = { ...order, makesSnapshot, ...(snapshot === undefined ? {} : { snapshot }) };
      worker.postMessage(first, [workerPort]);
      return worker;
    } catch (error) {
      say({ kind: 'failed', key, reason: String(error) });
      return undefined;
    }
  };
  port.onmessage = ({ data, ports }: PortMessage) => {
    const order = data as HostOrder;
    if (order.kind === 'files') parts = partsOf(order.files);
    else if (order.kind === 'snapshot') snapshot = order.snapshot;
    else if (order.kind === 'start') workers.set(order.key, start(order.key, order.makesSnapshot, ports[0]!));
    else {
      void workers.get(order.key)?.then((worker) => worker?.terminate());
      workers.delete(order.key);
    }
  };
  say({ kind: 'open' });
}

/** What every worker gets, made once. */
interface Parts {
  readonly program: string;
  readonly order: Omit<WorkerOrder, 'snapshot' | 'makesSnapshot'>;
}

async function partsOf({ program, loader, glue, wasm, ...rest }: PageFiles): Promise<Parts> {
  const module = await web().WebAssembly.compile(wasm);
  return { program: dataUrl(program), order: { ...rest, module, loaderUrl: dataUrl(loader), glueUrl: dataUrl(glue) } };
}

function dataUrl(script: string): string {
  return `data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`;
}
