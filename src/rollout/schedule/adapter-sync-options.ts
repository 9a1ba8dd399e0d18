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

/** What happens to engines. */
export type AdapterSyncEvent =
  /** `engines` have the adapter that is called `version`. */
  | { readonly kind: 'published'; readonly version: string; readonly engines: readonly string[] }
  /** An engine could not be reached, or did not load the adapter (vLLM: does not list it). It gets no turns until it has; it is tried again. */
  | { readonly kind: 'left-out'; readonly engine: string; readonly version: string; readonly reason: string }
  /** An engine that was left out has the newest adapter, and gets turns again. */
  | { readonly kind: 'returned'; readonly engine: string; readonly version: string }
  /** An engine did not drop older adapters in time: they take its memory. It gets turns, and is asked again after the next step. */
  | { readonly kind: 'not-dropped'; readonly engine: string; readonly adapters: readonly string[] };

/** Options of {@link createAdapterSync}. */
export interface AdapterSyncOptions {
  readonly engines: readonly AdapterSyncEngine[];
  /** Where adapters are written: a folder of this run alone that the engines see too. The newest two are kept. */
  readonly directory: string;
  /** How the names of this run's adapters begin; what an earlier process left in the engines under such names is dropped. Default: made of `directory`. */
  readonly prefix?: string | undefined;
  /** Longest time for an engine to load an adapter, in milliseconds. Dropping the one before may take as long, 10 s at most. Default 120 000. */
  readonly loadTimeoutMs?: number | undefined;
  /** How often an engine that was left out is tried again, in milliseconds. Default 5000. */
  readonly retryMs?: number | undefined;
  /** Longest wait for an engine where none can load the adapter, in milliseconds. Default 600 000. */
  readonly waitMs?: number | undefined;
  /** Of the scheduler that sends turns to the engines. */
  readonly schedule?: ScheduledPolicyOptions | undefined;
  /** What it throws is reported by `console.warn`, and changes nothing. Default: all but `published` is reported by `console.warn`. */
  readonly onEvent?: ((event: AdapterSyncEvent) => void) | undefined;
}
