import type { JsonValue, SubAgent, ToolCall } from '../base/index.js';

/**
 * What happens in a rollout, as it happens.
 *
 * - `turn`: the policy is asked for a turn. It is asked again if its engine fails, and starts again if the tokens that it streamed are not those
 *   of its answer: `attempt` is then 1 or more, and the text of the attempt before is void.
 * - `text`: a piece of the turn's text. The pieces of a turn's last attempt together are `Turn.text`; a policy that does not stream gives one.
 * - `tool-call`: a tool starts. Invalid calls are answered without it.
 * - `tool-result`: the answer to a call, in the order in which calls end. The policy reads its text if there is a turn after it.
 */
export type RolloutEvent = {
  /** `${groupId}/${index}`; `conversation` in one that `createConversation` made. */
  readonly rolloutId: string;
  /** From 0; in a conversation all its turns are counted. In a rollout of an agent those of all paths, in the order in which they were asked for. */
  readonly turn: number;
  /** In a rollout of an agent: the path that the turn belongs to, named by its first turn; unique in the rollout. */
  readonly path?: string;
  /** In a rollout of an agent: the sub-agent that asked, where the client names it. */
  readonly agent?: SubAgent | undefined;
} & (
  | { readonly kind: 'turn'; readonly attempt: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly index: number; readonly name: string; readonly arguments: JsonValue }
  | { readonly kind: 'tool-result'; readonly index: number; readonly call: ToolCall }
);
