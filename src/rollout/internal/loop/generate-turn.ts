import { ExternalError, type GenerateOptions, type Generation } from '../../../base/index.js';
import { checkedGeneration } from '../../../base/internal/index.js';
import type { PausableTimer } from '../../../io/index.js';
import type { SampledTurn } from '../conversation/turn-messages.js';
import { askWithRetries, isUnavailable } from './ask-with-retries.js';
import { InfrastructureError, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';
import { chatInput, chatOutput, chatRequest, chatResponse, chatStart } from './trace/gen-ai.js';
import { inSpan } from './trace/loop-span.js';
import { TurnReporter, textsOfTokens } from './turn-reporter.js';

/** Most output rows of a published model without a token in its tokenizer (Phi-1.5 has 905); used if the model's vocabulary size is unknown. */
const PADDED_ROWS = 1024;

/** A generated turn: its text and, unless it was cut off, the token that ended it. */
export interface GeneratedTurn extends Omit<SampledTurn, 'parsed'> {
  readonly generation: Generation;
}

/** Asks the policy for the next turn. @throws InfrastructureError if it stays unavailable. */
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
    ...(plan.constraint === undefined ? {} : { constraint: plan.constraint }),
  };
  span?.set(chatRequest(request));
  span?.setContent(() => chatInput(request.conversation.messages));
  const generation = await askWithRetries<Generation>(
    {
      source: 'policy',
      seed,
      async attempt() {
        const pauses = new TurnPauses(timer, signal);
        const call = {
          signal,
          onWait: pauses.onWait,
          textOf: textsOfTokens(tokenizer),
          decode: tokenizer.decode.bind(tokenizer),
        };
        try {
          const streaming = reporter && reporting(reporter, signal);
          return checkedGeneration(await options.policy.generate(request, { ...call, ...streaming }), request);
        } catch (error) {
          if (error instanceof ExternalError && !signal.aborted)
            span?.event('failed try', { 'error.type': error.name });
          throw error;
        } finally {
          pauses.end();
        }
      },
    },
    { options, signal },
  );
  if (isUnavailable(generation)) throw new InfrastructureError(generation.cause);
  const { tokens } = generation;
  const end = tokens.length === 0 ? undefined : stopTokens.get(tokens.at(-1)!);
  const text = tokenizer.decode(end === undefined ? tokens : tokens.subarray(0, -1));
  reporter?.end(text);
  span?.set(chatResponse(generation));
  span?.setContent(() => chatOutput(text, generation));
  return { generation, text, end };
}

/** Stops the clock of a turn while it waits for an engine. */
class TurnPauses {
  #isPaused = false;
  #isOver = false;

  constructor(
    private readonly timer: PausableTimer | undefined,
    private readonly signal: AbortSignal,
  ) {}

  readonly onWait = (waiting: boolean): void => {
    if (this.#isOver || this.signal.aborted || waiting === this.#isPaused) return;
    this.#isPaused = waiting;
    if (waiting) this.timer?.pause();
    else this.timer?.resume();
  };

  /** Ends this attempt: later callbacks of its policy are ignored. */
  end(): void {
    this.onWait(false);
    this.#isOver = true;
  }
}

/** Ignores late reports of a policy: after it was asked again, or after the signal was aborted. */
function reporting(reporter: TurnReporter, signal: AbortSignal): Pick<GenerateOptions, 'onTokens'> {
  const attempt = reporter.start();
  return { onTokens: (tokens) => void (signal.aborted || reporter.add(tokens, attempt)) };
}
