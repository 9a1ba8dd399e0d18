import * as tf from '@tensorflow/tfjs-core';
import { scope } from '../../internal/memory/scope.js';
import { submittingRarely } from '../../internal/webgpu/backend.js';
import { gatherRows } from '../../kernel/index.js';
import type { DecoderConfig } from '../../model/config.js';
import type { Decoder } from '../../model/decoder.js';
import { outputWeight, timesTransposed, transformerHidden, type TrunkWeights } from '../../model/internal/index.js';
import { frozenCopy } from '../../model/parameters.js';
import type { CacheSlot, KvStore } from './conversation.js';
import type { RunningRequest } from './running-request.js';

/** A model's weights at one moment. */
export interface FrozenWeights {
  readonly config: DecoderConfig;
  readonly trunk: TrunkWeights;
  /** Shape [vocabSize, hiddenSize]. */
  readonly outputWeight: tf.Tensor2D;
  dispose(): void;
}

/**
 * @returns The weights as they are now, under names of their own for the same memory. A learner gives its variables new
 *   tensors and never writes into old ones, so these stay as they are.
 */
export function freezeWeights({ config, parameters, adapter }: Decoder): FrozenWeights {
  const frozen = frozenCopy(parameters);
  const adapted =
    adapter === undefined ? undefined : { scale: adapter.scale, parameters: frozenCopy(adapter.parameters) };
  return {
    config,
    trunk: { parameters: frozen, adapter: adapted },
    outputWeight: outputWeight(config, frozen),
    dispose: () => tf.dispose([...frozen.values(), ...(adapted?.parameters.values() ?? [])]),
  };
}

/** The tokens of one forward pass, flat, and which of its rows have their next token drawn. */
export interface PassPlan {
  readonly tokens: number[];
  readonly positions: number[];
  readonly slots: CacheSlot<object>[];
  readonly drawing: { readonly request: RunningRequest; readonly row: number }[];
}

/** Takes pending tokens of each conversation, up to `budget` in all, and marks them as read. */
export function planPass(requests: readonly RunningRequest[], budget: number): PassPlan {
  const plan: PassPlan = { tokens: [], positions: [], slots: [], drawing: [] };
  // Prefixes are taken before anything of this pass counts as read in: what it reads in is written by the pass itself.
  for (const request of requests.filter(({ conversation }) => conversation.takePrefix())) {
    const { conversation } = request;
    const room = budget - plan.tokens.length;
    if (room === 0) break;
    const count = Math.min(room, conversation.tokens.length - conversation.cached);
    for (let i = 0; i < count; i++) {
      const position = conversation.cached + i;
      plan.tokens.push(conversation.tokens[position]!);
      plan.positions.push(position);
      plan.slots.push({ cache: conversation.cache, position });
    }
    conversation.cached += count;
    if (conversation.cached === conversation.tokens.length) plan.drawing.push({ request, row: plan.tokens.length - 1 });
  }
  return plan;
}

/** Passes of so many tokens make small tensors: those of a decoding step. */
const FEW_TOKENS = 64;

/** @returns The logits of the rows that are drawn from, shape [rows, V]. */
export async function drawnLogits(
  { config, trunk, outputWeight }: FrozenWeights,
  store: KvStore<object>,
  { tokens, positions, slots, drawing }: PassPlan,
): Promise<Float32Array> {
  const pass = () =>
    scope(() => {
      const hidden = transformerHidden(config, trunk, Int32Array.from(tokens), positions, store.attention(slots));
      if (drawing.length === 0) return undefined;
      // Rows are drawn from in order, so as many as there are tokens are all of them.
      const drawn =
        drawing.length === tokens.length
          ? hidden
          : gatherRows(
              hidden,
              Int32Array.from(drawing, ({ row }) => row),
            );
      return timesTransposed(drawn, outputWeight);
    });
  const logits = tokens.length <= FEW_TOKENS ? submittingRarely(pass) : pass();
  if (logits === undefined) return new Float32Array();
  try {
    return await logits.data<'float32'>();
  } finally {
    logits.dispose();
  }
}
