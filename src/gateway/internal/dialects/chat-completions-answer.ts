import type { AnswerFinish, AnswerLogprob, AnswerPiece, AnswerStart, ModelAnswer } from '../model-answer.js';
import type { Refusal } from '../refusal.js';
import type { ChatEcho } from './chat-completions-request.js';
import type { AnswerStream } from './dialect.js';
import { tokenLogprobs } from './token-logprobs.js';

const FINISH: Readonly<Record<AnswerFinish, string>> = { stop: 'stop', length: 'length', 'tool-calls': 'tool_calls' };

/** @returns The body of a whole answer: one choice for each of the `n` answers to a request. */
export function wholeCompletion(answers: readonly ModelAnswer[]): object {
  return {
    ...headOf(answers[0]!),
    object: 'chat.completion',
    choices: answers.map((answer, index) => ({
      index,
      message: messageOf(answer),
      logprobs: logprobsOf(answer.logprobs),
      finish_reason: FINISH[answer.finish],
    })),
    usage: usageOf(answers),
  };
}

function headOf({ id, created, model }: AnswerStart): object {
  return { id: `chatcmpl-${id}`, created, model };
}

function messageOf({ content, reasoning, calls }: ModelAnswer): object {
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    refusal: null,
    ...(reasoning ? reasoningOf(reasoning) : {}),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: text }) => ({
            id,
            type: 'function',
            function: { name, arguments: text },
          })),
        }),
  };
}

/** Clients of DeepSeek and of vLLM before 0.12 read `reasoning_content`, those of OpenRouter and of later vLLM `reasoning`. */
function reasoningOf(text: string | null): object {
  return { reasoning_content: text, reasoning: text };
}

function logprobsOf(logprobs: readonly AnswerLogprob[] | undefined): object | null {
  return logprobs === undefined ? null : { content: tokenLogprobs(logprobs, null), refusal: null };
}

function usageOf(answers: readonly ModelAnswer[]): object {
  const { promptTokens, cachedTokens } = answers[0]!.usage;
  const sum = (read: (usage: ModelAnswer['usage']) => number) =>
    answers.reduce((total, { usage }) => total + read(usage), 0);
  const completionTokens = sum((usage) => usage.completionTokens);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: sum((usage) => usage.reasoningTokens) },
  };
}

/** Writes an answer as chunks: the role first, the pieces as deltas, the finish reason of each choice, the usage where it is asked for, `[DONE]`. */
export class ChatStream implements AnswerStream {
  /** What all chunks begin with, as JSON without the closing brace: it is written once, not with every token. */
  #head = '{';
  readonly #started = new Set<number>();
  readonly #thought = new Set<number>();

  constructor(
    private readonly echo: ChatEcho,
    private readonly errorBody: (refusal: Refusal) => object,
  ) {}

  start(start: AnswerStart, choice: number): string {
    // All choices share one id, that of the one which begins first.
    if (this.#started.size === 0)
      this.#head = JSON.stringify({ ...headOf(start), object: 'chat.completion.chunk' }).slice(0, -1);
    this.#started.add(choice);
    return this.#delta(choice, { role: 'assistant' });
  }

  piece(piece: AnswerPiece, choice: number): string {
    switch (piece.kind) {
      case 'reasoning':
        this.#thought.add(choice);
        return this.#delta(choice, reasoningOf(piece.text));
      case 'content':
        return this.#delta(choice, { content: piece.text });
      case 'call': {
        const { index, id, name } = piece;
        return this.#delta(choice, {
          tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
        });
      }
      case 'arguments': {
        const { index, text } = piece;
        return this.#delta(choice, { tool_calls: [{ index, function: { arguments: text } }] });
      }
    }
  }

  end({ finish, logprobs }: ModelAnswer, choice: number): string {
    // npm openai keeps the last delta of a member that it does not know: a null keeps half a thought from coming back as the whole.
    const delta = this.#thought.has(choice) ? reasoningOf(null) : {};
    return this.#chunk([{ index: choice, delta, logprobs: logprobsOf(logprobs), finish_reason: FINISH[finish] }]);
  }

  close(answers: readonly ModelAnswer[]): string {
    const usage = this.echo.includeUsage ? this.#chunk([], usageOf(answers)) : '';
    return `${usage}data: [DONE]\n\n`;
  }

  fail(refusal: Refusal): string {
    return `data: ${JSON.stringify(this.errorBody(refusal))}\n\n`;
  }

  #delta(index: number, delta: object): string {
    return this.#chunk([{ index, delta, logprobs: null, finish_reason: null }]);
  }

  #chunk(choices: readonly object[], usage: object | null = null): string {
    const last = this.echo.includeUsage ? `,"usage":${JSON.stringify(usage)}` : '';
    return `data: ${this.#head},"choices":${JSON.stringify(choices)}${last}}\n\n`;
  }
}
