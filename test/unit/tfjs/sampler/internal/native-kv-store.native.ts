import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import { nativeBackend } from '../../../../../src/tfjs/internal/native/backend.js';
import { DeviceKvStore } from '../../../../../src/tfjs/sampler/internal/device-kv-store.js';
import { NativeKvStore } from '../../../../../src/tfjs/sampler/internal/native-kv-store.js';
import type { RowCache } from '../../../../../src/tfjs/sampler/internal/row-caches.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

type Tokens = readonly (readonly [name: string, from: number, to: number])[];

/** The store, and another that holds the same conversations. */
function pair(spareRows?: number) {
  const stores = [new NativeKvStore(SMALL, spareRows), new DeviceKvStore(SMALL)] as const;
  const random = new Random('kv');
  const open = new Map<string, readonly [RowCache, RowCache]>();
  const named = (name: string) => {
    const known = open.get(name) ?? [stores[0].open(), stores[1].open()];
    open.set(name, known);
    return known;
  };
  return {
    copy: (from: string, to: string, length: number) =>
      stores.forEach((store, i) => store.copy(named(from)[i]!, named(to)[i]!, length)),
    close(name: string) {
      stores.forEach((store, i) => store.close(named(name)[i]!));
      open.delete(name);
    },
    /** One pass. @param tokens - Which positions of which conversations. @returns The largest difference of the two answers. */
    step: (tokens: Tokens): number =>
      tf.tidy(() => {
        const slots = tokens.flatMap(([name, from, to]) =>
          Array.from({ length: to - from }, (_, i) => ({ caches: named(name), position: from + i })),
        );
        const matrix = (width: number) =>
          tf.tensor2d(
            Float32Array.from({ length: slots.length * width }, () => random.normal()),
            [slots.length, width],
          );
        const attentions = stores.map((store, i) =>
          store.attention(slots.map(({ caches, position }) => ({ cache: caches[i]!, position }))),
        );
        let most = 0;
        for (let layer = 0; layer < SMALL.numHiddenLayers; layer++) {
          const [q, k, v] = [matrix(16), matrix(8), matrix(8)];
          const [got, expected] = attentions.map((attention) => attention(layer, q, k, v).dataSync());
          expect(got).toHaveLength(expected!.length);
          got!.forEach((x, i) => (most = Math.max(most, Math.abs(x - expected![i]!))));
        }
        return most;
      }),
  };
}

/** How many values TensorFlow's binding has. */
const count = () => (nativeBackend()!.binding as unknown as { getNumOfTensors(): number }).getNumOfTensors();

describe('NativeKvStore', () => {
  beforeAll(() => useBackend('tensorflow'));

  it('attends as the store of plain tensors does, to prompts and single tokens in one pass, and frees everything', () => {
    const steps: Tokens[] = [
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
      [['a', 9, 10]],
    ];
    const all = () => {
      const stores = pair();
      for (const step of steps) expect(stores.step(step)).toBeLessThan(1e-5);
      for (const name of ['a', 'b', 'c', 'd']) stores.close(name);
    };
    all();
    const before = count();
    all();
    expect(count()).toBe(before);
  });

  it('shares a prompt, and writes over what an edited context no longer holds', () => {
    const stores = pair();
    stores.step([['a', 0, 8]]);
    stores.copy('a', 'b', 7);
    const steps: Tokens[] = [
      [
        ['b', 7, 9],
        ['a', 8, 9],
      ],
      [
        ['a', 3, 6],
        ['b', 9, 10],
      ],
      [
        ['a', 6, 7],
        ['b', 10, 11],
      ],
    ];
    for (const step of steps) expect(stores.step(step)).toBeLessThan(1e-5);
    stores.close('a');
    stores.close('b');
  });

  it('drops the positions of closed conversations', () => {
    const stores = pair(32);
    stores.step([['kept', 0, 10]]);
    for (let i = 0; i < 4; i++) {
      stores.step([[`long ${i}`, 0, 90]]);
      stores.close(`long ${i}`);
      expect(stores.step([['kept', 10 + i, 11 + i]])).toBeLessThan(1e-5);
    }
    stores.close('kept');
  });
});
