import { Random } from '../src/base/index.js';
import { decoderConfig, QWEN3_0_6B, SMALL_DECODER, type DecoderConfig } from '../src/tfjs/index.js';
import { parameterSpecs, type ParameterSpec } from '../src/tfjs/model/parameters.js';

/** Shapes by name. The first is the reference trainer's, with room for the longest prompt. */
export const MODELS: { readonly [name: string]: DecoderConfig } = {
  demo: decoderConfig({ ...SMALL_DECODER, vocabSize: 300, maxPositionEmbeddings: 2048 }),
  '28m': decoderConfig({
    vocabSize: 32_000,
    hiddenSize: 384,
    numHiddenLayers: 10,
    numAttentionHeads: 6,
    numKeyValueHeads: 2,
    headDim: 64,
    intermediateSize: 1024,
    maxPositionEmbeddings: 2048,
  }),
  // SmolLM2-135M's, with Qwen3's normalised queries and keys.
  '135m': decoderConfig({
    vocabSize: 49_152,
    hiddenSize: 576,
    numHiddenLayers: 30,
    numAttentionHeads: 9,
    numKeyValueHeads: 3,
    headDim: 64,
    intermediateSize: 1536,
    maxPositionEmbeddings: 2048,
  }),
  '0.6b': QWEN3_0_6B,
};

/** One kind of work. */
export interface Work {
  readonly name: string;
  readonly kind: 'prefill' | 'decode' | 'train';
  /** How many sequences, and the tokens of each that are given. */
  readonly sequences: number;
  readonly given: number;
  /** How many tokens of each sequence are drawn, where some are. */
  readonly drawn: number;
  /** The adapter's rank; 0 trains all weights. */
  readonly rank: number;
}

/** @param quick - Three of them, in small. */
export function worksOf(quick: boolean): readonly Work[] {
  if (quick) return [prompt(128), { ...decoding, sequences: 16, drawn: 4 }, { ...training, sequences: 2, given: 64 }];
  return [
    prompt(256),
    prompt(1536),
    { ...decoding, name: 'decode one', sequences: 1, drawn: 64 },
    decoding,
    training,
    { ...training, name: 'train all weights', rank: 0 },
  ];
}

function prompt(given: number): Work {
  return { name: `prompt of ${given}`, kind: 'prefill', sequences: 1, given, drawn: 1, rank: 0 };
}

const decoding: Work = {
  ...{ name: 'decode sixteen at once', kind: 'decode' },
  ...{ sequences: 16, given: 32, drawn: 32, rank: 0 },
};
const training: Work = {
  ...{ name: 'train LoRA, rank 8', kind: 'train' },
  ...{ sequences: 8, given: 256, drawn: 0, rank: 8 },
};

/** @returns How many tokens one run goes through. */
export function tokensOf({ kind, sequences, given, drawn }: Work): number {
  return sequences * (kind === 'decode' ? drawn : given);
}

/** What one process does, over and over. */
export interface EngineJob {
  /** A tensor backend of ours, or what torch computes on. */
  readonly engine: string;
  readonly dtype: string;
  readonly threads: number;
  readonly config: DecoderConfig;
  /** Parameters are cuttings of one long list of numbers, so that both sides have the same ones without a file. */
  readonly parameters: readonly (ParameterSpec & { readonly start: number })[];
  readonly work: Work;
  /** Shape [sequences, given]. */
  readonly tokens: readonly (readonly number[])[];
}

/** What one run took. */
export interface EngineAnswer {
  readonly seconds: number;
  /** User and system time of the process. */
  readonly cpuSeconds: number;
  /** The most memory that the process has had, in bytes. */
  readonly peakBytes: number;
  /** On a GPU's own memory, where it is known. */
  readonly deviceBytes?: number;
  /** A loss or logprobs, which both sides must agree on. */
  readonly check: number;
  /** What WebGPU was asked for in this run. */
  readonly gpu?: GpuCounts;
  /** Versions, adapters: whatever names what ran. */
  readonly about: string;
}

export interface GpuCounts {
  readonly dispatches: number;
  readonly submits: number;
  readonly readBytes: number;
  readonly writtenBytes: number;
}

export function jobOf(
  config: DecoderConfig,
  work: Work,
  { engine, dtype, threads }: Pick<EngineJob, 'engine' | 'dtype' | 'threads'>,
): EngineJob {
  const random = new Random(`engine ${work.name}`);
  const tokens = Array.from({ length: work.sequences }, () =>
    Array.from({ length: work.given }, () => random.integer(config.vocabSize)),
  );
  const parameters = parameterSpecs(config).map((spec, i) => ({ ...spec, start: i * 7919 }));
  return { engine, dtype, threads, config, parameters, work, tokens };
}
