import type * as WorkerThreads from 'node:worker_threads';
import { builtInModule, packageEntry, receiveFailure, type HttpAddress } from '../../../../io/index.js';
import type { ServerSettings } from '../../options.js';
import { engineOf } from '../engine/engine.js';
import type { ListeningThread } from '../http/listen.js';
import type { FromThread, ThreadSettings, ToThread } from './messages.js';
import { ServedObjects } from './remote-objects.js';

/**
 * Listens in a thread of its own, which computes nothing, and so answers whatever the engine does. The engine computes in
 * this thread, where its maker is.
 *
 * @throws The system's error when it cannot listen there.
 */
export async function listenInThread(settings: ServerSettings): Promise<ListeningThread> {
  const { Worker } = builtInModule('node:worker_threads') as typeof WorkerThreads;
  const { path, boot } = packageEntry('tinker-http.js');
  const objects = new ServedObjects();
  const workerData: ThreadSettings = { settings: sent(settings), engine: objects.add(engineOf(settings)) };
  const worker = new Worker(boot ?? path, { eval: boot !== undefined, workerData });
  const tell = (message: ToThread): void => worker.postMessage(message);
  let settle: { readonly resolve: (address: HttpAddress | undefined) => void; readonly reject: (error: Error) => void };
  const next = () => new Promise<HttpAddress | undefined>((resolve, reject) => (settle = { resolve, reject }));
  const began = next();
  let isEnding = false;
  let settleEnd: { readonly resolve: () => void; readonly reject: (cause: Error) => void };
  const ended = new Promise<void>((resolve, reject) => (settleEnd = { resolve, reject }));
  // A program need not wait for it.
  ended.catch(() => {});
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'call') void objects.answer(message, worker);
    else if (message.kind === 'log') settings.log(message.event);
    else if (message.kind === 'failed') settle.reject(receiveFailure(message.failure));
    else settle.resolve(message.kind === 'listening' ? message.address : undefined);
  });
  const die = (error: Error): void => {
    if (isEnding) return;
    isEnding = true;
    settings.log({ level: 'error', message: `the server has ended: ${error.stack ?? error.message}` });
    settle.reject(error);
    settleEnd.reject(error);
    objects.close().catch(() => {});
  };
  worker.on('error', die);
  worker.on('exit', (code) => die(new Error(`its thread ended with exit code ${code}`)));
  const end = async (): Promise<void> => {
    isEnding = true;
    await worker.terminate();
    await objects.close().finally(settleEnd.resolve);
  };
  let closed: Promise<void> | undefined;
  const close = async (drainMs: number): Promise<void> => {
    if (isEnding) return;
    const answer = next();
    tell({ kind: 'close', drainMs });
    await answer.finally(end);
  };
  try {
    return {
      address: (await began)!,
      ended,
      close: (drainMs) => (closed ??= close(drainMs)),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The settings without what cannot be sent. */
function sent({ directory, host, port, apiKey, limits, quota, models }: ServerSettings): ThreadSettings['settings'] {
  const about = Object.entries(models).map(([name, model]) => [name, { ...model, tokenizer: undefined }] as const);
  return { directory, host, port, apiKey, limits, quota, models: Object.fromEntries(about) };
}
