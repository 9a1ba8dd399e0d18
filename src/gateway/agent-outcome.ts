import * as z from 'zod';
import type { RolloutOutcome } from '../base/index.js';
import { checkArgument, errorMessage, functionSchema, parseOptions } from '../base/internal/index.js';
import { giveUpOnAbort } from '../io/index.js';
import { InfrastructureError, type MakeOutcome } from '../rollout/internal/index.js';
import type { ModelRequest } from './exchange.js';
import { Session, type SessionContext } from './internal/session/session.js';
import type { IsToolError } from './internal/session/tool-errors.js';
import { agentTask, type AgentFunction, type AgentResult } from './agent.js';
import { languageModelOf } from './language-model.js';

/** How agents are run and read. */
export interface AgentSettings {
  /** Says of a tool's result whether it is an error, where the client does not. Default: a JSON object with an `error`, the text of an exception, or a traceback is one. */
  readonly isToolError?: IsToolError | undefined;
  /** Changes a request before it is compared with what was delivered. Default: none. */
  readonly normalize?: ((request: ModelRequest) => ModelRequest) | undefined;
  /** Most requests of one rollout at once; the others are answered 429. Default 32. */
  readonly maxConcurrent?: number | undefined;
  /**
   * What becomes of a rollout whose agent throws: `set-apart` (default) makes it `failed`, with the stack in its cause; `zero` keeps it with a
   * reward of 0. An agent that throws because a limit of the rollout was reached has ended in the ordinary way.
   */
  readonly onError?: 'set-apart' | 'zero' | undefined;
}

export const agentSettingsSchema = z.strictObject({
  isToolError: z.optional(functionSchema<IsToolError>()),
  normalize: z.optional(functionSchema<(request: ModelRequest) => ModelRequest>()),
  maxConcurrent: z.int().positive().default(32),
  onError: z.enum(['set-apart', 'zero']).default('set-apart'),
});

/**
 * Makes outcomes of rollouts by running an agent: what `runRollouts` takes in the place of its own loop.
 *
 * @throws TypeError, RangeError for bad settings.
 */
export function agentOutcomes(agent: AgentFunction, settings: AgentSettings = {}): MakeOutcome {
  checkArgument(agent, 'options.agent', 'a function');
  const { isToolError, normalize, maxConcurrent, onError } = parseOptions(agentSettingsSchema, settings, 'settings');
  return async (plan, { options, signal }) => {
    const context: SessionContext = { options, isToolError, normalize, maxConcurrent, now: Date.now };
    const session = new Session(plan, context, signal);
    const stop = new AbortController();
    const setApart = (reason: string) => session.fail({ source: 'tool', message: reason, retryable: false });
    let result: AgentResult | undefined;
    try {
      const task = agentTask(plan.groupId, plan.id, plan.prompt, plan.metadata);
      const running = agent({
        task,
        model: languageModelOf(session),
        setApart,
        signal: AbortSignal.any([signal, stop.signal]),
      });
      result = readResult(await giveUpOnAbort(Promise.resolve(running), signal));
    } catch (error) {
      if (signal.aborted) return await cutOff(session, signal);
      if (session.limit === undefined) {
        if (onError === 'zero') result = { reward: 0 };
        else
          session.fail({
            source: 'environment',
            message: `the agent threw: ${error instanceof Error && error.stack !== undefined ? error.stack : errorMessage(error)}`,
            retryable: false,
          });
      }
    } finally {
      stop.abort(new Error('the rollout has ended'));
    }
    return await session.close(result);
  };
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
