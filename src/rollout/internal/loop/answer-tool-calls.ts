import { Random, type ParsedToolCall, type TemplateMessage, type ToolCall } from '../../../base/index.js';
import { idOf } from '../conversation/turn-messages.js';
import { MachineFailure, type AgentLoopContext, type RolloutPlan } from './rollout-plan.js';
import { executeToolCall } from './tool-execution.js';

/**
 * Runs the calls of a turn. All start at once, in order; a tool with state queues the calls of one session itself.
 *
 * @param turn - The turn's index, which names the calls and their retries.
 * @throws MachineFailure where a tool's service failed for good; BrokenToolError when a tool has a bug.
 */
export async function answerToolCalls(
  calls: readonly ParsedToolCall[],
  turn: number,
  plan: RolloutPlan,
  { options, tools, signal, span }: AgentLoopContext,
): Promise<ToolCall[]> {
  const executions = await Promise.all(
    calls.map((parsed, index) =>
      executeToolCall(parsed, `${plan.id}/${turn}/${index}`, {
        tools,
        retry: options.retry,
        random: new Random(`${plan.seed}/${turn}/tools/${index}/retries`),
        sessionId: plan.sessionId,
        rolloutId: plan.id,
        signal,
        span,
        onEvent: (event) => options.onEvent?.({ ...event, rolloutId: plan.id, turn, index }),
      }),
    ),
  );
  return executions.map((execution) => {
    if (execution.kind === 'unavailable') throw new MachineFailure(execution.cause);
    return execution.call;
  });
}

/** @returns What the calls were answered with, as messages of tools. */
export function toolMessages(
  answered: readonly ToolCall[],
  calls: readonly ParsedToolCall[],
  turn: number,
): TemplateMessage[] {
  return answered.map(({ name, response }, index) => ({
    role: 'tool',
    content: response.text,
    toolCallId: idOf(calls[index]!, turn, index),
    ...(name === '' ? {} : { name }),
  }));
}
