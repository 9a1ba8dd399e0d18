import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Learner, LearnerFactory } from '../../../../../../src/base/index.js';
import { createTinkerServer } from '../../../../../../src/tinker/index.js';
import { datum, gradientBody, smallFactory, startServed, stepBody } from '../../served.js';

type Served = Awaited<ReturnType<typeof startServed>>;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server whose passes keep the thread of the engine busy for so long each. */
async function busy(passMs: number, limits: Parameters<typeof startServed>[0] = {}): Promise<Served> {
  const factory = await smallFactory();
  const slow: LearnerFactory = {
    ...factory,
    async createLearner(model) {
      const learner: Learner = await factory.createLearner(model);
      const add = learner.forwardBackward.bind(learner);
      learner.forwardBackward = (...given) => {
        const endMs = performance.now() + passMs;
        while (performance.now() < endMs);
        return add(...given);
      };
      return learner;
    },
  };
  const served = await startServed(limits, { factory: slow }, undefined, createTinkerServer);
  ends.push(async () => {
    await served.close();
    await factory.close();
    served.remove();
  });
  return served;
}

/** A client in a thread of its own, where it hears while the engine computes: it asks all the time, from the moment it gets a session. */
const CLIENT = `
  const { parentPort, workerData: url } = require('node:worker_threads');
  const post = (path, body) => [path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }];
  const statuses = new Set();
  let isOver = false;
  const times = [];
  parentPort.on('message', (message) => (message === 'stop' ? (isOver = true) : void ask(message)));
  async function ask(session_id) {
    const requests = [['healthz'], post('session_heartbeat', { session_id }), post('get_info', { model_id: 'nobody' })];
    while (!isOver) {
      for (const [path, init] of requests) {
        const start = performance.now();
        const { status } = await fetch(url + '/' + path, init);
        times.push(performance.now() - start);
        statuses.add(path + ' ' + status);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    times.sort((a, b) => a - b);
    parentPort.postMessage({ statuses: [...statuses], medianMs: times[times.length >> 1] });
  }
`;

describe('the thread of HTTP', () => {
  it('is waited for by `ended`, which fails with the cause when it dies', async () => {
    const made = vi.spyOn(Worker.prototype, 'postMessage');
    const logged: string[] = [];
    const factory = await smallFactory();
    const log = ({ message }: { readonly message: string }) => void logged.push(message);
    const served = await startServed({}, { factory, log }, undefined, createTinkerServer);
    ends.push(async () => {
      await served.close();
      await factory.close();
      served.remove();
    });
    await served.model();
    const [thread] = made.mock.contexts as Worker[];
    made.mockRestore();
    await thread!.terminate();
    await expect(served.server.ended).rejects.toThrow('its thread ended with exit code 1');
    expect(logged).toHaveLength(1);
    await served.server.close();
    const next = await startServed({}, { factory }, served.directory);
    await next.close();
    await expect(next.server.ended).resolves.toBeUndefined();
  });

  it('settles every close once its learners are closed', async () => {
    const factory = await smallFactory();
    let open = 0;
    const counted: LearnerFactory = {
      ...factory,
      async createLearner(model) {
        const learner = await factory.createLearner(model);
        open++;
        return { ...learner, close: () => learner.close().then(() => void open--) };
      },
    };
    const served = await startServed({}, { factory: counted }, undefined, createTinkerServer);
    ends.push(async () => {
      await served.close();
      await factory.close();
      served.remove();
    });
    await served.model();
    await served.model();
    expect(open).toBe(2);
    const closed = [served.server.close(0), served.server.close(0), served.server.ended];
    await Promise.all(closed.map((end) => end.then(() => expect(open).toBe(0))));
    await expect(fetch(served.server.url)).rejects.toThrow();
    await served.server.close();
  });
});

/** As many sequences as there are passes, where `maxTokensPerPass` is 4. */
const data = (passes: number) => Array.from({ length: passes }, (_, i) => datum([1, 2, 3, i]));

describe('a server whose engine computes', () => {
  it('answers, refuses and keeps every session meanwhile', async () => {
    const { server, model, session, post, retrieve } = await busy(700, { maxTokensPerPass: 4, sessionTtlMs: 500 });
    const client = new Worker(CLIENT, { eval: true, workerData: `${server.url}/api/v1` });
    ends.push(async () => void (await client.terminate()));
    const trained = await model();
    client.postMessage(await session());
    const training = await post('forward_backward', gradientBody(trained.model_id, 1, data(6)));
    expect(await retrieve(training)).toMatchObject({ loss_fn_outputs: expect.anything() as unknown });
    client.postMessage('stop');
    const [report] = (await once(client, 'message')) as [{ statuses: string[]; medianMs: number }];
    expect(report.statuses).toEqual(['healthz 200', 'session_heartbeat 200', 'get_info 404']);
    // A server that hears nothing while it computes answers when a pass of 700 ms is over.
    expect(report.medianMs).toBeLessThan(350);
    expect((await post('get_info', { model_id: trained.model_id })).status).toBe(200);
  });

  it('lets clients alternate by passes', async () => {
    const { model, post, retrieve } = await busy(50, { maxTokensPerPass: 4 });
    const [large, small] = [await model(), await model()];
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const first = retrieve(await post('forward_backward', gradientBody(large.model_id, 1, data(20)))).then(
      note('large'),
    );
    const gradient = await post('forward_backward', gradientBody(small.model_id, 1, data(1)));
    const step = retrieve(await post('optim_step', stepBody(small.model_id, 2))).then(note('small'));
    await Promise.all([first, retrieve(gradient), step]);
    expect(order).toEqual(['small', 'large']);
  });

  it('adds the same gradient, bit for bit, beside other clients', async () => {
    const { model, post, result, retrieve } = await busy(1, { maxTokensPerPass: 4 });
    const norm = async (model_id: string) => {
      const [made] = await Promise.all([
        post('forward_backward', gradientBody(model_id, 1, data(8))),
        post('optim_step', stepBody(model_id, 2)),
      ]);
      await retrieve(made);
      return (await result('optim_step', stepBody(model_id, 2)))['metrics'] as { readonly grad_norm: number };
    };
    const alone = await norm((await model()).model_id);
    const [one, two] = [await model(), await model()];
    expect(await Promise.all([norm(one.model_id), norm(two.model_id)])).toEqual([alone, alone]);
  });
});
