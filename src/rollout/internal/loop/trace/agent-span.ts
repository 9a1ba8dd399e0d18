import type { FailureCause } from '../../../../base/index.js';
import type { AgentLoopContext, RolloutPlan } from '../rollout-plan.js';
import { agentEnd, agentStart, machineFailure, type AgentEnd } from './gen-ai.js';
import { inSpan } from './loop-span.js';

type Failed = { readonly kind: 'failed'; readonly cause: FailureCause };

/**
 * Runs what answers a prompt: a whole rollout, or one reply of a conversation.
 *
 * @param endOf - What there is to say of one that was completed.
 */
export function inAgentSpan<T extends { readonly kind: 'completed' } | Failed>(
  plan: RolloutPlan,
  context: AgentLoopContext,
  run: (context: AgentLoopContext) => Promise<T>,
  endOf: (completed: Exclude<T, Failed>) => AgentEnd,
): Promise<T> {
  return inSpan(
    context.span,
    (parent) => agentStart(plan, parent),
    async (span) => {
      const outcome = await run({ ...context, span });
      if (outcome.kind === 'failed') span?.fail(machineFailure(outcome.cause));
      else span?.set(agentEnd(endOf(outcome as Exclude<T, Failed>)));
      return outcome;
    },
  );
}
