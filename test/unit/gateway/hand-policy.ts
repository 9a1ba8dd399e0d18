import type { Generation, GenerateRequest, Policy } from '../../../src/base/index.js';
import { tokenizer } from '../rollout/conversation.js';

/** A turn that is drawn by hand. */
export interface HandTurn {
  readonly request: GenerateRequest;
  /** Aborted when nobody waits for the turn any more. */
  readonly signal: AbortSignal;
  /** Draws a text. */
  say(text: string): void;
  /** Ends the turn. */
  end(): void;
  /** Breaks it. */
  fail(error: Error): void;
}

/** A policy whose turns are drawn by hand: a test sees what a client has been sent before the next token is drawn. */
export function createHandPolicy() {
  const turns: HandTurn[] = [];
  const waiting: ((turn: HandTurn) => void)[] = [];
  let taken = 0;
  const policy: Policy = {
    generate: (request, { onTokens, signal } = {}) =>
      new Promise<Generation>((resolve, reject) => {
        const drawn: number[] = [];
        const draw = (tokens: Int32Array) => {
          drawn.push(...tokens);
          onTokens?.(tokens);
        };
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        const turn: HandTurn = {
          request,
          signal: signal!,
          say: (text) => draw(tokenizer.encode(text)),
          end: () => {
            draw(Int32Array.of(request.sampling.stopTokens[0]!));
            resolve({
              tokens: Int32Array.from(drawn),
              logprobs: new Float32Array(drawn.length).fill(-0.5),
              finishReason: 'stop',
            });
          },
          fail: reject,
        };
        turns.push(turn);
        waiting.shift()?.(turn);
      }),
  };
  return {
    policy,
    turns,
    /** The next turn that is asked for. */
    next: (): Promise<HandTurn> => {
      const at = taken++;
      return new Promise((resolve) => (turns[at] === undefined ? waiting.push(resolve) : resolve(turns[at])));
    },
  };
}
