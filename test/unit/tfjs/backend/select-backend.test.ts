import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it } from 'vitest';
import { LearnerError } from '../../../../src/base/index.js';
import { BACKENDS, selectBackend } from '../../../../src/tfjs/backend/index.js';

/** A WebGPU whose only adapter is the given one. */
function offerAdapter(info: object): void {
  const adapter = { features: new Set<string>(), limits: {}, info };
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { gpu: { requestAdapter: () => Promise.resolve(adapter) } },
  });
}

const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

describe('the choice of a backend', () => {
  afterEach(() => {
    if (navigatorBefore === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', navigatorBefore);
  });

  it('takes the first that works here, and says why not the faster ones', async () => {
    const choice = await selectBackend();
    expect(BACKENDS).toContain(choice.name);
    expect(tf.getBackend()).toBe(choice.tfjsName);
    expect(choice.passedOver.map(({ name }) => name)).toEqual(BACKENDS.slice(0, BACKENDS.indexOf(choice.name)));
    expect(choice.reason.startsWith(`${choice.name}: `)).toBe(true);
    for (const { name, reason } of choice.passedOver) expect(choice.reason).toContain(`${name}: ${reason}`);
  });

  it('registers the gradients that losses need', async () => {
    await selectBackend({ backend: 'wasm' });
    const gradient = tf.grad((x) => tf.mean(tf.exp(x)))(tf.tensor1d([0, 0]));
    expect(Array.from(gradient.dataSync())).toEqual([0.5, 0.5]);
    gradient.dispose();
  });

  it('takes the one asked for', async () => {
    expect(await selectBackend({ backend: 'cpu' })).toEqual({
      name: 'cpu',
      tfjsName: 'cpu',
      reason: 'cpu: plain JavaScript',
      passedOver: [],
    });
    expect((await selectBackend({ backend: 'wasm' })).reason).toMatch(/^wasm: \d+ thread\(s\)/);
  });

  it('says why the one asked for cannot be had', async () => {
    const gpu = { requestAdapter: () => Promise.resolve(null) };
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { gpu } });
    const failure = selectBackend({ backend: 'webgpu' });
    await expect(failure).rejects.toThrow('backend webgpu: no adapter');
    await expect(failure).rejects.toBeInstanceOf(LearnerError);
  });

  it.each([
    { vendor: 'google', architecture: 'swiftshader', device: '', description: 'SwiftShader Device' },
    { vendor: 'mesa', architecture: '', device: '', description: 'llvmpipe (LLVM 15)' },
    { vendor: '', architecture: '', device: '', description: 'x', isFallbackAdapter: true },
  ])('passes a software adapter over: %j', async (info) => {
    offerAdapter(info);
    const { name, passedOver } = await selectBackend();
    expect(name).not.toBe('webgpu');
    expect(passedOver.find((other) => other.name === 'webgpu')?.reason).toMatch(/runs on the CPU$/);
  });

  it('refuses names it does not know', async () => {
    await expect(selectBackend({ backend: 'cuda' as never })).rejects.toThrow(
      'options.backend: expected one of "auto", "node-gpu", "node", "webgpu", "wasm", "cpu", got "cuda"',
    );
  });
});
