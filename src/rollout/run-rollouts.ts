import type { RolloutOutcome } from '../base/index.js';
import { parseOptions, requireEntropies } from '../base/internal/index.js';
import { followSignal } from '../io/index.js';
import { prepareLoop } from './internal/loop/prepare-loop.js';
import { planGroup, rollOutGroup } from './internal/loop/roll-out-group.js';
import { settleAll } from './internal/loop/endings.js';
import { rolloutOptionsSchema, rolloutTasksSchema, type RolloutOptions, type RolloutTask } from './rollout-options.js';

/**
 * Rolls out every task: the policy writes turns, its tool calls are run as soon as they are generated, and it reads the
 * answers, until it stops or a budget runs out. All rollouts run side by side; the policy and the tools batch and queue.
 *
 * - `stop`: a turn without a tool call ended the rollout.
 * - `length`: the response budget ran out, in a turn or with a tool response that leaves no room to go on.
 * - `max-turns`: the last turn allowed still called tools. They were run, but nothing reads them.
 *
 * A turn's `text` is what was generated without the token that ends it, such as `<|im_end|>`; the token trace has it. A tool response
 * that no turn reads is in the turn's record, not in the trace.
 *
 * What users and tools wrote never becomes a control token (`Tokenizer.controlTokens`): an `<|im_end|>` in it ends no message.
 * What tools and the environment answered never becomes a marker either (`Tokenizer.markers`): a `</tool_response>` in it ends no answer.
 *
 * What was generated is never encoded again, whatever the chat template makes of earlier turns; where it would write them
 * otherwise, the trace says so (`tokens.drift`).
 *
 * @returns One outcome for every sample, in the order of the tasks: a rollout, or the cause that the machine failed with.
 * @throws TypeError, RangeError for bad options and prompts too long for the model, ModelFileError where the chat template
 *   refuses a prompt, before any work. Later, after every session was ended: the signal's reason when aborted; what the policy
 *   threw, when that is no `ExternalError`; BrokenToolError or BrokenEnvironmentError when a tool or the environment has a bug; ModelFileError where the chat template has
 *   no place at all for what follows a turn (`examineTemplate` finds that before).
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
