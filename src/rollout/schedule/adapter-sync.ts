import * as z from 'zod';
import { CapabilityError, type CallOptions, type Learner } from '../../base/index.js';
import { integerSeed, parseOptions } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS, readdir, resolve, rm } from '../../io/index.js';
import { addressSchema } from '../engine/engine-connection.js';
import { createEnginePolicy } from '../engine/engine-policy.js';
import type { AdapterSyncEngine, AdapterSyncEvent, AdapterSyncOptions } from './adapter-sync-options.js';
import { engineSnapshot } from './internal/engine-snapshot.js';
import { EngineGroup, type GroupedEngine } from './internal/engine-group.js';
import { learnerOnEngines } from './internal/learner-on-engines.js';
import { SyncedEngine } from './internal/synced-engine.js';
import { createScheduledPolicy } from './scheduled-policy.js';
import type { ScheduledPolicyStatus } from './scheduled-options.js';

/** Engines that draw with the adapter that a learner trains. */
export interface AdapterSync {
  /**
   * @returns The learner, whose `policy()` draws on the engines: it writes the adapter (`saveAdapter`), loads it into every engine and
   *   drops the one before. Weights that have not changed are not published again. Snapshots share the engines: after a later
   *   `policy()` an earlier one draws with the newer weights, and says so by the versions of its tokens.
   * @throws CapabilityError for a learner without `saveAdapter`.
   */
  learner(learner: Learner): Learner;
  /** @returns The state of the scheduler: engines that are left out are not among its engines. */
  status(): ScheduledPolicyStatus;
  /** Ends turns under way, and the tries of engines that were left out. Adapters stay in the engines. */
  close(): Promise<void>;
}

/** The newest, and the one that turns under way may have begun with. */
const KEPT_ADAPTERS = 2;

function optionsSchema() {
  const timer = z.number().positive().max(LONGEST_TIMER_MS);
  const engine = z.looseObject({
    url: addressSchema,
    name: z.string().min(1).optional(),
    adapterDirectory: z.string().min(1).optional(),
  });
  return z.strictObject({
    engines: z.array(engine).min(1),
    directory: z.string().min(1),
    prefix: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .optional(),
    loadTimeoutMs: timer.default(120_000),
    retryMs: timer.default(5000),
    waitMs: timer.default(600_000),
    // Checked by the scheduler.
    schedule: z.looseObject({}).optional(),
    onEvent: z.unknown().optional(),
  });
}

/**
 * Keeps vLLM or SGLang engines on the adapter that a learner trains elsewhere: after each step it is fetched from the learner, written as
 * PEFT's files, and loaded into every engine of a scheduler.
 *
 * Every token carries the name of the adapter that drew it. An engine that fails to load one is left out, its turns go on elsewhere,
 * and it gets turns again once it has loaded the newest.
 *
 * vLLM: started with `--enable-lora --max-loras 2` and the environment variable `VLLM_ALLOW_RUNTIME_LORA_UPDATING=1`. SGLang:
 * `--enable-lora` with `--max-lora-rank` and `--lora-target-modules`.
 *
 * @throws TypeError or RangeError for bad options. `policy()` of the learner rejects with PolicyError where no engine loads the adapter.
 *
 * @example
 * const sync = createAdapterSync({ engines: [{ url: 'http://localhost:8001' }], directory: '/shared/adapters' });
 * const learner = sync.learner(await factory.createLearner({ baseModel: 'Qwen/Qwen3-8B', lora: { rank: 32 } }));
 */
export function createAdapterSync(options: AdapterSyncOptions): AdapterSync {
  const { loadTimeoutMs, retryMs, waitMs, prefix: given } = parseOptions(optionsSchema(), options);
  const directory = resolve(options.directory);
  const prefix = given ?? `rstar2-${integerSeed(directory, 2 ** 31).toString(36)}`;
  const { onEvent = warn } = options;
  const scheduler = createScheduledPolicy([], options.schedule);
  const engines = options.engines.map((engine) =>
    groupedEngine(engine, { directory, prefix: `${prefix}-`, loadTimeoutMs }),
  );
  const names = engines.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`options.engines: expected names of their own, got ${twice} twice`);
  const group = new EngineGroup(scheduler, engines, { retryMs, waitMs, onEvent });
  /** The learner whose adapter the engines have. */
  let owner: Learner | undefined;
  let written: string[] = [];

  const publish = async (learner: Learner, label: string, signal: AbortSignal | undefined): Promise<string> => {
    const name = `${prefix}-${label}-${crypto.randomUUID().slice(0, 8)}`;
    await learner.saveAdapter!(`${directory}/${name}`, { signal });
    owner = learner;
    const having = await group.publish({ name }, signal);
    onEvent({ kind: 'published', version: name, engines: having });
    written = [...written, name].slice(-KEPT_ADAPTERS);
    await removeAdapters(directory, `${prefix}-`, written);
    return name;
  };

  return {
    learner(learner) {
      if (learner.saveAdapter === undefined)
        throw new CapabilityError(
          'lora',
          'learner: expected one that saves its adapter (saveAdapter), got one that does not',
        );
      return learnerOnEngines(learner, {
        publish: (label, signal) => publish(learner, label, signal),
        snapshot: (version) => engineSnapshot(scheduler, version, () => owner !== learner),
      });
    },
    status: () => scheduler.status(),
    async close() {
      await scheduler.close();
      await group.close();
    },
  };
}

function groupedEngine(
  { name, adapterDirectory, curve, metricsUrl, ...connection }: AdapterSyncEngine,
  parts: { readonly directory: string; readonly prefix: string; readonly loadTimeoutMs: number },
): GroupedEngine {
  const { url } = connection;
  const own = name ?? url;
  const open = (call: CallOptions) => createEnginePolicy({ ...connection, ...call });
  return {
    engine: new SyncedEngine({ ...parts, name: own, open, directory: adapterDirectory ?? parts.directory }),
    name: own,
    ...(curve && { curve }),
    metricsUrl: metricsUrl ?? `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/metrics`,
  };
}

/** Removes the run's adapters but some; what an earlier process left is among them. */
async function removeAdapters(directory: string, prefix: string, kept: readonly string[]): Promise<void> {
  const stale = (await readdir(directory)).filter((name) => name.startsWith(prefix) && !kept.includes(name));
  await Promise.all(stale.map((name) => rm(`${directory}/${name}`, { recursive: true, force: true })));
}

/** The default of `onEvent`. */
function warn(event: AdapterSyncEvent): void {
  if (event.kind === 'left-out') console.warn(`warning: engine ${event.engine} is left out: ${event.reason}`);
  if (event.kind === 'returned') console.warn(`engine ${event.engine} is back, with adapter ${event.version}`);
}
