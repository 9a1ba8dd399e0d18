import '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LearnerError } from '../../../../../src/base/index.js';
import { selectBackend } from '../../../../../src/tfjs/backend/index.js';

const CAUSE = new ReferenceError('__dirname is not defined');

const registration = tf.engine().registryFactory['wasm']!;
const { factory } = registration;

/** Makes the start of the wasm backend fail with this error. */
function failLater(error: unknown): void {
  registration.factory = async () => {
    await Promise.resolve();
    throw error;
  };
}

function failAtOnce(error: unknown): void {
  registration.factory = () => {
    throw error;
  };
}

describe('an installed backend that fails to start', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterEach(() => {
    registration.factory = factory;
    vi.restoreAllMocks();
  });

  it.each([
    ['at once', failAtOnce],
    ['later', failLater],
  ])('is named with its cause by the error for that backend, where it fails %s', async (_, breakWasm) => {
    breakWasm(CAUSE);
    const error: unknown = await selectBackend({ backend: 'wasm' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LearnerError);
    expect(error).toMatchObject({
      message: 'backend wasm: is installed but does not start (__dirname is not defined)',
      cause: CAUSE,
    });
  });

  it('is named with its cause in the reason of the choice that was made instead', async () => {
    failLater(CAUSE);
    const { reason, passedOver } = await selectBackend();
    expect(passedOver).toContainEqual({
      name: 'wasm',
      reason: 'is installed but does not start (__dirname is not defined)',
    });
    expect(reason).toContain('wasm: is installed but does not start (__dirname is not defined)');
  });

  it('gives the message of what is not an Error, as the wasm backend rejects with', async () => {
    failLater({ message: 'Make sure that the binary is there\nMore' });
    await expect(selectBackend({ backend: 'wasm' })).rejects.toThrow(
      'backend wasm: is installed but does not start (Make sure that the binary is there)',
    );
  });

  it('starts once what it lacked is there', async () => {
    failLater(CAUSE);
    await expect(selectBackend({ backend: 'wasm' })).rejects.toThrow('does not start');
    registration.factory = factory;
    expect((await selectBackend({ backend: 'wasm' })).name).toBe('wasm');
  });

  it('is passed over after it did not find its binaries, which tfjs looks for once', async () => {
    delete tf.engine().registry['wasm'];
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(selectBackend({ backend: 'wasm', wasmPath: '/nowhere/' })).rejects.toThrow('does not start');
    const reason = 'failed to start before, and can be started only once in a process';
    await expect(selectBackend({ backend: 'wasm' })).rejects.toThrow(`backend wasm: ${reason}`);
    expect((await selectBackend()).passedOver).toContainEqual({ name: 'wasm', reason });
  });
});
