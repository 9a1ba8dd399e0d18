import { TimeLimitError, withTimeLimit } from '../../../io/index.js';
import { InfrastructureError, type AgentLoopContext, type Progress } from './rollout-plan.js';
import { turnStart } from './trace/gen-ai.js';
import { inSpan } from './trace/loop-span.js';

/**
 * Runs a turn with a time limit for all its tries and waits; time in an engine's queue does not count.
 *
 * @throws InfrastructureError that says what the turn waited for when its time ran out.
 */
export async function withinTurn<T>(
  progress: Progress,
  context: AgentLoopContext,
  run: (turnContext: AgentLoopContext) => Promise<T>,
): Promise<T> {
  const { turnTimeoutMs } = context.options;
  const turn = progress.turns.length + 1;
  try {
    return await inSpan(
      context.span,
      () => turnStart(turn - 1),
      (span) =>
        withTimeLimit((signal, timer) => run({ ...context, signal, span, timer }), context.signal, turnTimeoutMs),
    );
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    // If the rollout was aborted meanwhile, the signal's reason ends it.
    context.signal.throwIfAborted();
    const message = `turn ${turn}: not done within ${turnTimeoutMs} ms (options.turnTimeoutMs), waiting for the ${progress.waitingFor}`;
    throw new InfrastructureError({ source: progress.waitingFor, message, retryable: true });
  }
}
