import { SandboxError } from '../../../../base/index.js';
import { hostWorkers } from './host-workers.js';
import type { HostLine, HostOrder } from './page-protocol.js';
import { programText } from './program-texts.js';
import { web, type Frame, type Port } from './web.js';

/**
 * What scripts of the frame, its workers included, may load: nothing but what comes as text with them. A policy of the page
 * itself applies to the frame as well.
 */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' data: 'wasm-unsafe-eval'; worker-src data:";
const OPEN_MS = 30_000;

/** The place where a sandbox's workers are started: a frame without an origin, or, where there is no page, this worker. */
export class WorkerHost {
  #onFailure = new Map<number, (reason: string) => void>();
  #keys = 0;

  private constructor(
    private readonly port: Port,
    private readonly frame: Frame | undefined,
  ) {
    port.onmessage = ({ data }) => {
      const line = data as HostLine;
      if (line.kind === 'failed') this.#onFailure.get(line.key)?.(line.reason);
    };
  }

  /** Whether the workers have the frame's policy. */
  get isFramed(): boolean {
    return this.frame !== undefined;
  }

  /** @throws SandboxError where the page does not allow the frame's script. */
  static async open(): Promise<WorkerHost> {
    const { port1, port2 } = new (web().MessageChannel)();
    const opened = new Promise<void>((resolve, reject) => {
      const refused = () =>
        reject(new SandboxError(`the sandbox's frame does not start: a policy of the page must allow ${POLICY}`));
      const timer = setTimeout(refused, OPEN_MS);
      port1.onmessage = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const frame = openFrame(port2);
    if (frame === undefined) hostWorkers(port2);
    try {
      await opened;
    } catch (error) {
      frame?.remove();
      throw error;
    }
    return new WorkerHost(port1, frame);
  }

  send(order: Exclude<HostOrder, { kind: 'start' | 'end' }>): void {
    this.port.postMessage(order);
  }

  /**
   * Starts a worker that talks over `port`.
   *
   * @param onFailure - Called where it does not start, or fails.
   * @returns A function that ends it.
   */
  start(port: Port, makesSnapshot: boolean, onFailure: (reason: string) => void): () => void {
    const key = this.#keys++;
    this.#onFailure.set(key, onFailure);
    this.port.postMessage({ kind: 'start', key, makesSnapshot } satisfies HostOrder, [port]);
    return () => {
      this.#onFailure.delete(key);
      this.port.postMessage({ kind: 'end', key } satisfies HostOrder);
    };
  }

  /** Ends all workers of a frame with it; others must be ended before. */
  close(): void {
    this.frame?.remove();
  }
}

/** @returns A hidden frame whose script hosts workers for `port`; undefined where there is no page. */
function openFrame(port: Port): Frame | undefined {
  const { document } = web();
  if (document === undefined) return undefined;
  const frame = document.createElement('iframe');
  // Without `allow-same-origin`: the frame has an origin of its own, and no storage.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${programText('frame.js')}</script>`;
  frame.onload = () => frame.contentWindow?.postMessage(null, '*', [port]);
  document.documentElement.append(frame);
  return frame;
}
