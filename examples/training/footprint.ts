import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recipe } from 'rstar2-agent/recipe';
import type { ModelDirectory } from 'rstar2-agent/rollout';
import { configFromHuggingFace } from 'rstar2-agent/tfjs';

/** Bytes of a number: weights and caches are bfloat16, adapters and what trains them float32. */
const [BFLOAT16, FLOAT32] = [2, 4];

/** @returns Markdown with the memory of a model, an adapter on all its matrices, and the KV cache of a recipe's longest rollout. */
export function describeFootprint(source: ModelDirectory, loraRank: number, recipe: Recipe): string {
  const json = JSON.parse(readFileSync(join(source.path, 'config.json'), 'utf8')) as Parameters<
    typeof configFromHuggingFace
  >[0];
  const { vocabSize, hiddenSize, intermediateSize, numHiddenLayers, headDim, ...config } = configFromHuggingFace(json);
  const [queries, keys] = [config.numAttentionHeads * headDim, config.numKeyValueHeads * headDim];
  /** Inputs and outputs of each matrix of a layer. */
  const matrices = [
    [hiddenSize, queries],
    [hiddenSize, keys],
    [hiddenSize, keys],
    [queries, hiddenSize],
    [hiddenSize, intermediateSize],
    [hiddenSize, intermediateSize],
    [intermediateSize, hiddenSize],
  ] as const;
  const perLayer = (size: (inputs: number, outputs: number) => number) =>
    numHiddenLayers * matrices.reduce((sum, [inputs, outputs]) => sum + size(inputs, outputs), 0);
  const embeddings = vocabSize * hiddenSize * (config.tieWordEmbeddings ? 1 : 2);
  const weights = BFLOAT16 * (embeddings + perLayer((inputs, outputs) => inputs * outputs));
  const adapter = FLOAT32 * perLayer((inputs, outputs) => loraRank * (inputs + outputs));
  const tokenBytes = BFLOAT16 * 2 * numHiddenLayers * keys;
  const longest = recipe.stages.flatMap((stage) => {
    if (stage.kind !== 'rl') return [];
    const { maxTokens } = stage.sampling;
    return typeof maxTokens === 'number' ? maxTokens : Math.max(maxTokens.from, maxTokens.to);
  });
  return [
    'Memory, computed from config.json, not measured (weights and cache in bfloat16, the adapter in float32):',
    '',
    `- weights: ${bytesText(weights)}, on the server and on each engine`,
    `- an adapter of rank ${loraRank} on all matrices: ${bytesText(adapter)}; with its gradient and Adam's moments ${bytesText(4 * adapter)} on the server`,
    ...longest
      .slice(-1)
      .map(
        (tokens) =>
          `- KV cache: ${bytesText(tokenBytes)} a token; the response of a rollout takes up to ${bytesText(tokens * tokenBytes)} (${tokens.toLocaleString('en')} tokens)`,
      ),
    '',
  ].join('\n');
}

function bytesText(bytes: number): string {
  const at = Math.max(0, Math.min(3, Math.floor(Math.log10(bytes) / 3)));
  return `${Number((bytes / 1000 ** at).toPrecision(3))} ${['B', 'kB', 'MB', 'GB'][at]}`;
}
