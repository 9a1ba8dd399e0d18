import type { RolloutOutcome } from '../base/index.js';
import { checkArgument, errorMessage, parseOptions } from '../base/internal/index.js';
import { giveUpOnAbort } from '../io/index.js';
import { InfrastructureError, inAgentSpan, type MakeOutcome, type OutcomePlan } from '../rollout/internal/index.js';
import { Session, type SessionContext } from './internal/session/session.js';
import { agentTask, type AgentFunction, type AgentResult } from './agent.js';
import { agentSettingsSchema, type AgentSettings } from './agent-settings.js';
import { agentAddresses } from './internal/server/agent-addresses.js';
import { leaseAgentServer, type AgentServerLease } from './internal/server/agent-server.js';
import { languageModelOf } from './language-model.js';

/**
 * Makes outcomes of rollouts by running an agent: what `runRollouts` takes in the place of its own loop.
 *
 * @throws TypeError, RangeError for bad settings.
 */
export function agentOutcomes(agent: AgentFunction, settings: AgentSettings = {}): MakeOutcome {
  checkArgument(agent, 'options.agent', 'a function');
  const { isToolError, normalize, maxConcurrent, models, onError } = parseOptions(
    agentSettingsSchema,
    settings,
    'settings',
  );
  const runOne = async (
    plan: OutcomePlan,
    { options, signal, span }: Parameters<MakeOutcome>[1],
    lease: AgentServerLease,
  ): Promise<RolloutOutcome> => {
    const context: SessionContext = { options, isToolError, normalize, maxConcurrent, now: Date.now, span };
    const session = new Session(plan, context, signal);
    const addresses = agentAddresses(lease, { session, models, maxConcurrent });
    const stop = new AbortController();
    const setApart = (reason: string) => session.fail({ source: 'tool', message: reason, retryable: false });
    let result: AgentResult | undefined;
    let agentError: string | undefined;
    try {
      const task = agentTask(plan.groupId, plan.id, plan.prompt, plan.metadata);
      const running = agent({
        task,
        model: languageModelOf(session),
        get openai() {
          return addresses().openai;
        },
        get anthropic() {
          return addresses().anthropic;
        },
        setApart,
        signal: AbortSignal.any([signal, stop.signal]),
      });
      result = readResult(await giveUpOnAbort(Promise.resolve(running), signal));
    } catch (error) {
      if (signal.aborted) return await cutOff(session, signal);
      if (session.limit === undefined) {
        agentError = stackOf(error);
        if (onError === 'zero') result = { reward: 0 };
        else session.fail({ source: 'agent', message: `the agent threw: ${agentError}`, retryable: false });
      }
    } finally {
      stop.abort(new Error('the rollout has ended'));
    }
    const outcome = await session.close(result);
    if (agentError === undefined || outcome.kind === 'failed') return outcome;
    return { kind: 'completed', rollout: { ...outcome.rollout, agentError } };
  };
  return async (plan, run) => {
    const lease = await leaseAgentServer();
    try {
      return await inAgentSpan(
        plan,
        run,
        (inner) => runOne(plan, inner, lease),
        ({ rollout }) => rollout,
      );
    } finally {
      lease.release();
    }
  };
}

/** What is kept of what an agent threw, in characters: its message may hold all that a model wrote. */
const LONGEST_STACK = 4000;

function stackOf(error: unknown): string {
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : errorMessage(error);
  return stack.length > LONGEST_STACK ? `${stack.slice(0, LONGEST_STACK)}…` : stack;
}

/** A rollout that was cut while its agent ran. @throws The signal's reason where it is no failure. */
async function cutOff(session: Session, { reason }: AbortSignal): Promise<RolloutOutcome> {
  if (reason instanceof InfrastructureError) session.fail(reason.failure);
  const outcome = await session.close();
  if (!(reason instanceof InfrastructureError)) throw reason;
  return outcome;
}

function readResult(result: unknown): AgentResult {
  if (result === undefined || result === null) return {};
  const { reward } = (typeof result === 'object' ? result : { reward: NaN }) as { readonly reward?: unknown };
  if (reward === undefined || (typeof reward === 'number' && Number.isFinite(reward))) return { reward };
  throw new TypeError('the agent: expected nothing or an object whose reward is a finite number');
}
