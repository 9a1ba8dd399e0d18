import type { MetricRecord, Objective, Tool } from '../../base/index.js';
import { mean } from '../../base/internal/index.js';
import { NAMED_OBJECTIVES } from './internal/named-objectives.js';
import type {
  CollapseRule,
  EvaluationRule,
  PlateauRule,
  Recipe,
  RlStage,
  SftStage,
  Stage,
  StageSampling,
} from './recipe.js';

/** A mean of equal shares may be larger than they are by this much. */
const ROUNDING = 1e-12;

/** Why a stage is over. */
export type StageEndReason = 'steps' | 'solved-groups' | 'plateau';

/**
 * @param records - What the stage has measured so far, its evaluations included, in order.
 * @param steps - How many it takes at most.
 * @returns Why the stage is over; undefined as long as it is not. It follows from the records alone, so that a run that goes on
 *   ends its stages where it would have.
 */
export function stageEnd(stage: Stage, records: readonly MetricRecord[], steps: number): StageEndReason | undefined {
  const taken = measuredIn(stage.name, records);
  if ((taken.at(-1)?.step ?? 0) >= steps) return 'steps';
  if (stage.kind === 'sft') return undefined;
  const { solvedGroups, plateau } = stage.until;
  if (solvedGroups !== undefined) {
    const window = valuesOf(taken, 'solvedGroups').slice(-(solvedGroups.steps ?? 1));
    if (window.length === (solvedGroups.steps ?? 1) && mean(window) > solvedGroups.above + ROUNDING)
      return 'solved-groups';
  }
  return plateau !== undefined && isFlat(records, plateau) ? 'plateau' : undefined;
}

function isFlat(
  records: readonly MetricRecord[],
  { metric = 'passAt1', evaluations, gain = 0.01 }: PlateauRule,
): boolean {
  const curve = valuesOf(measuredIn('eval', records), metric);
  if (curve.length <= evaluations) return false;
  return Math.max(...curve.slice(-evaluations)) < Math.max(...curve.slice(0, -evaluations)) + gain;
}

/**
 * @param records - What the stage has measured so far.
 * @returns The mean over the last steps and the best before it, where training has collapsed.
 */
export function collapseOf(
  { metric = 'reward', below = 0.5, steps = 20 }: CollapseRule,
  stage: Stage,
  records: readonly MetricRecord[],
): { readonly metric: string; readonly now: number; readonly best: number } | undefined {
  const values = valuesOf(measuredIn(stage.name, records), metric);
  const means = values.slice(steps - 1).map((_, i) => mean(values.slice(i, i + steps)));
  const [now, best] = [means.at(-1) ?? NaN, Math.max(...means)];
  return best > 0 && now < below * best ? { metric, now, best } : undefined;
}

/** @returns The records of a stage's own steps; of `eval` those of evaluations. */
export function measuredIn(stage: string, records: readonly MetricRecord[]): MetricRecord[] {
  return records.filter((record) => record.stage === stage);
}

/** @returns Whether a record was measured in a stage: by its steps, or on held-out problems after one of them. */
export function isOfStage(record: MetricRecord, stage: string): boolean {
  return record.stage === stage || (record.stage === 'eval' && record['after'] === stage);
}

function valuesOf(records: readonly MetricRecord[], name: string): number[] {
  return records.flatMap(({ [name]: value }) => (typeof value === 'number' ? value : []));
}

/** @returns Whether a checkpoint is due after a step of a stage, besides the one that the stage ends with. */
export function isCheckpointDue({ checkpointEverySteps = 10 }: Recipe, step: number): boolean {
  return step % checkpointEverySteps === 0;
}

/** @returns The response budget of a step; counts from 1. */
export function maxTokensAt({ maxTokens }: Pick<StageSampling, 'maxTokens'>, step: number): number {
  if (typeof maxTokens === 'number') return maxTokens;
  const { from, to, overSteps } = maxTokens;
  return Math.round(from + (to - from) * Math.min(1, (step - 1) / Math.max(1, overSteps - 1)));
}

/** @returns The run's tools that a stage names; all of them if it names no tool. */
export function stageTools({ tools: names }: Pick<RlStage, 'tools'>, tools: readonly Tool[] = []): readonly Tool[] {
  return names === undefined ? tools : tools.filter(({ name }) => names.includes(name));
}

/** @returns How a recipe's held-out problems are sampled, and with which tools: as its last RL stage, at its longest. */
export function evaluationSettings({ evaluation, stages }: Recipe, tools?: readonly Tool[]) {
  const last = stages.findLast((stage): stage is RlStage => stage.kind === 'rl');
  return {
    sampling: evaluation?.sampling ?? { ...last!.sampling, maxTokens: maxTokensAt(last!.sampling, Infinity) },
    tools: stageTools(last ?? {}, tools),
  };
}

/** @returns How many steps SFT takes over so many sequences. */
export function sftSteps({ steps, epochs = 0, batchSize }: SftStage, sequences: number): number {
  return steps ?? Math.ceil((epochs * sequences) / batchSize);
}

/** @returns The objective of a stage, whatever way it was written. */
export function objectiveOf({ objective = 'grpo-roc', sampling }: Pick<RlStage, 'objective' | 'sampling'>): Objective {
  return typeof objective === 'string' ? NAMED_OBJECTIVES[objective](maxTokensAt(sampling, Infinity)) : objective;
}

/** @returns Which of the run's problems a stage has. */
export function problemsOf({ problems = 'train' }: Pick<RlStage, 'problems'>): string {
  return problems;
}

/** @returns The held-out problems of the run. */
export function heldOutOf({ problems = 'test' }: Pick<EvaluationRule, 'problems'>): string {
  return problems;
}

/** @returns Which of the run's demonstrations a stage learns from. */
export function demonstrationsOf({ demonstrations = 'demonstrations' }: Pick<SftStage, 'demonstrations'>): string {
  return demonstrations;
}
