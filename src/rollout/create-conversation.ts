import * as z from 'zod';
import type {
  CallOptions,
  FailureCause,
  FinishReason,
  Message,
  TemplateMessage,
  TokenTrace,
  Turn,
} from '../base/index.js';
import { argumentError, checkArgument, messageSchema, parseOptions } from '../base/internal/index.js';
import { followSignal, type FollowingController } from '../io/index.js';
import { endSessions } from './internal/loop/endings.js';
import { readOn, takeTurns } from './internal/loop/run-rollout.js';
import { AppendOnlyConversation } from './internal/conversation/append-only-conversation.js';
import { startConversation } from './internal/conversation/conversation-start.js';
import { prepareLoop, roomAfter } from './internal/loop/prepare-loop.js';
import {
  InfrastructureError,
  type AgentLoopContext,
  type Progress,
  type RolloutPlan,
} from './internal/loop/rollout-plan.js';
import { TokenRecorder } from './internal/conversation/token-recorder.js';
import { inAgentSpan } from './internal/loop/trace/gen-ai.js';
import { LoopSpan } from './internal/loop/trace/loop-span.js';
import { rolloutOptionsSchema, type RolloutOptions } from './rollout-options.js';

/** Options of {@link createConversation}: those of `runRollouts`; `maxTurns` and `maxTokens` hold for each reply. */
export interface ConversationOptions extends Omit<
  RolloutOptions,
  'signal' | 'onProgress' | 'environment' | 'makeOutcome' | 'score'
> {
  /** Messages before the first one that is sent: a system message, an earlier conversation. Default: no messages. */
  readonly prompt?: readonly Message[];
}

/** The answer to a message: turns and why they ended, or an infrastructure error. */
export type ConversationReply =
  | { readonly kind: 'completed'; readonly turns: readonly Turn[]; readonly finishReason: FinishReason }
  | { readonly kind: 'failed'; readonly turns: readonly Turn[]; readonly cause: FailureCause };

/** A conversation of a user and a policy with its tools. */
export interface Conversation {
  /** All messages so far; the results of tool calls follow the turn that made the calls. */
  readonly messages: readonly TemplateMessage[];
  /** The tokens so far, as they were sampled; undefined before the first reply. */
  readonly tokens: TokenTrace | undefined;
  /**
   * Sends a message of the user and has the policy answer it: turns and tool calls, as in a rollout, until a turn calls no tool
   * or a limit is reached.
   *
   * A reply that fails or is aborted leaves the conversation as it was before: the policy never reads that message. The sessions
   * of the tools are ended then, because their state is unknown.
   *
   * @throws TypeError for a message that is not a string. RangeError for a message that does not fit into the model's context, or
   *   while another one is answered. The rest as `runRollouts`: the signal's reason, BrokenToolError, ModelFileError, an error of
   *   the policy that is not an `ExternalError`.
   */
  send(content: string, options?: CallOptions): Promise<ConversationReply>;
  /** Ends the sessions of the policy and the tools. A running reply rejects. */
  close(): Promise<void>;
}

const optionsSchema = rolloutOptionsSchema
  .omit({ signal: true, onProgress: true, environment: true, makeOutcome: true, score: true })
  .extend({ prompt: z.array(messageSchema).default([]) });

/**
 * Creates a conversation between a user and a policy with its tools: the loop of `runRollouts`, one reply at a time. Tokens are
 * only appended: generated tokens are never encoded again, so an engine reads each token once.
 *
 * @throws TypeError, RangeError for bad options.
 *
 * @example
 * const conversation = createConversation({ policy, tokenizer, maxTokens: 4096, seed: 'chat' });
 * const reply = await conversation.send('What is 6 times 7?');
 */
