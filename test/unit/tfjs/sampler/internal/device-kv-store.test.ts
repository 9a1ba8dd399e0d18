import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import { DeviceKvStore } from '../../../../../src/tfjs/sampler/internal/device-kv-store.js';
import { HostedKvStore } from '../../../../../src/tfjs/sampler/internal/hosted-kv-store.js';
import { stepGroups } from '../../../../../src/tfjs/sampler/internal/step-groups.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const config = { ...SMALL, maxPositionEmbeddings: 4096 };

/** Two stores that hold the same conversations, and what differs between their answers to the same steps. */
function pair() {
  const [device, hosted] = [new DeviceKvStore(config), new HostedKvStore(config)];
  const random = new Random('kv');
  const conversations = new Map<
    string,
    { onDevice: ReturnType<typeof device.open>; onHost: ReturnType<typeof hosted.open> }
  >();
  const named = (name: string) => {
    const known = conversations.get(name) ?? { onDevice: device.open(), onHost: hosted.open() };
    conversations.set(name, known);
    return known;
  };
  return {
    device,
    copy(from: string, to: string, length: number) {
      device.copy(named(from).onDevice, named(to).onDevice, length);
      hosted.copy(named(from).onHost, named(to).onHost, length);
    },
    close(name: string) {
      device.close(named(name).onDevice);
      conversations.delete(name);
    },
    /** One pass. @param tokens - Which positions of which conversations. @returns The largest difference. */
    step(tokens: readonly (readonly [name: string, from: number, to: number])[]): number {
      const slots = tokens.flatMap(([name, from, to]) =>
        Array.from({ length: to - from }, (_, i) => ({ name, position: from + i })),
      );
      return tf.tidy(() => {
        const matrix = (width: number) =>
          tf.tensor2d(
            Float32Array.from({ length: slots.length * width }, () => random.normal()),
            [slots.length, width],
          );
        const onDevice = device.attention(
          slots.map(({ name, position }) => ({ cache: named(name).onDevice, position })),
        );
        const onHost = hosted.attention(slots.map(({ name, position }) => ({ cache: named(name).onHost, position })));
        let most = 0;
        for (let layer = 0; layer < config.numHiddenLayers; layer++) {
          const [q, k, v] = [matrix(16), matrix(8), matrix(8)];
          const expected = onHost(layer, q, k, v).dataSync();
          const got = onDevice(layer, q, k, v).dataSync();
          expect(got).toHaveLength(expected.length);
          got.forEach((x, i) => (most = Math.max(most, Math.abs(x - expected[i]!))));
        }
        return most;
      });
    },
  };
}

describe('DeviceKvStore', () => {
  beforeAll(() => useBackend('wasm'));

  it('attends as the hosted store does, to prompts and single tokens of many lengths in one pass', () => {
    const stores = pair();
    const steps = [
      [
        ['a', 0, 5],
        ['b', 0, 1],
        ['c', 0, 700],
      ],
      [
        ['a', 5, 6],
        ['b', 1, 2],
        ['c', 700, 701],
      ],
      [
        ['c', 701, 702],
        ['a', 6, 9],
        ['b', 2, 3],
        ['d', 0, 2],
      ],
    ] as const;
    for (const step of steps) expect(stores.step(step)).toBeLessThan(1e-5);
  });

  it('shares a prompt, and writes over what an edited context no longer holds', () => {
    const stores = pair();
    expect(stores.step([['a', 0, 8]])).toBeLessThan(1e-5);
    stores.copy('a', 'b', 7);
    expect(
      stores.step([
        ['b', 7, 9],
        ['a', 8, 9],
      ]),
    ).toBeLessThan(1e-5);
    expect(
      stores.step([
        ['a', 3, 6],
        ['b', 9, 10],
      ]),
    ).toBeLessThan(1e-5);
    expect(
      stores.step([
        ['a', 6, 7],
        ['b', 10, 11],
      ]),
    ).toBeLessThan(1e-5);
  });

  it('attends to what lies before the tail and in it, whatever has been joined', () => {
    const stores = pair();
    expect(stores.step([['long', 0, 300]])).toBeLessThan(1e-5);
    for (let at = 0; at < 200; at++) {
      const off = stores.step([
        ['long', 300 + at, 301 + at],
        ['late', at, at + 1],
        ['turns', 3 * at, 3 * at + 3],
      ]);
      expect(off).toBeLessThan(1e-5);
    }
    for (const name of ['long', 'late', 'turns']) stores.close(name);
  });

  it('drops the rows of closed conversations, and frees everything with the last', () => {
    const stores = pair();
    const before = tf.memory().numTensors;
    stores.step([['kept', 0, 10]]);
    for (let i = 0; i < 4; i++) {
      stores.step([[`long ${i}`, 0, 900]]);
      stores.close(`long ${i}`);
    }
    const rows = (tf.memory().numBytes / 4 / (config.numHiddenLayers * 2 * 8)) | 0;
    expect(rows).toBeLessThanOrEqual(2 * 10 + 1024);
    expect(stores.step([['kept', 10, 12]])).toBeLessThan(1e-5);
    stores.close('kept');
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe('stepGroups', () => {
  it('bounds what one product gathers, and asks every token once', () => {
    const cache = (length: number) => ({ rows: Array.from({ length }, (_, i) => i) });
    const lengths = Array.from({ length: 100 }, (_, i) => (i % 10 === 0 ? 4000 : 100 + i));
    const slots = lengths.map((length) => ({ cache: cache(length), position: length - 1 }));
    const groups = stepGroups(slots, 150);
    for (const { parts, batch } of groups) {
      for (const { rows, length } of parts) expect(rows.length).toBe(batch * length);
      expect(parts[0].rows.length + parts[1].rows.length).toBeLessThanOrEqual(65_536);
      expect(parts[0].length).toBe(Math.min(150, parts[0].length + parts[1].length));
    }
    expect(groups.flatMap((group) => group.slots).toSorted((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
  });
});
