import type { Tool } from '../../../base/index.js';
import type { RlStage, Stage } from '../../stages/recipe.js';

/** @returns Those of the run's tools that a stage names; all of them where it names none, or there is no such stage. */
export function stageTools(stage: RlStage | undefined, tools: readonly Tool[] = []): readonly Tool[] {
  return tools.filter(({ name }) => stage?.tools?.includes(name) ?? true);
}

export function isRl(stage: Stage): stage is RlStage {
  return stage.kind === 'rl';
}
