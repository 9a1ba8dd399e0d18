import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../../../src/base/index.js';
import type { HttpClient, HttpRequest } from '../../../../../src/io/index.js';
import { EngineAdapters } from '../../../../../src/rollout/engine/internal/adapters.js';

/** An engine that refuses an adapter which it has, and counts how often it was asked to load one. */
function engine() {
  const loaded = new Set<string>();
  let loads = 0;
  const client = {
    send({ path, body }: HttpRequest) {
      const { lora_name: name } = JSON.parse(body as string) as { lora_name: string };
      const isKnown = loaded.has(name);
      if (path.includes('unload')) loaded.delete(name);
      else {
        loads += 1;
        loaded.add(name);
      }
      return Promise.resolve({ status: isKnown ? 400 : 200, body: '' });
    },
  } as unknown as HttpClient;
  return { adapters: new EngineAdapters(client, 'vllm'), loaded, loads: () => loads };
}

describe('the adapter of an engine', () => {
  it('is loaded again, once for all turns, where the engine has forgotten it', async () => {
    const { adapters, loaded, loads } = engine();
    await adapters.use('a', '/a', undefined);
    loaded.clear();
    const work = async (name: string | undefined) => {
      await Promise.resolve();
      if (!loaded.has(name!)) throw new PolicyError('HTTP 404');
      return name;
    };
    const answers = await Promise.all([0, 1, 2].map(() => adapters.during(work)));
    expect([answers, loads()]).toEqual([['a', 'a', 'a'], 2]);
  });

  it('is not what a refusal is about where the engine has it', async () => {
    const { adapters } = engine();
    await adapters.use('a', '/a', undefined);
    let asked = 0;
    const refused = adapters.during(() => {
      asked += 1;
      return Promise.reject(new PolicyError('HTTP 400'));
    });
    await expect(refused).rejects.toThrow('HTTP 400');
    expect(asked).toBe(1);
  });
});
