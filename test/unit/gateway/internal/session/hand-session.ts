import type { GenerateOptions, GenerateRequest, Generation, Policy } from '../../../../../src/base/index.js';
import { PolicyError } from '../../../../../src/base/index.js';
import type { AnswerListener, AnswerPiece } from '../../../../../src/gateway/internal/model-answer.js';
import type { ModelRequest, RequestMessage } from '../../../../../src/gateway/model-request.js';
import { Session, type SessionContext } from '../../../../../src/gateway/internal/session/session.js';
import type { SessionPlan } from '../../../../../src/gateway/internal/session/session-rollout.js';
import { rolloutOptionsSchema } from '../../../../../src/rollout/rollout-options.js';
import { tokenizer } from '../../../rollout/conversation.js';

export const TOOL = { name: 'python', description: 'Runs Python.', parameters: { type: 'object' } } as const;

/** A request as its reader gives it. */
export function request(messages: readonly RequestMessage[], more: Partial<ModelRequest> = {}): ModelRequest {
  const rest = { tools: [], n: 1, logprobs: false, demands: {}, ignored: [], store: true, retry: { count: 0 } };
  return { messages, ...rest, ...more };
}

export const user = (content: string): RequestMessage => ({ role: 'user', content });
export const said = (content: string, more: object = {}): RequestMessage => ({
  role: 'assistant',
  content,
  calls: [],
  ...more,
});

/** A session whose turns are given by hand, or by a function of what the policy reads. */
export function handSession(
  say: (context: string, request: GenerateRequest, drawn: number) => string | Error,
  plan: Partial<SessionPlan> = {},
  context: Partial<SessionContext> = {},
) {
  const requests: GenerateRequest[] = [];
  const policy: Policy = {
    generate(asked, { onTokens } = {}) {
      const drawn = requests.push(asked) - 1;
      const text = say(tokenizer.decode(asked.tokens), asked, drawn);
      if (text instanceof Error) return Promise.reject(text);
      return Promise.resolve(generationOf(text, asked, onTokens));
    },
  };
  return { session: sessionOver(policy, plan, context), requests };
}

/** A policy that waits at every turn until it is told what to say. */
export function waitingPolicy() {
  const turns: WaitingTurn[] = [];
  const policy: Policy = {
    generate: (asked, { signal, onTokens } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        turns.push({
          request: asked,
          signal,
          say: (text) => onTokens?.(tokenizer.encode(text)),
          end: (text) => resolve(generationOf(text, asked, undefined)),
          break: (message) => reject(new PolicyError(message)),
        });
      }),
  };
  return { policy, turns };
}

interface WaitingTurn {
  readonly request: GenerateRequest;
  readonly signal: AbortSignal | undefined;
  /** Tells tokens of the turn. */
  readonly say: (text: string) => void;
  /** Ends it with its whole text. */
  readonly end: (text: string) => void;
  readonly break: (message: string) => void;
}

function generationOf(text: string, { sampling }: GenerateRequest, onTokens: GenerateOptions['onTokens']): Generation {
  const ids = Int32Array.of(...tokenizer.encode(text), sampling.stopTokens[0]!);
  const tokens = ids.slice(0, sampling.maxTokens);
  for (const token of tokens) onTokens?.(Int32Array.of(token));
  const finishReason = tokens.length < ids.length ? 'length' : 'stop';
  return { tokens, logprobs: new Float32Array(tokens.length).fill(-0.5), finishReason };
}

export function sessionOver(
  policy: Policy,
  plan: Partial<SessionPlan> = {},
  context: Partial<SessionContext> = {},
): Session {
  const options = rolloutOptionsSchema.parse({ policy, tokenizer, maxTokens: 2000, seed: 's', retry: { retries: 0 } });
  return new Session(
    {
      ...{ id: 'g/0', groupId: 'g', seed: 's', maxTurns: 100, maxTokens: 2000, metadata: undefined, sessionId: 'p' },
      ...plan,
    },
    { options, isToolError: undefined, maxConcurrent: 32, normalize: undefined, now: () => 0, ...context },
  );
}

/** Asks, and takes the answer. */
export async function take(session: Session, asked: ModelRequest, options: Parameters<Session['ask']>[1] = {}) {
  const { answer, delivered } = await session.ask(asked, options);
  delivered();
  return answer;
}

/** Collects what is sent of an answer. */
export function collecting(): AnswerListener & {
  readonly ids: string[];
  readonly pieces: AnswerPiece[];
  readonly text: string;
} {
  const [ids, pieces]: [string[], AnswerPiece[]] = [[], []];
  return {
    ...{ ids, pieces },
    start: ({ id }) => void ids.push(id),
    piece: (piece) => void pieces.push(piece),
    get text() {
      return pieces.map((piece) => (piece.kind === 'content' ? piece.text : '')).join('');
    },
  };
}

/** Lets everything go on that can. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
