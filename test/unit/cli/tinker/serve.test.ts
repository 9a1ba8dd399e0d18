import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { tinkerServeCommand } from '../../../../src/cli/tinker/serve.js';
import * as tinker from '../../../../src/tinker/index.js';

vi.mock(import('../../../../src/tinker/index.js'), { spy: true });
afterEach(() => {
  vi.mocked(tinker.createTinkerServer).mockReset();
});
const folder = mkdtempSync(join(tmpdir(), 'rstar2-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `tinker serve` over a server that ends so, until it is interrupted. */
async function serve(ended: Promise<void>, signal = new AbortController().signal, ...flags: readonly string[]) {
  const close = vi.fn(() => Promise.resolve());
  vi.mocked(tinker.createTinkerServer).mockResolvedValue({ url: 'http://127.0.0.1:1', port: 1, ended, close });
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = { stdin, stdout, stderr, signal, onInterrupt: () => () => {} };
  const argv = ['--config', 'small', '--backend', 'cpu', '--checkpoints', folder, ...flags];
  const code = await tinkerServeCommand.run(argv, io).finally(() => expect(close).toHaveBeenCalledOnce());
  return { code, options: vi.mocked(tinker.createTinkerServer).mock.lastCall![0] };
}

describe('tinker serve', () => {
  it('fails with the cause when its server dies, and closes it', async () => {
    const ended = Promise.reject(new Error('its thread ended'));
    ended.catch(() => {});
    await expect(serve(ended)).rejects.toThrow('its thread ended');
  });

  it('serves until it is interrupted, with the quota that is asked for', async () => {
    const never = new Promise<void>(() => {});
    const flags = ['--quota-sessions', '3', '--quota-models', '2', '--quota-mb', '1'];
    const { code, options } = await serve(never, AbortSignal.abort(), ...flags);
    expect(code).toBe(0);
    expect(options.quota).toEqual({ maxSessions: 3, maxModels: 2, maxStoredBytes: 2 ** 20 });
  });
});