export function createConversation(options: ConversationOptions): Conversation {
  const { prompt, ...resolved } = parseOptions(optionsSchema, options);
  const { tools, stopTokens, format } = prepareLoop(resolved);
  const sessionId = globalThis.crypto.randomUUID();
  let state: { readonly progress: Progress; readonly plan: RolloutPlan } | undefined;
  let underWay: FollowingController | undefined;
  let isClosed = false;

  /** The first message is part of the prompt. */
  function start(content: string): NonNullable<typeof state> {
    const messages = [...prompt, { role: 'user' as const, content }];
    const start = startConversation(format, messages);
    const plan: RolloutPlan = {
      id: 'conversation',
      groupId: 'conversation',
      prompt: messages,
      format,
      start,
      sessionId,
      metadata: undefined,
      seed: String(resolved.seed),
      maxTurns: resolved.maxTurns,
      maxTokens: Math.min(resolved.maxTokens, roomAfter(start.tokens, format, 'content')),
    };
    const conversation = new AppendOnlyConversation(format, start);
    const recorder = new TokenRecorder(start.tokens);
    return { plan, progress: { conversation, recorder, turns: [], waitingFor: 'policy' } };
  }

  /** @returns A copy of the conversation with the message appended. @throws RangeError if the message does not fit. */
  function append({ progress, plan }: NonNullable<typeof state>, content: string): NonNullable<typeof state> {
    const next = { ...progress, turns: [...progress.turns], recorder: progress.recorder.copy() };
    const room = roomAfter(plan.start.tokens, format, 'content');
    if (!readOn(next, { ...plan, maxTokens: room }, [{ role: 'user', content }]))
      throw argumentError(
        RangeError,
        'content',
        `the conversation is full: expected fewer tokens than the model's context (${format.template.contextLength})`,
      );
    const maxTokens = Math.min(next.recorder.responseLength + resolved.maxTokens, room);
    return { progress: next, plan: { ...plan, maxTokens, maxTurns: next.turns.length + resolved.maxTurns } };
  }

  const endToolSessions = (signal?: AbortSignal): Promise<void> => {
    const owners = [...tools.values()].map(({ tool }) => tool);
    return endSessions(owners, sessionId, { signal, timeoutMs: resolved.turnTimeoutMs });
  };

  async function reply(
    next: NonNullable<typeof state>,
    before: number,
    context: AgentLoopContext,
  ): Promise<ConversationReply> {
    const { progress, plan } = next;
    try {
      const finishReason = await takeTurns(progress, plan, context);
      state = next;
      return { kind: 'completed', turns: progress.turns.slice(before), finishReason };
    } catch (error) {
      await endToolSessions(context.signal);
      if (!(error instanceof InfrastructureError)) throw error;
      return { kind: 'failed', turns: progress.turns.slice(before), cause: error.failure };
    }
  }

  return {
    get messages() {
      if (state === undefined) return prompt;
      const { sampled, answers } = state.progress.unread!;
      return state.progress.conversation.withTurn(sampled, answers);
    },
    get tokens() {
      return state?.progress.recorder.trace(state.progress.conversation.drift);
    },
    async send(content, { signal } = {}) {
      checkArgument(content, 'content', 'a string');
      if (underWay !== undefined) throw new RangeError('send: expected the previous message to be answered first');
      if (isClosed) throw new RangeError('send: expected an open conversation, got a closed one');
      signal?.throwIfAborted();
      const next = state === undefined ? start(content) : append(state, content);
      const before = state?.progress.turns.length ?? 0;
      const stop = followSignal(signal);
      underWay = stop;
      try {
        const span = resolved.tracing && (await LoopSpan.open(resolved.tracing));
        const context = { options: resolved, tools, stopTokens, span, signal: stop.signal };
        // Later replies are to what is said now.
        const asked = state === undefined ? next.plan.prompt : [{ role: 'user' as const, content }];
        return await inAgentSpan(
          { ...next.plan, prompt: asked },
          context,
          (inner) => reply(next, before, inner),
          (completed) => completed,
        );
      } finally {
        underWay = undefined;
        stop.release();
      }
    },
    async close() {
      isClosed = true;
      underWay?.abort(new Error('the conversation was closed'));
      resolved.policy.endSession?.(sessionId);
      await endToolSessions();
    },
  };
}
