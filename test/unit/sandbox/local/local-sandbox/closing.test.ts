import { expect, it } from 'vitest';
import { createLocalSandbox } from '../../../../../src/sandbox/index.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fails by name where something is still pending long after all has ended. */
const settled = <T>(work: Promise<T>) =>
  Promise.race([work, pause(40_000).then(() => Promise.reject(new Error('still pending')))]);

// From before there is a process to after it is ready.
it.each([0, 15, 60, 160])(
  'settles calls and cells whose server starts when the sandbox is closed %i ms later',
  async (ms) => {
    const sandbox = await createLocalSandbox({ concurrency: 4 });
    const session = await sandbox.session!();
    const aborted = new AbortController();
    const pending = [
      sandbox.run({ code: 'import time\ntime.sleep(30)', deterministic: true }),
      sandbox.run({ code: '1', deterministic: true }, { signal: aborted.signal }),
      sandbox.run({ code: 'int main() {}', language: 'cpp' }),
      session.run({ code: 'import time\ntime.sleep(30)' }),
      session.run({ code: '1' }),
    ];
    await pause(ms);
    const [, ...results] = await settled(Promise.all([sandbox.close(), ...pending]));
    expect(results[0]).toMatchObject({
      kind: 'unavailable',
      cause: { message: expect.stringContaining('closed') as string },
    });
    expect(results[3]).toMatchObject({ kind: 'unavailable' });
    expect(results[4]).toMatchObject({ kind: 'unavailable' });
  },
  60_000,
);

it('a session that is closed while its interpreter starts runs no cell', async () => {
  const sandbox = await createLocalSandbox({ concurrency: 2 });
  for (const ms of [0, 20, 60]) {
    const session = await sandbox.session!();
    const cells = [session.run({ code: 'import time\ntime.sleep(30)' }), session.run({ code: '1' })];
    await pause(ms);
    await settled(session.close());
    expect((await settled(Promise.all(cells))).map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable']);
  }
  await settled(sandbox.close());
}, 60_000);
