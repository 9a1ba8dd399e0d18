import type { Recipe } from 'rstar2-agent/recipe';

/** How the G rollouts of a prompt are chosen; everything else is equal. */
export const ALGORITHMS = ['grpo-roc', 'grpo', 'uniform'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/**
 * @returns The recipe with another algorithm in its RL stages. `grpo-roc` changes nothing; `uniform` samples as many rollouts and
 *   keeps G at random; `grpo` samples only G.
 */
export function withAlgorithm(recipe: Recipe, algorithm: Algorithm): Recipe {
  if (algorithm === 'grpo-roc') return recipe;
  const stages = recipe.stages.map((stage) =>
    stage.kind === 'sft'
      ? stage
      : {
          ...stage,
          selection: { strategy: 'uniform' as const, advantage: stage.selection?.advantage },
          ...(algorithm === 'grpo' ? { oversampling: 1 } : {}),
        },
  );
  return { ...recipe, stages };
}
