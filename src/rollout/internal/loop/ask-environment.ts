import { ExternalError, Random, failureCause, type Turn } from '../../../base/index.js';
import { giveUpOnAbort, withRetries } from '../../../io/index.js';
import { type Environment, type EnvironmentResponse, BrokenEnvironmentError } from '../../environment.js';
import { MachineFailure, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';
import { shownJson, thrownText } from '../shown-json.js';
import { ENVIRONMENT_START, environmentContent, environmentEnd } from './trace/gen-ai.js';
import { inSpan } from './trace/loop-span.js';

type Answer = Exclude<EnvironmentResponse, { readonly kind: 'unavailable' }>;

/**
 * Asks the environment what it answers to the last turn, as often as the options allow.
 *
 * @throws MachineFailure where it fails for good; BrokenEnvironmentError for what is no answer, and for what else it throws.
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
  { options, signal }: AgentLoopContext,
): Promise<Answer> {
  const { id, groupId, prompt, metadata, sessionId } = plan;
  const broken = (what: string, cause?: unknown) => {
    const asked = prompt.findLast(({ role }) => role === 'user')?.content ?? '';
    const message = `environment in rollout ${id} (prompt ${shownJson(asked)}): ${what}`;
    return new BrokenEnvironmentError(message, { rolloutId: id, prompt, turns: [...turns], cause });
  };
  const context = {
    ...{ rolloutId: id, groupId, prompt, sessionId, turns, signal },
    ...(metadata === undefined ? {} : { metadata }),
  };
  const response = await withRetries<EnvironmentResponse>(
    async () => {
      try {
        const answer = await giveUpOnAbort(Promise.resolve(environment.respond(turn, context)), signal);
        if (!isResponse(answer)) throw broken(`expected an EnvironmentResponse, got ${shownJson(answer)}`);
        const result: EnvironmentResponse = answer;
        return { result, retry: result.kind === 'unavailable' && result.cause.retryable };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BrokenEnvironmentError) throw error;
        if (!(error instanceof ExternalError)) throw broken(`threw ${thrownText(error)}`, error);
        const cause = failureCause('environment', error);
        return { result: { kind: 'unavailable', cause }, retry: error.retryable, retryAfterMs: error.retryAfterMs };
      }
    },
    options.retry,
    { random: new Random(`${plan.seed}/${turns.length - 1}/environment/retries`), signal },
  );
  if (response.kind === 'unavailable') throw new MachineFailure(response.cause);
  return response;
}

/** An environment in plain JavaScript may give anything back. */
function isResponse(value: unknown): value is EnvironmentResponse {
  const response = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { kind, text, reward, cause } = response;
  return (
    kind === 'nothing' ||
    (kind === 'message' && typeof text === 'string') ||
    (kind === 'end' && (reward === undefined || Number.isFinite(reward))) ||
    (kind === 'unavailable' && typeof (cause as { message?: unknown } | undefined)?.message === 'string')
  );
}
