import * as z from 'zod';
import { CapabilityError, PolicyError, type CallOptions, type Learner } from '../../base/index.js';
import { errorMessage, functionSchema, integerSeed, parseOptions } from '../../base/internal/index.js';
import { giveUpOnAbort, LONGEST_TIMER_MS, resolve } from '../../io/index.js';
import { addressSchema } from '../engine/engine-connection.js';
import { createEnginePolicy } from '../engine/engine-policy.js';
import type { AdapterSyncEngine, AdapterSyncEvent, AdapterSyncOptions } from './adapter-sync-options.js';
import { AdapterFolder } from './internal/adapter-folder.js';
import { engineSnapshot } from './internal/engine-snapshot.js';
import { EngineGroup, type EngineGroupOptions, type GroupedEngine } from './internal/engine-group.js';
import { learnerOnEngines } from './internal/learner-on-engines.js';
import { SyncedEngine, type SyncedEngineParts } from './internal/synced-engine.js';
import { createScheduledPolicy } from './scheduled-policy.js';
import type { ScheduledPolicyStatus } from './scheduled-options.js';

/** Engines that generate with a learner's newest adapter. */
export interface AdapterSync {
  /**
   * @returns The learner with another `policy()`, which generates on the engines: it writes the adapter (`saveAdapter`), loads it into
   * every engine and unloads the previous one. Unchanged weights are not published again. Snapshots share the engines: after a later
   * `policy()`, an earlier snapshot generates with the newer weights, as the versions of its tokens show.
   * @throws CapabilityError for a learner without `saveAdapter`.
   */
  learner(learner: Learner): Learner;
  /** @returns The state of the scheduler: engines that are left out are not among its engines. */
  status(): ScheduledPolicyStatus;
  /** Ends running turns and updates, and retries of engines that were left out. Adapters stay in the engines. `policy()` rejects from then on. */
  close(): Promise<void>;
}

/** Stands between a prefix and the rest of a name. No prefix contains it, so that `math` begins no name of the run `math-2`. */
const AFTER_PREFIX = '@';

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
    onEvent: z.optional(functionSchema()),
  });
}

/**
 * Keeps the adapter of vLLM or SGLang engines equal to that of a learner: after each step the adapter is fetched from the learner, written
 * in PEFT's format, and loaded into every engine of a scheduler.
 *
 * Every token has the name of the adapter that generated it. An engine that fails to load an adapter is left out, its turns continue on
 * other engines, and it gets turns again when it has loaded the newest adapter.
 *
 * vLLM: started with `--enable-lora --max-loras 2` and the environment variable `VLLM_ALLOW_RUNTIME_LORA_UPDATING=1`. SGLang:
 * `--enable-lora` with `--max-lora-rank` and `--lora-target-modules`.
 *
 * @throws TypeError or RangeError for bad options. `policy()` of the learner rejects with PolicyError if no engine loads the adapter.
 *
 * @example
 * const factory = await createTinkerLearnerFactory({ client });
 * const sync = createAdapterSync({ engines: [{ url: 'http://localhost:8001' }], directory: '/shared/adapters' });
 * const learner = sync.learner(await factory.createLearner({ baseModel: 'Qwen/Qwen3-8B', lora: { rank: 32 } }));
 */
export function createAdapterSync(options: AdapterSyncOptions): AdapterSync {
  const { loadTimeoutMs, retryMs, waitMs, prefix: given } = parseOptions(optionsSchema(), options);
  const directory = resolve(options.directory);
  const prefix = `${given ?? `rstar2-${integerSeed(directory, 2 ** 31).toString(36)}`}${AFTER_PREFIX}`;
  const onEvent = harmless(options.onEvent ?? warn);
  const scheduler = createScheduledPolicy([], options.schedule);
  const engines = options.engines.map((engine) => groupedEngine(engine, { directory, prefix, loadTimeoutMs, onEvent }));
  const names = engines.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`options.engines: expected unique names, got ${twice} twice`);
  const group = new EngineGroup(scheduler, engines, { retryMs, waitMs, onEvent });
  const folder = new AdapterFolder(directory, prefix);
  const closing = new AbortController();
  /** The learner whose adapter the engines have. */
  let owner: Learner | undefined;
  /** Resolves when the updates that were begun are over: the engines get one at a time. */
  let earlier: Promise<unknown> = Promise.resolve();

  const update = async (learner: Learner, name: string, before: Promise<unknown>, signal: AbortSignal) => {
    try {
      // At once: later the learner has other weights.
      await giveUpOnAbort(folder.save(learner, name, signal), signal);
      await giveUpOnAbort(before, signal);
      owner = learner;
      const having = await group.publish({ name }, signal);
      onEvent({ kind: 'published', version: name, engines: having });
      await folder.publish(name);
      return name;
    } finally {
      folder.release(name);
    }
  };
  const publish = (learner: Learner, label: string, signal: AbortSignal): Promise<string> => {
    const updating = update(learner, `${prefix}${label}-${crypto.randomUUID().slice(0, 8)}`, earlier, signal);
    earlier = Promise.allSettled([earlier, updating]);
    return updating;
  };

  return {
    learner(learner) {
      if (learner.saveAdapter === undefined)
        throw new CapabilityError('lora', 'learner: expected a learner with saveAdapter, got one without');
      return learnerOnEngines(learner, {
        publish: (label, signal) => publish(learner, label, signal),
        closed: closing.signal,
        snapshot: (version) => engineSnapshot(scheduler, version, () => owner !== learner),
      });
    },
    status: () => scheduler.status(),
    async close() {
      closing.abort(new PolicyError('the adapter sync was closed'));
      await scheduler.close();
      await group.close();
    },
  };
}

type EventReceiver = Pick<EngineGroupOptions, 'onEvent'>;

function groupedEngine(
  { name, adapterDirectory, curve, metricsUrl, ...connection }: AdapterSyncEngine,
  { onEvent, ...parts }: Pick<SyncedEngineParts, 'directory' | 'prefix' | 'loadTimeoutMs'> & EventReceiver,
): GroupedEngine {
  const { url } = connection;
  const own = name ?? url;
  const open = (call: CallOptions) => createEnginePolicy({ ...connection, ...call });
  const onKept = (adapters: readonly string[]) => onEvent({ kind: 'not-dropped', engine: own, adapters });
  return {
    engine: new SyncedEngine({ ...parts, name: own, open, onKept, directory: adapterDirectory ?? parts.directory }),
    name: own,
    ...(curve && { curve }),
    metricsUrl: metricsUrl ?? `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/metrics`,
  };
}

/** Events also come between steps, when no call could reject with what a callback throws; a step that is right must not fail for it. */
function harmless(onEvent: (event: AdapterSyncEvent) => void): (event: AdapterSyncEvent) => void {
  return (event) => {
    try {
      onEvent(event);
    } catch (error) {
      console.warn(`warning: onEvent of the adapter sync threw on ${event.kind}: ${errorMessage(error)}`);
    }
  };
}

/** The default of `onEvent`. */
function warn(event: AdapterSyncEvent): void {
  if (event.kind === 'left-out') console.warn(`warning: engine ${event.engine} is left out: ${event.reason}`);
  if (event.kind === 'not-dropped')
    console.warn(`warning: engine ${event.engine} did not drop ${event.adapters.join(', ')} in time`);
  if (event.kind === 'returned') console.warn(`engine ${event.engine} is back, with adapter ${event.version}`);
}
