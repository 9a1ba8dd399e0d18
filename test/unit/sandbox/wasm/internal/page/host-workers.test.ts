import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostWorkers } from '../../../../../../src/sandbox/wasm/internal/page/host-workers.js';
import type { HostOrder, PageFiles } from '../../../../../../src/sandbox/wasm/internal/page/page-protocol.js';
import type { Port } from '../../../../../../src/sandbox/wasm/internal/page/web.js';

const FILES: PageFiles = {
  ...{ program: 'run("é")', loader: '1', glue: '2', wasm: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]) },
  ...{ standardLibrary: new Uint8Array(), lock: {}, modules: {}, wheels: {}, preload: [], probe: '' },
};

/** A worker that does nothing. */
class IdleWorker {
  onerror: ((event: { readonly message?: string }) => void) | undefined;
  readonly messages: unknown[] = [];
  isEnded = false;

  constructor(
    readonly url: string,
    readonly options: object,
  ) {
    started.push(this);
  }

  postMessage(message: unknown, ports: readonly unknown[]): void {
    this.messages.push(message, ...ports);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

let started: IdleWorker[];
let said: unknown[];
let order: (order: HostOrder, ports?: readonly unknown[]) => void;

beforeEach(() => {
  started = [];
  said = [];
  Object.assign(globalThis, { Worker: IdleWorker });
  const port: Port = { onmessage: null, postMessage: (line) => void said.push(line), close: () => {} };
  hostWorkers(port);
  order = (data, ports = []) => port.onmessage?.({ data, ports: ports as Port[] });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'Worker'));

describe('hostWorkers', () => {
  it('starts a worker from the files, then from the snapshot, each with its port', async () => {
    order({ kind: 'files', files: FILES });
    order({ kind: 'start', key: 0, makesSnapshot: true }, ['port 0']);
    await expect.poll(() => started.length).toBe(1);
    order({ kind: 'snapshot', snapshot: Uint8Array.of(7) });
    order({ kind: 'start', key: 1, makesSnapshot: false }, ['port 1']);
    await expect.poll(() => started.length).toBe(2);
    const [one, other] = started;
    expect(one).toMatchObject({ options: { type: 'module' } });
    expect(decodeURIComponent(one!.url)).toBe('data:text/javascript;charset=utf-8,run("é")');
    expect(one!.messages).toMatchObject([{ makesSnapshot: true, loaderUrl: expect.any(String) as string }, 'port 0']);
    expect(one!.messages[0]).not.toHaveProperty('snapshot');
    expect(other!.messages).toMatchObject([{ makesSnapshot: false, snapshot: Uint8Array.of(7) }, 'port 1']);
    expect(said).toEqual([{ kind: 'open' }]);
  });

  it('ends a worker, also one that is ended before it has started', async () => {
    order({ kind: 'files', files: FILES });
    order({ kind: 'start', key: 0, makesSnapshot: false }, ['port']);
    order({ kind: 'end', key: 0 });
    await expect.poll(() => started.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('says which worker failed, and when none can be started', async () => {
    order({ kind: 'files', files: FILES });
    order({ kind: 'start', key: 3, makesSnapshot: false }, ['port']);
    await expect.poll(() => started.length).toBe(1);
    started[0]!.onerror!({ message: 'out of memory' });
    expect(said.at(-1)).toEqual({ kind: 'failed', key: 3, reason: 'out of memory' });
    order({ kind: 'files', files: { ...FILES, wasm: Uint8Array.of(1) } });
    order({ kind: 'start', key: 4, makesSnapshot: false }, ['port']);
    await expect.poll(() => said.at(-1)).toMatchObject({ kind: 'failed', key: 4 });
  });
});
