import type { GenerateRequest, PackedBatch } from '../../../base/index.js';
import type { CountedTokens } from '../../../base/internal/index.js';
import type { FilledObjective } from '../../../objective/compat.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AdapterSettings } from '../../model/decoder.js';
import type { SentFailure } from '../../../io/index.js';

/** The backend of a worker: that of the main thread. */
export interface WorkerBackend {
  readonly backend: 'wasm' | 'cpu';
  readonly wasmPath: string | undefined;
}

/** Parameters by name, as the numbers of tensors that the worker has. */
export type SentParameters = readonly (readonly [name: string, tensor: number])[];

/** A tensor; `values` lie in memory that all threads share, and are never written to. */
export interface SentTensor {
  readonly tensor: number;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** A model, of which `tensors` has what the worker has not. */
export interface SentModel {
  readonly config: DecoderConfig;
  readonly parameters: SentParameters;
  readonly adapter?: { readonly settings: AdapterSettings; readonly parameters: SentParameters } | undefined;
  readonly tensors: readonly SentTensor[];
}

/** Messages that a worker does not answer. The main thread assigns the numbers. */
export type Order =
  | { readonly kind: 'load'; readonly weights: number; readonly model: SentModel }
  | { readonly kind: 'free'; readonly weights: number; readonly tensors: readonly number[] }
  | {
      readonly kind: 'open';
      readonly sampler: number;
      readonly weights: number;
      readonly options: { readonly maxBatchTokens: number; readonly weightVersion: string };
    }
  | { readonly kind: 'close'; readonly sampler: number }
  | { readonly kind: 'end-session'; readonly sampler: number; readonly sessionId: string }
  /** A generation: `end` after the next token, or `abort` at once. */
  | { readonly kind: 'end' | 'abort'; readonly call: number };

/** What a worker answers. */
export type Call =
  | {
      readonly kind: 'generate';
      readonly sampler: number;
      /** Without stop texts and conversation. */
      readonly request: GenerateRequest;
      /** Whether each token is reported when it is drawn. */
      readonly reportsTokens: boolean;
    }
  | {
      readonly kind: 'gradients';
      readonly weights: number;
      readonly batch: PackedBatch;
      readonly counted: CountedTokens;
      readonly objective: FilledObjective;
    }
  | {
      readonly kind: 'logprobs';
      readonly weights: number;
      readonly batch: PackedBatch;
      readonly failure: 'LearnerError' | 'PolicyError';
    };

/** The result of `gradients`. */
export interface SentGradients {
  readonly loss: number;
  readonly logprobs: Float32Array;
  readonly metrics: { readonly [name: string]: number };
  readonly gradients: readonly { readonly name: string; readonly shape: number[]; readonly values: Float32Array }[];
}

export type ToWorker = Order | (Call & { readonly call: number });

/** `result` and `failure` are the last of a call. */
export type FromWorker =
  | { readonly kind: 'token'; readonly call: number; readonly token: number }
  | { readonly kind: 'result'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly call: number; readonly failure: SentFailure };
