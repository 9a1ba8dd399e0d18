import type { Turn } from '../../../base/index.js';
import { misspeltMember } from '../../../base/internal/index.js';
import {
  BrokenEnvironmentError,
  type Environment,
  type EnvironmentContext,
  type EnvironmentResponse,
} from '../../environment.js';
import { shownJson, thrownText } from '../shown-json.js';
import { askWithRetries } from './ask-with-retries.js';
import { InfrastructureError, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';
import { ENVIRONMENT_START, environmentContent, environmentEnd } from './trace/gen-ai.js';
import { inSpan } from './trace/loop-span.js';

type Answer = Exclude<EnvironmentResponse, { readonly kind: 'unavailable' }>;

/**
 * Asks the environment for its answer to the last turn.
 *
 * @throws InfrastructureError if it stays unavailable; BrokenEnvironmentError for an invalid answer and for anything it throws that is
 *   not an `ExternalError`.
 */
export async function askEnvironment(
  turn: Turn,
  progress: Progress,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<Answer> {
  const { environment } = context.options;
  if (environment === undefined) return { kind: 'nothing' };
  return inSpan(
    context.span,
    () => ENVIRONMENT_START,
    async (span) => {
      const answer = await answerOf(environment, turn, progress, plan, context);
      span?.set(environmentEnd(answer));
      span?.setContent(() => environmentContent(answer));
      return answer;
    },
  );
}

async function answerOf(
  environment: Environment,
  turn: Turn,
  { turns }: Progress,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<Answer> {
  const { signal } = context;
  const { id, groupId, prompt, metadata, sessionId } = plan;
  const broken = (what: string, cause?: unknown) => {
    const question = prompt.findLast(({ role }) => role === 'user')?.content ?? '';
    const message = `environment in rollout ${id} (prompt ${shownJson(question)}): ${what}`;
    return new BrokenEnvironmentError(message, { rolloutId: id, prompt, turns: [...turns], cause });
  };
  const asked: EnvironmentContext = {
    rolloutId: id,
    groupId,
    prompt,
    sessionId,
    turns,
    signal,
    ...(metadata === undefined ? {} : { metadata }),
  };
  const response = await askWithRetries<EnvironmentResponse>(
    {
      source: 'environment',
      seed: `${plan.seed}/${turns.length - 1}/environment`,
      async attempt() {
        const answer: unknown = await environment.respond(turn, asked);
        if (isResponse(answer)) return answer;
        throw broken(`expected an EnvironmentResponse, got ${shownJson(answer)}`);
      },
      bug: (error) => (error instanceof BrokenEnvironmentError ? error : broken(`threw ${thrownText(error)}`, error)),
    },
    context,
  );
  if (response.kind === 'unavailable') throw new InfrastructureError(response.cause);
  return response;
}

/** An environment in plain JavaScript may return anything. */
function isResponse(value: unknown): value is EnvironmentResponse {
  const response = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { kind, text, reward, cause } = response;
  return (
    kind === 'nothing' ||
    (kind === 'message' && typeof text === 'string') ||
    (kind === 'end' &&
      misspeltMember(response, ['reward']) === undefined &&
      (reward === undefined || Number.isFinite(reward))) ||
    (kind === 'unavailable' && typeof (cause as { message?: unknown } | undefined)?.message === 'string')
  );
}
