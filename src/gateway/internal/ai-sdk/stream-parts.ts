import type { DeliveredCall } from '../../model-request.js';
import type { AnswerListener, AnswerPiece, AnswerStart, ModelAnswer } from '../model-answer.js';

/** Writes an answer as the parts of the SDK's stream. */
export class StreamParts implements AnswerListener {
  #open: 'reasoning' | 'text' | undefined;
  #blocks = 0;

  constructor(private readonly send: (part: object) => void) {}

  start(start: AnswerStart): void {
    this.send({ type: 'stream-start', warnings: [] });
    this.send({ type: 'response-metadata', ...responseOf(start) });
  }

  piece(piece: AnswerPiece): void {
    if (piece.kind === 'reasoning' || piece.kind === 'content') {
      const type = piece.kind === 'content' ? 'text' : 'reasoning';
      if (this.#open !== type) {
        this.#close();
        this.#open = type;
        this.send({ type: `${type}-start`, id: String(this.#blocks) });
      }
      this.send({ type: `${type}-delta`, id: String(this.#blocks), delta: piece.text });
    } else this.#close();
  }

  end(answer: ModelAnswer): void {
    this.#close();
    for (const call of answer.calls) {
      this.send({ type: 'tool-input-start', id: call.id, toolName: call.name });
      this.send({ type: 'tool-input-delta', id: call.id, delta: call.arguments });
      this.send({ type: 'tool-input-end', id: call.id });
      this.send(callPart(call));
    }
    this.send({ type: 'finish', finishReason: answer.finish, usage: usageOf(answer) });
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.send({ type: `${this.#open}-end`, id: String(this.#blocks++) });
    this.#open = undefined;
  }
}

export function callPart({ id, name, arguments: input }: DeliveredCall): object {
  return { type: 'tool-call', toolCallId: id, toolName: name, input };
}

export function usageOf({ usage }: ModelAnswer): object {
  return {
    inputTokens: usage.promptTokens,
    outputTokens: usage.completionTokens,
    totalTokens: usage.promptTokens + usage.completionTokens,
    reasoningTokens: usage.reasoningTokens,
    cachedInputTokens: usage.cachedTokens,
  };
}

export function responseOf({ id, created, model }: AnswerStart): object {
  return { id, timestamp: new Date(created * 1000), modelId: model };
}
