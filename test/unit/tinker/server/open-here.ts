import { MessageChannel } from 'node:worker_threads';
import { engineOf, type Engine } from '../../../../src/tinker/server/internal/engine/engine.js';
import { listen } from '../../../../src/tinker/server/internal/http/listen.js';
import {
  RemoteObjects,
  ServedObjects,
  type ObjectAnswer,
  type ObjectCall,
} from '../../../../src/tinker/server/internal/thread/remote-objects.js';
import type { TinkerServerOptions } from '../../../../src/tinker/index.js';
import { openServer } from '../../../../src/tinker/server/server.js';

/**
 * `createTinkerServer` with its HTTP in this thread, for starting a thread takes a second of TypeScript: the engine is called by
 * messages all the same.
 */
export const openHere = (options: TinkerServerOptions) =>
  openServer(options, async (settings) => {
    const { port1, port2 } = new MessageChannel();
    const [served, remote] = [new ServedObjects(), new RemoteObjects(port1)];
    port2.on('message', (call: ObjectCall) => void served.answer(call, port2));
    port1.on('message', (answer: ObjectAnswer) => remote.receive(answer));
    let settleEnd!: () => void;
    const ended = new Promise<void>((resolve) => (settleEnd = resolve));
    const end = () => {
      port1.close();
      settleEnd();
    };
    try {
      const listening = await listen(settings, remote.use<Engine>(served.add(engineOf(settings))));
      return { address: listening.address, ended, close: (drainMs) => listening.close(drainMs).finally(end) };
    } catch (error) {
      end();
      throw error;
    }
  });
