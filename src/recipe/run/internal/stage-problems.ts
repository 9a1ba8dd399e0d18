import * as z from 'zod';
import { parseRecord, groupByLabel, mean } from '../../../base/internal/index.js';
import { Random, type Policy } from '../../../base/index.js';
import { environmentOf } from '../../internal/step-schemas.js';
import { maxTokensAt, problemsOf } from '../../stages/stage-rules.js';
import type { DifficultyFilter, RlStage } from '../../stages/recipe.js';
import {
  type TrainingProblem,
  rewardRollouts,
  drawRollouts,
  groupNames,
  type RollOutOptions,
  type RolloutEnvironment,
} from '../../steps/roll-out.js';
import { RunError } from '../../run-error.js';
import { problemsNamed, preparing } from './sources.js';
import type { StageContext } from './stage-work.js';
import { isCorrect } from '../../internal/rollout-metrics.js';

/**
 * The problems of a stage in its order: filtered and sorted if it says so.
 *
 * Measured difficulties are kept in `difficulty/STAGE.jsonl`, so that a run that is killed meanwhile measures only the rest.
 *
 * @param from - Steps that the stage has taken; only at 0 are the weights those to measure with.
 */
export async function stageProblems(
  stage: RlStage,
  from: number,
  context: StageContext,
): Promise<readonly TrainingProblem[]> {
  const onProgress = preparing(stage.name, 'problems', context.emit);
  const all = await problemsNamed(problemsOf(stage), context, onProgress);
  if (stage.filter === undefined) return all;
  const { among = all.length } = stage.filter;
  const measured = among < all.length ? drawn(all, among, `${context.seed}/${stage.name}/filter`) : all;
  const difficulties = await measure(stage, stage.filter, from, measured, context);
  const left = filterByDifficulty(measured, difficulties, stage.filter);
  context.emit({ kind: 'filtered', stage: stage.name, left: left.length, measured: measured.length });
  if (left.length === 0)
    throw new RunError(
      `stage ${stage.name}: no problem is left of ${measured.length} (filter: ${stage.filter.drop ?? 'solved'}); measure more, or end the stages before it earlier`,
    );
  return stage.order === 'easy-first' ? easiestFirst(left, difficulties) : left;
}

async function measure(
  stage: RlStage,
  { samples }: DifficultyFilter,
  from: number,
  problems: readonly TrainingProblem[],
  context: StageContext,
): Promise<readonly Difficulty[]> {
  const { store, trained, seed, signal, emit } = context;
  const name = `difficulty/${stage.name}.jsonl`;
  const file = await store.files.openLines(name);
  const asked = new Set(problems.map(({ id }) => id));
  const known = file.lines
    .map(({ value, where }) => parseRecord(difficultySchema, value, where))
    .filter(({ id }) => asked.has(id));
  const there = new Set(known.map(({ id }) => id));
  const missing = problems.filter(({ id }) => !there.has(id));
  if (missing.length > 0 && from > 0)
    throw new RunError(
      `${store.files.path(name)}: ${missing.length} problems are missing, and the weights to measure them with are gone`,
    );
  const policy = missing.length > 0 ? await trained.policy({ signal }) : undefined;
  try {
    const sampling = { ...stage.sampling, maxTokens: maxTokensAt(stage.sampling, 1) };
    for (let at = 0; at < missing.length; at += stage.promptsPerStep) {
      signal?.throwIfAborted();
      const fresh = await measureDifficulty(policy!, missing.slice(at, at + stage.promptsPerStep), {
        ...environmentOf(context),
        ...{ samples, sampling },
        seed: `${seed}/${stage.name}/difficulty`,
      });
      await file.append(...fresh.map((one) => JSON.stringify(one)));
      known.push(...fresh);
      emit({ kind: 'filtering', stage: stage.name, completed: known.length, total: problems.length });
    }
  } finally {
    await policy?.close();
  }
  return known;
}

const difficultySchema = z.strictObject({ id: z.string(), solvedShare: z.number().min(0).max(1).nullable() });

/** @returns A random part, in the order of the items: only difficulty may sort them. */
function drawn<T>(items: readonly T[], count: number, seed: string): T[] {
  const places = new Random(seed).shuffle(items.map((_, i) => i)).slice(0, count);
  return places.sort((a, b) => a - b).map((i) => items[i]!);
}

/** How often a policy solves a problem. */
export interface Difficulty {
  readonly id: string;
  /** Share of the judged samples; null if none could be judged. */
  readonly solvedShare: number | null;
}

/**
 * Measures how often the policy solves each problem, from samples that depend on `options.seed` and the problem alone.
 *
 * @returns One for each problem, in order.
 */
export async function measureDifficulty(
  policy: Policy,
  problems: readonly TrainingProblem[],
  { reward, ...options }: RollOutOptions & Pick<RolloutEnvironment, 'reward'>,
): Promise<Difficulty[]> {
  const drawn = await drawRollouts(policy, problems, options);
  const rollouts = await rewardRollouts(drawn.rollouts, { ...options, reward });
  const groups = groupByLabel(rollouts.map(({ groupId }) => groupId));
  const members = new Map(groups.map((group) => [group.label, group.members]));
  const names = groupNames(problems);
  return problems.map(({ id }, i) => {
    // An agent may have set all rollouts of a problem apart.
    const own = (members.get(names[i]!) ?? []).map((at) => rollouts[at]!);
    const judged = own.filter((rollout) => rollout.reward !== undefined);
    return {
      id,
      solvedShare: judged.length === 0 ? null : mean(judged.map((rollout) => Number(isCorrect(rollout)))),
    };
  });
}

/**
 * The difficulty filter of the paper's stage 3, which leaves out problems that are always solved.
 *
 * @returns The remaining problems, in their order; those without a judged sample stay.
 * @remarks arXiv 2508.20722, stage 3: of 42K problems the 17.3K stay that 8 rollouts do not all solve.
 */
export function filterByDifficulty<P extends TrainingProblem>(
  problems: readonly P[],
  difficulties: readonly Difficulty[],
  { drop = 'solved' }: Pick<DifficultyFilter, 'drop'> = {},
): P[] {
  const shares = new Map(difficulties.map(({ id, solvedShare }) => [id, solvedShare]));
  return problems.filter(({ id }) => {
    const share = shares.get(id) ?? null;
    return share === null || (share < 1 && (share > 0 || drop === 'solved'));
  });
}

/** @returns The problems, those solved most often first; those of equal shares as they stood. */
export function easiestFirst<P extends TrainingProblem>(
  problems: readonly P[],
  difficulties: readonly Difficulty[],
): P[] {
  const shares = new Map(difficulties.map(({ id, solvedShare }) => [id, solvedShare ?? 0]));
  return [...problems].sort((a, b) => shares.get(b.id)! - shares.get(a.id)!);
}
