import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CapabilityError, PolicyError, type Learner } from '../../../../src/base/index.js';
import { createAdapterSync, type AdapterSyncOptions } from '../../../../src/rollout/index.js';
import type { AdapterSyncEvent } from '../../../../src/rollout/schedule/adapter-sync-options.js';
import { LoraEngine } from './lora-engine.js';

let directory: string;
const open: (() => Promise<void>)[] = [];
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'adapter-sync-'))));
afterEach(async () => {
  while (open.length > 0) await open.pop()!();
  rmSync(directory, { recursive: true });
});

/** What a test does before a learner writes an adapter, or takes a step. */
interface LearnerHooks {
  readonly beforeSave?: (steps: number) => void | Promise<void>;
  readonly beforeStep?: () => Promise<void>;
}

/** A learner whose weights are a number: how many steps it took. */
function numberLearner({ beforeSave, beforeStep }: LearnerHooks = {}): Learner & { readonly saved: string[] } {
  let steps = 1;
  const saved: string[] = [];
  const learner = {
    capabilities: { lora: true },
    async optimizerStep() {
      await beforeStep?.();
      return { learningRate: 1, step: ++steps };
    },
    loadCheckpoint: (location: string) => Promise.resolve(void (steps = Number(location))),
    async saveAdapter(folder: string) {
      const weights = steps;
      mkdirSync(folder);
      await beforeSave?.(weights);
      writeFileSync(join(folder, 'weights.json'), String(weights));
      saved.push(folder);
    },
    saved,
  };
  return learner as unknown as Learner & { readonly saved: string[] };
}

