import type { EnginePolicyOptions } from '../engine/engine-policy.js';
import type { ScheduledEngine, ScheduledPolicyOptions } from './scheduled-options.js';

/** A vLLM or SGLang server that adapters are loaded into. */
export interface AdapterSyncEngine
  extends Omit<EnginePolicyOptions, 'signal' | 'chat'>, Pick<ScheduledEngine, 'curve' | 'metricsUrl'> {
  /** Default: its `url`. */
  readonly name?: string | undefined;
  /** The folder of adapters, as this engine's machine sees it. Default: `directory`, as an absolute path. */
  readonly adapterDirectory?: string | undefined;
}

/** An event of an engine. */
export type AdapterSyncEvent =
  /** `engines` have loaded the adapter `version`. */
  | { readonly kind: 'published'; readonly version: string; readonly engines: readonly string[] }
  /** An engine could not be reached, or did not load the adapter (vLLM: does not list it). It gets no turns until a retry succeeds. */
  | { readonly kind: 'left-out'; readonly engine: string; readonly version: string; readonly reason: string }
  /** An engine that was left out has loaded the newest adapter, and gets turns again. */
  | { readonly kind: 'returned'; readonly engine: string; readonly version: string }
  /** An engine did not unload older adapters in time: they take its memory. It gets turns; the next step tries to unload them again. */
  | { readonly kind: 'not-dropped'; readonly engine: string; readonly adapters: readonly string[] };

/** Options of {@link createAdapterSync}. */
export interface AdapterSyncOptions {
  readonly engines: readonly AdapterSyncEngine[];
  /** The folder for adapters, used only by this run and visible to the engines. The newest two are kept. */
  readonly directory: string;
  /**
   * Prefix of the names of this run's adapters. Adapters with this prefix from an earlier process are unloaded. Default: computed from
   * `directory`.
   */
  readonly prefix?: string | undefined;
  /** Longest time for an engine to load an adapter, in milliseconds. Dropping the one before may take as long, 10 s at most. Default 120 000. */
  readonly loadTimeoutMs?: number | undefined;
  /** Time between two tries of an engine that was left out, in milliseconds. Default 5000. */
  readonly retryMs?: number | undefined;
  /** Longest wait while no engine can load the adapter, in milliseconds. Default 600 000. */
  readonly waitMs?: number | undefined;
  /** Options of the scheduler that sends turns to the engines. */
  readonly schedule?: ScheduledPolicyOptions | undefined;
  /** What it throws is reported by `console.warn`, and changes nothing. Default: all but `published` is reported by `console.warn`. */
  readonly onEvent?: ((event: AdapterSyncEvent) => void) | undefined;
}
