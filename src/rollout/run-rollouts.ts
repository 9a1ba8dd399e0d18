import type { RolloutOutcome } from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { followSignal } from '../io/index.js';
import { runAgentLoop } from './internal/agent-loop.js';
import { startConversation } from './internal/conversation.js';
import { guardAll } from './internal/guarded-text.js';
import type { RolloutPlan } from './internal/rollout-plan.js';
import { compileArgumentCheck } from './internal/tool-arguments.js';
import type { CheckedTool } from './internal/tool-execution.js';
import {
  rolloutOptionsSchema,
  rolloutTasksSchema,
  type ResolvedRolloutOptions,
  type RolloutOptions,
  type RolloutTask,
} from './rollout-options.js';
import { UNKNOWN_FORMAT, unknownFormat } from './tool-call-format.js';

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
 *
 * What was generated is never encoded again, whatever the chat template makes of earlier turns; where it would write them
 * otherwise, the trace says so (`tokens.drift`).
 *
 * @returns One outcome for every sample, in the order of the tasks: a rollout, or the cause that the machine failed with.
 * @throws TypeError, RangeError for bad options and prompts too long for the model, ModelFileError where the chat template
 *   refuses a prompt, before any work. Later, after every session was ended: the signal's reason when aborted; what the policy
 *   threw, when that is no `ExternalError`; BrokenToolError when a tool has a bug; ModelFileError where the chat template has
 *   no place at all for what follows a turn (`examineTemplate` finds that before).
 * @remarks Source: arXiv 2508.20722, section 3 (multi-turn rollout); message layout as Qwen's chat template.
 */
export async function runRollouts(tasks: readonly RolloutTask[], options: RolloutOptions): Promise<RolloutOutcome[]> {
  parseOptions(rolloutTasksSchema, tasks, 'tasks');
  const resolved = parseOptions(rolloutOptionsSchema, options);
  const stopTokens = requireStopTokens(resolved);
  const tools = toolsByName(resolved);
  const plans = planRollouts(tasks, resolved);
  const stop = followSignal(resolved.signal);
  let completed = 0;

  const settled = await Promise.allSettled(
    plans.map(async (plan) => {
      try {
        stop.signal.throwIfAborted();
        const outcome = await runAgentLoop(plan, { options: resolved, tools, stopTokens, signal: stop.signal });
        completed++;
        resolved.onProgress?.({ completed, total: plans.length, outcome });
        return outcome;
      } catch (error) {
        // The run is lost; the others must not go on for nothing.
        stop.abort(error);
        throw error;
      }
    }),
  );
  stop.letGo();
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value;
    throw stop.signal.reason as Error;
  });
}

function requireStopTokens({ tokenizer, chatTemplate }: ResolvedRolloutOptions): ReadonlyMap<number, string> {
  const ids = new Map<number, string>();
  for (const token of chatTemplate.endTokens) {
    const id = tokenizer.tokenId(token);
    if (id === undefined) throw new RangeError(`options.tokenizer: expected a token for ${token}, got none`);
    ids.set(id, token);
  }
  return ids;
}

function toolsByName({ tools, chatTemplate }: ResolvedRolloutOptions): ReadonlyMap<string, CheckedTool> {
  if (tools.length > 0 && chatTemplate.toolCallFormat.name === UNKNOWN_FORMAT.name)
    throw new RangeError(
      `options.chatTemplate.toolCallFormat: expected one, for there are tools, got none: ${unknownFormat(chatTemplate.name)}`,
    );
  const byName = new Map(
    tools.map((tool, index) => {
      const checkArguments = compileArgumentCheck(
        tool.parameters,
        `options.tools.${index}.parameters (tool ${JSON.stringify(tool.name)})`,
      );
      return [tool.name, { tool, checkArguments }];
    }),
  );
  if (byName.size < tools.length) throw new RangeError('options.tools: expected unique names, got one twice');
  return byName;
}

function planRollouts(tasks: readonly RolloutTask[], options: ResolvedRolloutOptions): RolloutPlan[] {
  const seen = new Set<string>();
  const run = globalThis.crypto.randomUUID();
  const { tokenizer, chatTemplate: template } = options;
  const tools = options.tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const format = { template, tokenizer, tools: guardAll(tools, tokenizer) };
  return tasks.flatMap((task, position) => {
    if (seen.has(task.groupId))
      throw new RangeError(
        `tasks.${position}.groupId: expected a unique name, got ${JSON.stringify(task.groupId)} twice`,
      );
    seen.add(task.groupId);
    const start = startConversation(format, task.prompt);
    const { length } = start.tokens;
    const room = (template.contextLength ?? Infinity) - length;
    if (room < 1)
      throw new RangeError(
        `tasks.${position}.prompt: expected fewer tokens than the model reads (${template.contextLength}), got ${length}`,
      );
    return Array.from({ length: task.samples }, (_, index) => ({
      id: `${task.groupId}/${index}`,
      groupId: task.groupId,
      prompt: task.prompt,
      format,
      start,
      maxTokens: Math.min(options.maxTokens, room),
      metadata: task.metadata,
      seed: `${options.seed}/${task.groupId}/${index}`,
      // Two runs at once may share a policy and group names, but never a session.
      sessionId: `${run}/${task.groupId}/${index}`,
    }));
  });
}
