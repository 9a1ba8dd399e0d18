import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../../../src/base/index.js';
import type { HttpClient, HttpRequest } from '../../../../../src/io/index.js';
import { EngineAdapters } from '../../../../../src/rollout/engine/internal/adapters.js';

/** An engine that refuses an adapter which it has, and counts how often it was asked to load one. */
function engine() {
  const loaded = new Set<string>();
  let loads = 0;
  const client = {
    send({ method, path, body }: HttpRequest) {
      if (method === 'GET') {
        const data = [...loaded].map((id) => ({ id, parent: 'm' }));
        return Promise.resolve({ status: 200, body: JSON.stringify({ data: [{ id: 'm' }, ...data] }) });
      }
      const { lora_name: name } = JSON.parse(body as string) as { lora_name: string };
      const isKnown = loaded.has(name);
      const isDropped = path.includes('unload');
      if (isDropped) loaded.delete(name);
      else {
        loads += 1;
        loaded.add(name);
      }
      const message = isKnown ? `The lora adapter '${name}' has already been loaded.` : '';
      return Promise.resolve({ status: isKnown === isDropped ? 200 : 400, body: JSON.stringify({ message }) });
    },
  } as unknown as HttpClient;
  return { adapters: new EngineAdapters(client, 'vllm'), loaded, loads: () => loads };
}

describe('the adapter of an engine', () => {
  it('is loaded again, once for all turns, where the engine has forgotten it', async () => {
    const { adapters, loaded, loads } = engine();
    await adapters.use({ name: 'a', path: '/a' });
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
    await adapters.use({ name: 'a', path: '/a' });
    let asked = 0;
    const refused = adapters.during(() => {
      asked += 1;
      return Promise.reject(new PolicyError('HTTP 400'));
    });
    await expect(refused).rejects.toThrow('HTTP 400');
    expect(asked).toBe(1);
  });

  it('replaces one of its name that the engine has, and what an earlier process left', async () => {
    const { adapters, loaded, loads } = engine();
    for (const name of ['run-1', 'run-2', 'other-1']) loaded.add(name);
    await adapters.use({ name: 'run-2', path: '/2', replaces: 'run-' });
    expect([[...loaded].sort(), loads()]).toEqual([['other-1', 'run-2'], 2]);
  });

  it('is not taken away from the turns that are under way with it', async () => {
    const { adapters, loaded } = engine();
    await adapters.use({ name: 'run-1', path: '/1', replaces: 'run-' });
    let end = () => {};
    const turn = adapters.during(() => new Promise<void>((resolve) => (end = resolve)));
    await expect(adapters.use({ name: 'run-1', path: '/1' })).rejects.toThrow('HTTP 400');
    await adapters.use({ name: 'run-2', path: '/2', replaces: 'run-' });
    expect([...loaded].sort()).toEqual(['run-1', 'run-2']);
    end();
    await turn;
    await expect.poll(() => [...loaded]).toEqual(['run-2']);
  });

  it('is loaded where SGLang names it among its adapters in the answer, whatever the status', async () => {
    const answer = (loaded_adapters: object) =>
      Promise.resolve({ status: 200, body: JSON.stringify({ loaded_adapters }) });
    const send = ({ body }: HttpRequest) => answer(String(body).includes('"a"') ? { a: '/a' } : {});
    const adapters = new EngineAdapters({ send } as unknown as HttpClient, 'sglang');
    expect(await adapters.use({ name: 'a', path: '/a' })).toEqual([]);
    await expect(adapters.use({ name: 'b', path: '/b' })).rejects.toThrow('adapter b: the engine answered');
    expect(await adapters.during((name) => Promise.resolve(name))).toBe('a');
  });
});
