import { describe, expect, it } from 'vitest';
import type { LearnerCapabilities } from '../../../../../../src/base/index.js';
import { ByteBudget } from '../../../../../../src/io/index.js';
import type { Engine, EngineLearner } from '../../../../../../src/tinker/server/internal/engine/engine.js';
import { Futures } from '../../../../../../src/tinker/server/internal/futures.js';
import { Models } from '../../../../../../src/tinker/server/internal/training/models.js';
import { serverOptionsSchema } from '../../../../../../src/tinker/server/options.js';

describe('the models of a server', () => {
  it('count against the limit until the engine has closed them, also one that is unloaded while it is made', async () => {
    const { limits } = serverOptionsSchema.parse({
      factory: { createLearner: () => {} },
      directory: '.',
      limits: { maxModels: 1 },
    });
    let made: (learner: EngineLearner) => void = () => {};
    const making = new Promise<EngineLearner>((resolve) => (made = resolve));
    const engine: Engine = {
      baseModels: ['small'],
      capabilities: {} as LearnerCapabilities,
      createLearner: () => making,
    };
    const budget = new ByteBudget({ maxBytes: limits.maxPendingBytes, status: 429 });
    const models = new Models(engine, new Futures(limits, budget), limits);
    const run = (name: string) => ({ run: name, baseModel: 'small', lastRequest: new Date(0).toISOString() });
    const unloading = models.unload(models.create(run('a'), { session: 's' }), 'its session has ended');
    expect(models.find('a')).toBeUndefined();
    expect(() => models.create(run('b'), { session: 's' })).toThrow('1 models are loaded, the maximum');
    made({ close: () => Promise.resolve() } as EngineLearner);
    await unloading;
    expect(models.create(run('b'), { session: 's' }).run.run).toBe('b');
  });
});
