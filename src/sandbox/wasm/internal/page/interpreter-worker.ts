import type { CallOrder } from '../protocol.js';
import { WasmInterpreter } from '../wasm-interpreter.js';
import { web, type Port } from './web.js';
import type { WorkerHost } from './worker-host.js';

const START_MS = 120_000;
/** Python compiles every module that is imported before a snapshot: sympy has hundreds. */
const SNAPSHOT_MS = 900_000;

/** An interpreter in a worker of its own. */
export class InterpreterWorker extends WasmInterpreter {
  readonly #port: Port;
  readonly #endWorker: () => void;
  #isGone = false;

  /** @param makesSnapshot - Whether it is started to give a snapshot of its memory. */
  constructor(host: WorkerHost, makesSnapshot: boolean) {
    super(makesSnapshot ? SNAPSHOT_MS : START_MS);
    const { port1, port2 } = new (web().MessageChannel)();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.onLine(data);
    this.#endWorker = host.start(port2, makesSnapshot, (reason) => this.fail(reason));
  }

  protected override send(order: CallOrder): void {
    this.#port.postMessage(order);
  }

  protected override end(): Promise<void> {
    if (!this.#isGone) {
      this.#isGone = true;
      this.#port.onmessage = null;
      this.#port.close();
      this.#endWorker();
      this.gone(null, 'the worker was ended');
    }
    return Promise.resolve();
  }

  /** A worker hears nothing while it runs a program. */
  protected override interrupt(): boolean {
    return false;
  }

  protected override usedBytes(): number {
    return 0;
  }
}
