import type { RolloutOutcome } from '../../../base/index.js';
import { allTurns, generatedLength } from '../../../base/internal/index.js';
import { followSignal, giveUpOnAbort } from '../../../io/index.js';
import type { ResolvedRolloutOptions, RolloutTask } from '../../rollout-options.js';
import { startConversation } from '../conversation/conversation-start.js';
import { roomAfter, type PreparedLoop } from './prepare-loop.js';
import { settleAll } from './endings.js';
import { InfrastructureError, type RolloutPlan } from './rollout-plan.js';
import { runRollout } from './run-rollout.js';
import { LoopSpan } from './trace/loop-span.js';
import { shownJson } from '../shown-json.js';

/** A group to roll out. */
export interface PlannedGroup {
  readonly task: RolloutTask;
  readonly plans: readonly RolloutPlan[];
}

/** The options and prepared parts that all groups of a run share. */
export interface RolloutRun extends PreparedLoop {
  readonly options: ResolvedRolloutOptions;
}

interface GroupOptions {
  readonly signal: AbortSignal;
  /** Called with each outcome, in the order of completion. */
  readonly onEnd: (outcome: RolloutOutcome) => void;
}

/**
 * Renders a task's prompt and names its rollouts.
 *
 * @param where - The task, for messages.
 * @throws RangeError for a prompt too long for the model, ModelFileError where the chat template refuses it.
 */
export function planGroup(task: RolloutTask, where: string, { options, format }: RolloutRun): PlannedGroup {
  const { groupId, prompt, samples, overProvision = 0, metadata } = task;
  const session = globalThis.crypto.randomUUID();
  const start = startConversation(format, prompt);
  const maxTokens = Math.min(options.maxTokens, roomAfter(start.tokens, format, `${where}.prompt`));
  const plans = Array.from({ length: samples + overProvision }, (_, index) => ({
    groupId,
    prompt,
    format,
    start,
    maxTokens,
    metadata,
    id: `${groupId}/${index}`,
    maxTurns: options.maxTurns,
    seed: `${options.seed}/${groupId}/${index}`,
    // Two runs at once may share a policy and group names, and a group may be begun anew, but never in the same session.
    sessionId: `${session}/${groupId}/${index}`,
  }));
  return { task, plans };
}

/**
 * Runs a group's rollouts side by side until `task.samples` of them have completed, cuts the others off, and scores the group.
 *
 * @returns One outcome each, in order.
 */
export async function rollOutGroup(
  { task, plans }: PlannedGroup,
  { options, tools, stopTokens }: RolloutRun,
  { signal, onEnd }: GroupOptions,
): Promise<readonly RolloutOutcome[]> {
  const span = options.tracing && (await LoopSpan.open(options.tracing));
  const enough = task.samples;
  const stop = followSignal(signal);
  const cut = new InfrastructureError({
    source: 'cancelled',
    message: `cut: ${enough} of the group's ${plans.length} rollouts had completed`,
    retryable: false,
  });
  let completed = 0;
  const runOne = async (plan: RolloutPlan): Promise<RolloutOutcome> => {
    const ended = await (options.makeOutcome === undefined
      ? runRollout(plan, { options, tools, stopTokens, signal: stop.signal, span })
      : options.makeOutcome(plan, { options, signal: stop.signal, span }));
    // Another rollout may end in the moment in which the group has enough.
    const outcome = ended.kind === 'completed' && completed === enough ? cutOff(ended.rollout, cut) : ended;
    if (outcome.kind === 'completed' && ++completed === enough) stop.abort(cut);
    onEnd(outcome);
    return outcome;
  };
  try {
    const outcomes = await settleAll(plans.map(runOne), stop);
    return await scoreGroup(task.groupId, outcomes, options, signal);
  } finally {
    stop.release();
  }
}

function cutOff(
  rollout: Extract<RolloutOutcome, { kind: 'completed' }>['rollout'],
  { failure }: InfrastructureError,
): RolloutOutcome {
  const { id, groupId } = rollout;
  const [turns, generatedTokens] = [allTurns(rollout), generatedLength(rollout) ?? 0];
  return { kind: 'failed', id, groupId, cause: failure, turns, generatedTokens };
}

/**
 * Scores the completed rollouts of a group that has ended.
 *
 * @returns The outcomes, in their order; a rollout whose reward is undecided stays as it was.
 * @throws RangeError or TypeError for anything but rewards of these rollouts; what `score` throws.
 */
export async function scoreGroup(
  groupId: string,
  outcomes: readonly RolloutOutcome[],
  { score }: ResolvedRolloutOptions,
  signal: AbortSignal,
): Promise<readonly RolloutOutcome[]> {
  const rollouts = outcomes.flatMap((outcome) => (outcome.kind === 'completed' ? [outcome.rollout] : []));
  if (score === undefined || rollouts.length === 0) return outcomes;
  const scores = await giveUpOnAbort(Promise.resolve(score(rollouts, { groupId, signal })), signal);
  if (!Array.isArray(scores) || scores.length !== rollouts.length)
    throw new RangeError(
      `options.score: expected ${rollouts.length} rewards of group ${groupId}, got ${shownJson(scores)}`,
    );
  const rewards = scores.map(readReward);
  let next = 0;
  return outcomes.map((outcome) => {
    if (outcome.kind === 'failed') return outcome;
    const reward = rewards[next++];
    return reward === undefined ? outcome : { kind: 'completed', rollout: { ...outcome.rollout, reward } };
  });
}

function readReward(score: unknown): number | undefined {
  const { kind, value } = (typeof score === 'object' && score !== null ? score : {}) as {
    kind?: unknown;
    value?: unknown;
  };
  if (score === undefined || kind === 'undecided') return undefined;
  const reward = kind === 'scored' ? value : score;
  if (typeof reward !== 'number' || !Number.isFinite(reward))
    throw new TypeError(`options.score: expected finite numbers or rewards, got ${shownJson(score)}`);
  return reward;
}