/** A promise, and what resolves it. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

async function setUp(count: number, options: Partial<AdapterSyncOptions> = {}, hooks: LearnerHooks = {}) {
  const engines = await Promise.all(Array.from({ length: count }, () => new LoraEngine().start()));
  for (const engine of engines) open.push(() => engine.kill());
  const events: AdapterSyncEvent[] = [];
  const sync = createAdapterSync({
    engines: engines.map(({ url }, i) => ({ url, name: `engine-${i}` })),
    directory,
    prefix: 'run',
    retryMs: 5,
    schedule: { retry: { retries: 50, delayMs: 1, maxDelayMs: 5 } },
    onEvent: (event) => events.push(event),
    ...options,
  });
  open.push(() => sync.close());
  const learner = numberLearner(hooks);
  return { engines, sync, learner, trained: sync.learner(learner), events };
}

const request = (maxTokens = 4, sessionId?: string) => ({
  tokens: Int32Array.of(1, 2),
  sampling: { maxTokens, stopTokens: [] },
  ...(sessionId !== undefined && { sessionId }),
});
const kinds = (events: readonly AdapterSyncEvent[]) =>
  events.map((event) => ('engine' in event ? `${event.kind} ${event.engine}` : event.kind));

describe('createAdapterSync', () => {
  it('draws on every engine with the weights as they are, and every token says which', async () => {
    const { engines, trained, learner } = await setUp(2);
    for (const weights of [1, 2, 3]) {
      const policy = await trained.policy();
      const drawn = await Promise.all([0, 1, 2, 3].map((i) => policy.generate(request(3, `s${i}`))));
      for (const { tokens, weightVersions } of drawn) {
        expect([...tokens]).toEqual([weights, weights, weights]);
        expect(weightVersions).toEqual([{ version: policy.weightVersion, start: 0, end: 3 }]);
      }
      await policy.close();
      await trained.optimizerStep();
    }
    expect(engines.every(({ turns }) => turns === 6)).toBe(true);
    expect(learner.saved.map((path) => /run@(\w+)-/.exec(path)?.[1])).toEqual(['start', 'step2', 'step3']);
  });

  it('drops older adapters from the engines, and all but the newest two from the folder', async () => {
    const { engines, trained, learner } = await setUp(1);
    for (let step = 0; step < 4; step++) {
      await trained.policy();
      await trained.optimizerStep();
    }
    const names = learner.saved.map((path) => path.slice(path.lastIndexOf('/') + 1));
    expect([...engines[0]!.adapters.keys()]).toEqual(names.slice(-1));
    expect(readdirSync(directory).sort()).toEqual(names.slice(-2).sort());
  });

  it('publishes weights once, until a step or a checkpoint changes them', async () => {
    const { trained, learner } = await setUp(1);
    const first = await trained.policy();
    await first.close();
    const second = await trained.policy();
    expect(second.weightVersion).toBe(first.weightVersion);
    expect([...(await second.generate(request(1))).tokens]).toEqual([1]);
    await expect(first.generate(request(1))).rejects.toThrow('got a closed one');
    await trained.loadCheckpoint('7');
    expect([...(await (await trained.policy()).generate(request(1))).tokens]).toEqual([7]);
    expect(learner.saved.length).toBe(2);
  });

  it('drops what an earlier process left in the engines and in the folder, and nothing else', async () => {
    const { engines, trained } = await setUp(1);
    engines[0]!.adapters.set('run@step9-killed', 9).set('another-run@step1', 1).set('run-2@step1', 1);
    mkdirSync(join(directory, 'run-data'));
    mkdirSync(join(directory, 'run@step9-killed'));
    mkdirSync(join(directory, 'other'));
    const { weightVersion } = await trained.policy();
    expect([...engines[0]!.adapters.keys()].sort()).toEqual(['another-run@step1', 'run-2@step1', weightVersion]);
    expect(readdirSync(directory).sort()).toEqual(['other', 'run-data', weightVersion]);
  });
});

describe('an engine of an adapter sync', () => {
  it('that does not load an adapter is left out, and gets turns again once it has loaded the newest', async () => {
    const { engines, sync, trained, events } = await setUp(2);
    await trained.policy();
    engines[1]!.settings.refuses = 'out of memory';
    await trained.optimizerStep();
    const { weightVersion } = await trained.policy();
    expect(events.slice(1)).toEqual([
      expect.objectContaining({ kind: 'left-out', engine: 'engine-1', version: weightVersion }),
      { kind: 'published', version: weightVersion, engines: ['engine-0'] },
    ]);
    expect(events[1]).toHaveProperty('reason', expect.stringContaining('out of memory'));
    expect(sync.status().engines.map(({ name }) => name)).toEqual(['engine-0']);
    await trained.optimizerStep();
    const policy = await trained.policy();
    engines[1]!.settings.refuses = undefined;
    await expect.poll(() => kinds(events).at(-1)).toBe('returned engine-1');
    expect(events.at(-1)).toHaveProperty('version', policy.weightVersion);
    expect([...engines[1]!.adapters.keys()]).toEqual([policy.weightVersion]);
    // The scheduler sends it turns once it has asked for its metrics.
    const drawn: number[] = [];
    const draw = async () => {
      const turns = await Promise.all([0, 1, 2, 3].map(() => policy.generate(request(2))));
      drawn.push(...turns.flatMap(({ tokens }) => [...tokens]));
      return engines[1]!.turns;
    };
    await expect.poll(draw).toBeGreaterThan(0);
    expect(new Set(drawn)).toEqual(new Set([3]));
  });

  it('that is killed in the middle of turns loses none of them, and every token keeps the version that drew it', async () => {
    const { engines, trained } = await setUp(2);
    const before = await trained.policy();
    let hold: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (hold = resolve));
    engines[1]!.settings.beforeToken = (position) => (position === 2 ? held : undefined);
    const turns = [0, 1, 2, 3].map((i) => before.generate(request(6, `s${i}`)));
    await expect.poll(() => engines[1]!.turns).toBeGreaterThan(0);
    await expect.poll(() => engines[0]!.turns).toBeGreaterThan(0);
    // The learner goes on while turns are under way: the other engine finishes them with newer weights.
    await trained.optimizerStep();
    const after = await trained.policy();
    await engines[1]!.kill();
    hold!();
    const drawn = await Promise.all(turns);
    for (const { tokens, weightVersions } of drawn) {
      expect(tokens.length).toBe(6);
      const named = Array.from(
        tokens,
        (_, t) => weightVersions!.find(({ start, end }) => start <= t && t < end)?.version,
      );
      expect(named).toEqual(Array.from(tokens, (token) => (token === 1 ? before : after).weightVersion));
    }
    const continued = drawn.filter(({ tokens }) => tokens.includes(2));
    expect(continued.length).toBeGreaterThan(0);
    expect(continued.every(({ tokens }) => [...tokens].join('') === '112222')).toBe(true);
  });

  it('that was restarted between two steps has the newest adapter, and no turn is drawn without one', async () => {
    const { engines, trained } = await setUp(1);
    const policy = await trained.policy();
    await engines[0]!.kill();
    await engines[0]!.start();
    const { tokens, weightVersions } = await policy.generate(request(2));
    expect([[...tokens], weightVersions]).toEqual([[1, 1], [{ version: policy.weightVersion, start: 0, end: 2 }]]);
  });

  it('that is down at the start gets the adapter when it is there', async () => {
    const { engines, trained, events } = await setUp(2);
    await engines[0]!.kill();
    const policy = await trained.policy();
    expect(kinds(events)).toEqual(['left-out engine-0', 'published']);
    await engines[0]!.start();
    await expect.poll(() => kinds(events).at(-1)).toBe('returned engine-0');
    expect([...engines[0]!.adapters.keys()]).toEqual([policy.weightVersion]);
  });

  it('whose answer is lost has the adapter already when it is tried again', async () => {
    const { engines, trained, events } = await setUp(1);
    engines[0]!.settings.losesAnswers = true;
    const publishing = trained.policy();
    await expect.poll(() => engines[0]!.log.length).toBeGreaterThan(0);
    engines[0]!.settings.losesAnswers = false;
    const { weightVersion } = await publishing;
    expect(kinds(events)).toEqual(['left-out engine-0', 'returned engine-0', 'published']);
    expect(engines[0]!.log).toEqual([`load ${weightVersion}`]);
  });

  it('that takes longer to load than the limit gets turns once it lists the adapter', async () => {
    const { engines, trained, events } = await setUp(1, { loadTimeoutMs: 100 });
    engines[0]!.settings.loadMs = 150;
    const policy = await trained.policy();
    expect(events[0]).toHaveProperty('reason', expect.stringContaining('no result within 100 ms'));
    expect(kinds(events)).toEqual(['left-out engine-0', 'returned engine-0', 'published']);
    expect(engines[0]!.log).toEqual([`load ${policy.weightVersion}`]);
    expect([...(await policy.generate(request(1))).tokens]).toEqual([1]);
  });

  it('that says it has loaded an adapter and does not list it is left out', async () => {
    const { engines, trained, events } = await setUp(2);
    engines[1]!.settings.lies = true;
    const { weightVersion } = await trained.policy();
    expect(events[0]).toHaveProperty('reason', expect.stringContaining('does not list it'));
    expect(events.slice(0, 2)).toEqual([
      expect.objectContaining({ kind: 'left-out', engine: 'engine-1', version: weightVersion }),
      { kind: 'published', version: weightVersion, engines: ['engine-0'] },
    ]);
    engines[1]!.settings.lies = false;
    await expect.poll(() => kinds(events).at(-1)).toBe('returned engine-1');
  });

  it('that never answers a drop is reported and gets turns, and drops the adapter later', async () => {
    const { engines, trained, events } = await setUp(1, { loadTimeoutMs: 400 });
    const first = await trained.policy();
    engines[0]!.settings.keeps = true;
    await trained.optimizerStep();
    const second = await trained.policy();
    expect(events.slice(1)).toEqual([
      { kind: 'not-dropped', engine: 'engine-0', adapters: [first.weightVersion] },
      { kind: 'published', version: second.weightVersion, engines: ['engine-0'] },
    ]);
    expect([...(await second.generate(request(1))).tokens]).toEqual([2]);
    engines[0]!.settings.keeps = false;
    await trained.optimizerStep();
    const third = await trained.policy();
    expect([...engines[0]!.adapters.keys()]).toEqual([third.weightVersion]);
  });
});

describe('events of an adapter sync', () => {
  it('go on where their callback throws, and so do the tries of engines that were left out', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    try {
      const heard: string[] = [];
      const onEvent = ({ kind }: AdapterSyncEvent) => {
        heard.push(kind);
        throw new Error('the display is gone');
      };
      const { engines, trained } = await setUp(2, { onEvent });
      await engines[0]!.kill();
      const policy = await trained.policy();
      expect([...(await policy.generate(request(1))).tokens]).toEqual([1]);
      await engines[0]!.start();
      await expect.poll(() => heard).toEqual(['left-out', 'published', 'returned']);
      expect(warned.mock.calls[0]).toEqual([
        'warning: onEvent of the adapter sync threw on left-out: the display is gone',
      ]);
    } finally {
      warned.mockRestore();
    }
  });
});

describe('updates at the same time', () => {
  it('leave the adapter that is still being written', async () => {
    const written = gate();
    const { trained } = await setUp(1, {}, { beforeSave: (steps) => (steps === 2 ? written.opened : undefined) });
    const first = trained.policy();
    await trained.optimizerStep();
    const second = trained.policy();
    await first;
    written.open();
    expect([...(await (await second).generate(request(1))).tokens]).toEqual([2]);
  });

  it('of two learners both end where an engine returns, and the engine has the later one', async () => {
    const { engines, sync, trained, events } = await setUp(1);
    engines[0]!.settings.refuses = 'not yet';
    const other = sync.learner(numberLearner());
    const both = [trained.policy(), other.policy()];
    await expect.poll(() => kinds(events)).toEqual(['left-out engine-0']);
    // Both wait for the engine by then.
    await expect.poll(() => readdirSync(directory).length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    engines[0]!.settings.refuses = undefined;
    const [, last] = await Promise.all(both);
    expect([...engines[0]!.adapters.keys()]).toEqual([last!.weightVersion]);
  });

  it('for several callers end for the caller that aborts alone', async () => {
    const written = gate();
    const { trained, learner } = await setUp(1, {}, { beforeSave: () => written.opened });
    const [first, second] = [new AbortController(), new AbortController()];
    const ends = [
      expect(trained.policy({ signal: first.signal })).rejects.toThrow('first'),
      expect(trained.policy({ signal: second.signal })).rejects.toThrow('second'),
    ];
    const third = trained.policy();
    first.abort(new Error('first'));
    second.abort(new Error('second'));
    await Promise.all(ends);
    written.open();
    expect([...(await (await third).generate(request(1))).tokens]).toEqual([1]);
    expect(learner.saved.length).toBe(1);
  });

  it('that begin during a step are not taken for the weights after it', async () => {
    const stepped = gate();
    const { trained } = await setUp(1, {}, { beforeStep: () => stepped.opened });
    const step = trained.optimizerStep();
    await trained.policy();
    stepped.open();
    await step;
    expect([...(await (await trained.policy()).generate(request(1))).tokens]).toEqual([2]);
  });

  it('leave nothing in the folder where the adapter cannot be written', async () => {
    const full = new Error('ENOSPC: no space left on device');
    const { trained } = await setUp(1, {}, { beforeSave: () => Promise.reject(full) });
    await expect(trained.policy()).rejects.toThrow(full);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('a closed adapter sync', () => {
  it('ends an update while an adapter is written, and begins no other', async () => {
    const { sync, trained } = await setUp(1, {}, { beforeSave: () => new Promise<void>(() => {}) });
    const publishing = expect(trained.policy()).rejects.toThrow('the adapter sync was closed');
    await sync.close();
    await publishing;
    await expect(trained.policy()).rejects.toThrow('the adapter sync was closed');
  });

  it('ends an update that waits for an engine', async () => {
    const { engines, sync, trained, events } = await setUp(1);
    engines[0]!.settings.refuses = 'no';
    const publishing = expect(trained.policy()).rejects.toThrow('the adapter sync was closed');
    await expect.poll(() => kinds(events)).toEqual(['left-out engine-0']);
    await sync.close();
    await publishing;
  });
});

describe('an adapter sync without an engine', () => {
  it('waits for one, then says why each failed; the next call tries anew', async () => {
    const { engines, trained } = await setUp(2, { waitMs: 100 });
    for (const engine of engines) engine.settings.refuses = 'rank 32 is above 16';
    const error = await trained.policy().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PolicyError);
    expect((error as Error).message).toMatch(
      /^no engine has loaded adapter run@start-\w+ within 100 ms: engine-0: .*rank 32 is above 16.*; engine-1: /,
    );
    for (const engine of engines) engine.settings.refuses = undefined;
    expect([...(await (await trained.policy()).generate(request(1))).tokens]).toEqual([1]);
  });

  it('ends with the signal', async () => {
    const { engines, trained } = await setUp(1);
    engines[0]!.settings.refuses = 'no';
    const controller = new AbortController();
    const asked = trained.policy({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(asked).rejects.toThrow('enough');
  });
});

describe('bad options of an adapter sync', () => {
  it.each([
    [{ engines: [] }, 'options.engines'],
    [{ engines: [{ url: 'localhost:8000' }] }, 'options.engines.0.url: expected an http or https URL'],
    [{ engines: [{ url: 'http://a' }, { url: 'http://a' }] }, 'expected unique names, got http://a twice'],
    [{ prefix: '../up' }, 'options.prefix'],
    [{ retryMs: 0 }, 'options.retryMs'],
  ])('%j are refused before any work', (options, message) => {
    const whole = { engines: [{ url: 'http://a' }], directory: '/adapters', ...options };
    expect(() => createAdapterSync(whole)).toThrow(message);
  });

  it('a learner that saves no adapter is refused', () => {
    const sync = createAdapterSync({ engines: [{ url: 'http://a' }], directory });
    expect(() => sync.learner({ capabilities: {} } as Learner)).toThrow(CapabilityError);
  });

  it('the adapter of another learner is not drawn with unawares', async () => {
    const { sync, trained } = await setUp(1);
    const first = await trained.policy();
    await sync.learner(numberLearner()).policy();
    await expect(first.generate(request(1))).rejects.toThrow('the engines have the adapter of another learner');
  });
});
