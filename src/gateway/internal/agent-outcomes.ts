import type * as z from 'zod';
import type { RolloutOutcome } from '../../base/index.js';
import { argumentError, checkArgument, errorMessage, parseOptions } from '../../base/internal/index.js';
import { giveUpOnAbort } from '../../io/index.js';
import {
  InfrastructureError,
  inAgentSpan,
  type LoopSpan,
  type MakeOutcome,
  type OutcomePlan,
} from '../../rollout/internal/index.js';
import { agentTask, type AgentFunction, type AgentResult, type AgentTask } from '../agent.js';
import { agentSettingsSchema, type AgentSettings } from '../agent-settings.js';
import { languageModelOf } from '../language-model.js';
import { agentAddresses } from './server/agent-addresses.js';
import { leaseAgentServer, type AgentServerLease } from './server/agent-server.js';
import { Session, type SessionContext } from './session/session.js';

/**
 * Makes outcomes of rollouts by running an agent: what `runRollouts` takes in the place of its own loop.
 *
 * @param path - Where the settings stand in the caller's options: errors name it.
 * @returns A function that throws RangeError for a prompt with the result of a tool, and TypeError for an agent's result that is neither
 *   nothing nor an object with a finite `reward`.
 * @throws TypeError, RangeError for bad settings.
 */
export function agentOutcomes(agent: AgentFunction, settings: AgentSettings | undefined, path: string): MakeOutcome {
  checkArgument(agent, 'options.agent', 'a function');
  const parsed = parseOptions(agentSettingsSchema, settings ?? {}, path);
  return async (plan, run) => {
    const task = agentTask(plan.groupId, plan.id, plan.prompt, plan.metadata);
    const lease = await leaseAgentServer();
    try {
      return await inAgentSpan(
        plan,
        run as TracedRun,
        (inner) => runAgent({ agent, task, plan, lease, settings: parsed, ...inner }),
        ({ rollout }) => rollout,
      );
    } finally {
      lease.release();
    }
  };
}

/**
 * The options `agent` and `agentSettings` of recipe and evaluation as an option of `runRollouts`.
 *
 * @throws As {@link agentOutcomes}; TypeError for settings without an agent.
 */
export function makeOutcomeOption({
  agent,
  agentSettings,
}: {
  readonly agent?: AgentFunction | undefined;
  readonly agentSettings?: AgentSettings | undefined;
}): { readonly makeOutcome?: MakeOutcome } {
  if (agent !== undefined) return { makeOutcome: agentOutcomes(agent, agentSettings, 'options.agentSettings') };
  if (agentSettings === undefined) return {};
  throw argumentError(TypeError, 'options.agentSettings', 'cannot be used without options.agent');
}

/** The span is opaque to users: its types are those of an optional package. */
type TracedRun = Parameters<MakeOutcome>[1] & { readonly span?: LoopSpan | undefined };

/** One rollout to make. */
interface AgentRun extends Pick<TracedRun, 'options' | 'signal' | 'span'> {
  readonly agent: AgentFunction;
  readonly task: AgentTask;
  readonly plan: OutcomePlan;
  readonly lease: AgentServerLease;
  readonly settings: z.output<typeof agentSettingsSchema>;
}

async function runAgent(run: AgentRun): Promise<RolloutOutcome> {
  const { agent, task, plan, lease, settings, options, signal, span } = run;
  const { isToolError, normalize, maxConcurrent, timeLimitMs, models, onError } = settings;
  const context: SessionContext = { options, isToolError, normalize, maxConcurrent, now: Date.now, span };
  const session = new Session({ ...plan, timeLimitMs }, context, signal);
  const addresses = agentAddresses(lease, { session, models, maxConcurrent });
  const stop = new AbortController();
  let returned: unknown;
  try {
    const running = agent({
      task,
      model: languageModelOf(session),
      get openai() {
        return addresses().openai;
      },
      get anthropic() {
        return addresses().anthropic;
      },
      setApart: (reason) => session.fail({ source: 'tool', message: reason, retryable: false }),
      signal: AbortSignal.any([signal, stop.signal]),
    });
    returned = await giveUpOnAbort(Promise.resolve(running), session.over);
    requireFinite(returned);
  } catch (error) {
    if (signal.aborted) return await cutOff(session, signal);
    if (session.limit !== undefined) return await session.close();
    const agentError = stackOf(error);
    // A model that writes too long is no fault of the agent's: its rollout is judged.
    if (session.isCut) return await session.close({ agentError });
    if (onError === 'zero') return await session.close({ reward: 0, agentError });
    session.fail({ source: 'agent', message: `the agent threw: ${agentError}`, retryable: false });
  } finally {
    stop.abort(new Error('the rollout has ended'));
  }
  let result: AgentResult;
  try {
    result = readResult(returned, plan.id);
  } catch (error) {
    await session.close();
    throw error;
  }
  return await session.close(result);
}

/** A reward may be computed from what a model wrote: one that is not finite is an error of this rollout alone. */
function requireFinite(result: unknown): void {
  const { reward } = (result ?? {}) as { readonly reward?: unknown };
  if (typeof reward === 'number' && !Number.isFinite(reward))
    throw new RangeError(`the reward: expected a finite number, got ${reward}`);
}

/** What is kept of what an agent threw, in characters: its message may hold all that a model wrote. */
const LONGEST_STACK = 4000;

function stackOf(error: unknown): string {
  const stack = textOf(error);
  return stack.length > LONGEST_STACK ? `${stack.slice(0, LONGEST_STACK)}…` : stack;
}

function textOf(error: unknown): string {
  try {
    return (error instanceof Error ? error.stack : undefined) ?? errorMessage(error);
  } catch {
    return 'an error that cannot be read';
  }
}

/** A rollout that was cut while its agent ran. @throws The signal's reason where it is no failure. */
async function cutOff(session: Session, { reason }: AbortSignal): Promise<RolloutOutcome> {
  if (reason instanceof InfrastructureError) session.fail(reason.failure);
  const outcome = await session.close();
  if (!(reason instanceof InfrastructureError)) throw reason;
  return outcome;
}

function readResult(result: unknown, rolloutId: string): AgentResult {
  if (result === undefined || result === null) return {};
  const at = `the agent's result in rollout ${JSON.stringify(rolloutId)}`;
  const expected = 'expected nothing or { reward }, where reward is a finite number';
  if (typeof result !== 'object' || Array.isArray(result) || result instanceof Map)
    throw new TypeError(`${at}: ${expected}, got ${shown(result)}`);
  const { reward, ...others } = result as { readonly reward?: unknown };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`${at}: ${expected}, got the member ${JSON.stringify(unknown)}`);
  if (reward === undefined || typeof reward === 'number') return { reward };
  throw new TypeError(`${at}: ${expected}, got a reward of ${shown(reward)}`);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);
}
