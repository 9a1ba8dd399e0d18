import {
  ExternalError,
  Random,
  failureCause,
  type FailureCause,
  type GenerateOptions,
  type Generation,
} from '../../../base/index.js';
import { checkedGeneration } from '../../../base/internal/index.js';
import { giveUpOnAbort, withRetries, type PausableTimer } from '../../../io/index.js';
import type { SampledTurn } from '../conversation/turn-messages.js';
import { MachineFailure, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';
import { chatInput, chatOutput, chatRequest, chatResponse, chatStart } from './trace/gen-ai.js';
import { inSpan } from './trace/loop-span.js';
import { TurnReporter, textsOfTokens } from './turn-reporter.js';

/** Most rows of a published model's output that stand for no token of its tokenizer (Phi-1.5 has 905); used where the model's size is not known. */
const PADDED_ROWS = 1024;

/** A turn as it was generated: its text, and the token that ended it, where it was not cut off. */
export interface GeneratedTurn extends Omit<SampledTurn, 'parsed'> {
  readonly generation: Generation;
}

/** Asks the policy for the next turn, as often as the options allow. @throws MachineFailure where it fails for good. */
export function generateTurn(progress: Progress, plan: RolloutPlan, context: AgentLoopContext): Promise<GeneratedTurn> {
  return inSpan(context.span, chatStart, (span) => askForTurn(progress, plan, { ...context, span }));
}

async function askForTurn(
  { conversation, recorder, turns }: Progress,
  plan: RolloutPlan,
  { options, stopTokens, signal, span, timer }: AgentLoopContext,
): Promise<GeneratedTurn> {
  const { onEvent, tokenizer } = options;
  const turn = { rolloutId: plan.id, turn: turns.length };
  const reporter = onEvent && new TurnReporter({ ...turn, onEvent, tokenizer, stopTokens });
  const maxTokens = plan.maxTokens - recorder.responseLength;
  const seed = `${plan.seed}/${turns.length}`;
  const request = {
    tokens: recorder.context(),
    sampling: {
      temperature: options.temperature,
      topP: options.topP,
      maxTokens,
      stopTokens: [...stopTokens.keys()],
      seed,
      entropies: options.entropies,
    },
    sessionId: plan.sessionId,
    vocabularySize: tokenizer.modelVocabularySize ?? tokenizer.vocabularySize + PADDED_ROWS,
    conversation: { messages: conversation.messages, tools: options.tools },
  };
  span?.set(chatRequest(request));
  span?.setContent(() => chatInput(request.conversation.messages));
  const generation = await withRetries<Generation | FailureCause>(
    async () => {
      const queue = new TurnQueue(timer);
      try {
        const call = { signal, onWait: queue.onWait, textOf: textsOfTokens(tokenizer) };
        const asked = options.policy.generate(request, { ...call, ...(reporter && reporting(reporter, signal)) });
        const result = await giveUpOnAbort(Promise.resolve(asked), signal);
        return { result: checkedGeneration(result, request), retry: false };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ExternalError)) throw error;
        span?.event('failed try', { 'error.type': error.name });
        return { result: failureCause('policy', error), retry: error.retryable, retryAfterMs: error.retryAfterMs };
      } finally {
        queue.over();
      }
    },
    options.retry,
    { random: new Random(`${seed}/retries`), signal },
  );
  if ('source' in generation) throw new MachineFailure(generation);
  const { tokens } = generation;
  const end = tokens.length === 0 ? undefined : stopTokens.get(tokens.at(-1)!);
  const text = tokenizer.decode(end === undefined ? tokens : tokens.subarray(0, -1));
  reporter?.end(text);
  span?.set(chatResponse(generation));
  span?.setContent(() => chatOutput(text, generation));
  return { generation, text, end };
}

/** Stops a turn's clock while the turn waits for an engine. */
class TurnQueue {
  #waits = false;
  #isOver = false;

  constructor(private readonly timer: PausableTimer | undefined) {}

  readonly onWait = (waiting: boolean): void => {
    if (this.#isOver || waiting === this.#waits) return;
    this.#waits = waiting;
    if (waiting) this.timer?.pause();
    else this.timer?.resume();
  };

  /** Ends this attempt: later callbacks of its policy are ignored. */
  over(): void {
    this.onWait(false);
    this.#isOver = true;
  }
}

/** Ignores what a policy reports late: after it was asked again, or after the signal was aborted. */
function reporting(reporter: TurnReporter, signal: AbortSignal): Pick<GenerateOptions, 'onTokens'> {
  const attempt = reporter.start();
  return { onTokens: (tokens) => void (signal.aborted || reporter.add(tokens, attempt)) };
}
