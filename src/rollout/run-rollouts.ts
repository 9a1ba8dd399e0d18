import type { RolloutOutcome } from '../base/index.js';
import { parseOptions, requireEntropies } from '../base/internal/index.js';
import { followSignal } from '../io/index.js';
import { prepareLoop } from './internal/loop/prepare-loop.js';
import { planGroup, rollOutGroup } from './internal/loop/roll-out-group.js';
import { settleAll } from './internal/loop/endings.js';
import { rolloutOptionsSchema, rolloutTasksSchema, type RolloutOptions, type RolloutTask } from './rollout-options.js';

/**
 * Creates rollouts for every task: the policy writes a turn, its tool calls run, and it reads their answers, until it stops or a limit is
 * reached. All rollouts run in parallel; the policy and the tools batch and queue.
 *
 * - `stop`: a turn without a tool call ended the rollout.
 * - `length`: the token limit was reached, in a turn or with a tool response that leaves no tokens for another turn.
 * - `max-turns`: the last allowed turn still called tools. They ran, but no turn reads their answers.
 *
 * A turn's `text` is the generated text without the token that ends it, such as `<|im_end|>`; the token trace includes that token. A tool
 * response that no turn reads is in the turn, but not in the token trace.
 *
 * Text of users and tools never becomes a control token (`Tokenizer.controlTokens`): an `<|im_end|>` in it does not end a message. Answers
 * of tools and environments never become markers either (`Tokenizer.markers`): a `</tool_response>` in them does not end an answer.
 *
 * Generated tokens are never encoded again, even if the chat template would write earlier turns differently; then `tokens.drift` has the
 * difference.
 *
 * @returns One outcome for every sample, in the order of the tasks: a rollout, or the cause of its failure.
 * @throws TypeError, RangeError for bad options and prompts too long for the model, ModelFileError if the chat template refuses a prompt,
 *   before any work. Later, after every session was ended: the signal's reason when aborted; an error of the policy other than
 *   `ExternalError`; BrokenToolError or BrokenEnvironmentError for a bug in a tool or the environment; ModelFileError if the chat template
 *   cannot continue after a turn (`examineTemplate` checks this before).
 * @remarks Source: arXiv 2508.20722, section 3 (multi-turn rollout); message layout as Qwen's chat template.
 *
 * @example
 * const outcomes = await runRollouts(tasks, { policy, tokenizer, tools, maxTokens: 4096, seed: 'step-12' });
 */
export async function runRollouts(tasks: readonly RolloutTask[], options: RolloutOptions): Promise<RolloutOutcome[]> {
  parseOptions(rolloutTasksSchema, tasks, 'tasks');
  const resolved = parseOptions(rolloutOptionsSchema, options);
  requireEntropies(resolved.entropies, resolved.policy);
  const run = { options: resolved, ...prepareLoop(resolved) };
  requireUniqueNames(tasks);
  const groups = tasks.map((task, position) => planGroup(task, `tasks.${position}`, run));
  const total = groups.reduce((sum, { plans }) => sum + plans.length, 0);
  let completed = 0;
  const onEnd = (outcome: RolloutOutcome) => resolved.onProgress?.({ completed: ++completed, total, outcome });
  const stop = followSignal(resolved.signal);
  try {
    const { signal } = stop;
    signal.throwIfAborted();
    const running = groups.map((group) => rollOutGroup(group, run, { onEnd, signal }));
    return (await settleAll(running, stop)).flat();
  } finally {
    stop.release();
  }
}

function requireUniqueNames(tasks: readonly RolloutTask[]): void {
  const seen = new Set<string>();
  for (const [position, { groupId }] of tasks.entries()) {
    if (seen.has(groupId))
      throw new RangeError(`tasks.${position}.groupId: expected a unique name, got ${JSON.stringify(groupId)} twice`);
    seen.add(groupId);
  }
}
