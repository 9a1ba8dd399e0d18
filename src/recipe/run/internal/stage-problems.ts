import * as z from 'zod';
import { parseRecord } from '../../../base/internal/index.js';
import { openJsonl } from '../../../io/index.js';
import { Random } from '../../../base/index.js';
import { environmentOf } from '../../internal/step-schemas.js';
import { easiestFirst, filterByDifficulty, measureDifficulty, type Difficulty } from '../../internal/difficulty.js';
import { maxTokensAt } from '../../stages/stage-rules.js';
import type { DifficultyFilter, RlStage } from '../../stages/recipe.js';
import type { TrainingProblem } from '../../steps/roll-out.js';
import { RunError } from '../../run-error.js';
import { problemsNamed } from './known-problems.js';
import { preparing, problemsOf } from './sources.js';
import type { StageContext } from './stage-work.js';

/**
 * The problems of a stage, in the order in which it takes them: filtered and sorted where it says so.
 *
 * What was measured stands in `difficulty/STAGE.jsonl`, so that a run that was killed meanwhile measures the rest.
 *
 * @param from - Steps that the stage has taken: the weights are those of its start at 0 alone.
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
  const path = store.path('difficulty', `${stage.name}.jsonl`);
  const file = openJsonl(path);
  try {
    const asked = new Set(problems.map(({ id }) => id));
    const known = file.lines
      .map(({ value, where }) => parseRecord(difficultySchema, value, where))
      .filter(({ id }) => asked.has(id));
    const there = new Set(known.map(({ id }) => id));
    const missing = problems.filter(({ id }) => !there.has(id));
    if (missing.length > 0 && from > 0)
      throw new RunError(
        `${path}: ${missing.length} problems are missing, and the weights to measure them with are gone`,
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
        file.append(...fresh.map((one) => JSON.stringify(one)));
        known.push(...fresh);
        emit({ kind: 'filtering', stage: stage.name, completed: known.length, total: problems.length });
      }
    } finally {
      await policy?.close();
    }
    return known;
  } finally {
    file.close();
  }
}

const difficultySchema = z.strictObject({ id: z.string(), solvedShare: z.number().min(0).max(1).nullable() });

/** In the order in which they stand, so that a sort by difficulty is all that orders them. */
function drawn<T>(items: readonly T[], count: number, seed: string): T[] {
  const places = new Random(seed).shuffle(items.map((_, i) => i)).slice(0, count);
  return places.sort((a, b) => a - b).map((i) => items[i]!);
}
