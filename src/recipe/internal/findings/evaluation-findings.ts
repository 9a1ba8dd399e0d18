import type { Recipe, RlStage } from '../../stages/recipe.js';
import type { RecipeSizes } from '../../stages/recipe-sizes.js';
import { evaluationSettings } from '../../stages/stage-rules.js';
import type { Finding } from './finding.js';
import { budgetFinding } from './sampling-findings.js';

export function evaluationFindings(recipe: Recipe, { alsoHeldOut = {} }: RecipeSizes): Finding[] {
  const { evaluation, stages } = recipe;
  if (evaluation === undefined) return [];
  const heldOut = evaluation.problems ?? 'test';
  const trainedOn = stages.find((stage) => stage.kind === 'rl' && (stage.problems ?? 'train') === heldOut);
  const { temperature = 1 } = evaluationSettings(recipe).sampling;
  const { sampling } = evaluation;
  const overlapping = stages.find(
    (stage): stage is RlStage => stage.kind === 'rl' && (alsoHeldOut[stage.problems ?? 'train'] ?? 0) > 0,
  );
  const trained = overlapping?.problems ?? 'train';
  return [
    [
      'recipe.evaluation.problems',
      trainedOn === undefined && overlapping !== undefined,
      `stage ${overlapping?.name} trains on ${trained}, which has ${alsoHeldOut[trained]} of the problems of ${heldOut} too (by their prompts): the evaluation measures what was learnt by heart`,
    ],
    [
      'recipe.evaluation.problems',
      trainedOn !== undefined,
      `stage ${trainedOn?.name} trains on ${heldOut}, so they are not held out: the evaluation measures what was learnt by heart`,
    ],
    ...(sampling === undefined ? [] : [budgetFinding('recipe.evaluation.sampling.maxTokens', sampling.maxTokens)]),
    [
      'recipe.evaluation.sampling.temperature',
      (sampling?.temperature ?? 0) > 2,
      `${temperature} draws noise: what is measured is not what the model can do; usual is 0 to 1`,
    ],
    [
      'recipe.evaluation.samples',
      evaluation.samples > 1 && temperature === 0,
      `at a temperature of 0 all ${evaluation.samples} samples of a problem are the same; 1 says as much`,
    ],
  ];
}
