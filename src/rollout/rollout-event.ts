import type { JsonValue, SubAgent, ToolCall } from '../base/index.js';

/**
 * An event of a running rollout.
 *
 * - `turn`: the policy starts a turn. It starts again if its engine fails, or if the streamed tokens are not those of the answer: `attempt`
 * is then 1 or more, and the text of the previous attempt is void.
 * - `text`: a piece of the turn's text. The pieces of a turn's last attempt together are `Turn.text`; a policy that does not stream gives
 * one piece.
 * - `tool-call`: a tool starts. Invalid calls are answered without it.
 * - `tool-result`: the answer to a call, in the order in which calls end. The policy reads its text if there is a turn after it.
 */
export type RolloutEvent = {
  /** `${groupId}/${index}`; `conversation` in one that `createConversation` made. */
  readonly rolloutId: string;
  /** From 0, over the whole conversation. In a rollout of an agent, over all paths in the order of requests. */
  readonly turn: number;
  /** In a rollout of an agent: the path that the turn belongs to, named by its first turn; unique in the rollout. */
  readonly path?: string;
  /** In a rollout of an agent: the sub-agent of the request, if the client names it. */
  readonly agent?: SubAgent | undefined;
} & (
  | { readonly kind: 'turn'; readonly attempt: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly index: number; readonly name: string; readonly arguments: JsonValue }
  | { readonly kind: 'tool-result'; readonly index: number; readonly call: ToolCall }
);
