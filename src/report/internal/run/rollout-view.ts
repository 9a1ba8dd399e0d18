import { toolCallsOf, type FinishReason, type RolloutSample, type Tokenizer } from '../../../base/index.js';
import { responseLength } from '../../../base/internal/index.js';
import { pathViews, type PathView } from './path-view.js';
import { TextBudget } from './text-budget.js';

/** A rollout sample as the report's page holds it: everything already cut, parsed and bounded. */
export interface RolloutView {
  readonly step: number;
  readonly id: string;
  readonly groupId: string;
  readonly kept: boolean;
  readonly reason: string;
  readonly reward: number | null;
  readonly advantage: number | null;
  readonly penalties: RolloutSample['penalties'] | null;
  readonly groundTruth: string | null;
  /** What the agent threw. */
  readonly agentError: string | null;
  readonly finishReason: FinishReason;
  readonly calls: number;
  readonly failedCalls: number;
  /** Over all paths, what they share once. */
  readonly length: number | null;
  /** What is asked: the last user message, for the list. */
  readonly question: string;
  /** The main path first. */
  readonly paths: readonly PathView[];
}

/** @param limits - Characters of text one sample may take; token pieces are shown for at most `tokens` tokens of its paths. */
export function toRolloutView(
  sample: RolloutSample,
  limits: { readonly characters: number; readonly tokens: number },
  tokenizer?: Pick<Tokenizer, 'decode'>,
): RolloutView {
  const { rollout } = sample;
  const calls = toolCallsOf(rollout);
  const budget = new TextBudget(limits.characters);
  const question = rollout.prompt.findLast(({ role }) => role === 'user')?.content ?? '';
  return {
    step: sample.step,
    id: rollout.id,
    groupId: rollout.groupId,
    kept: sample.kept,
    // The page says kept or dropped itself.
    reason: budget.take(sample.reason.replace(/^(kept|dropped):\s*/i, '')),
    reward: finite(rollout.reward),
    advantage: finite(sample.advantage),
    penalties: sample.penalties ?? null,
    groundTruth: sample.groundTruth === undefined ? null : budget.take(sample.groundTruth),
    agentError: rollout.agentError === undefined ? null : budget.take(rollout.agentError),
    finishReason: rollout.finishReason,
    calls: calls.length,
    failedCalls: calls.filter(({ response }) => response.isError).length,
    length: responseLength(rollout) ?? null,
    question: question.slice(0, 160),
    paths: pathViews(rollout, budget, limits.tokens, tokenizer),
  };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
