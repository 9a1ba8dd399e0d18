import type { JsonValue, ToolCall } from '../base/index.js';

/**
 * What happens in a rollout, as it happens.
 *
 * - `turn`: the policy is asked for a turn. Where its engine broke it is asked again (and where what it told while it drew is not what it
 *   drew, that is told again): `attempt` is then 1 or more, and the text of the attempt before is void.
 * - `text`: a piece of the turn's text. The pieces of a turn's last attempt are, put together, `Turn.text`; a policy that tells no
 *   tokens as they are drawn gives one.
 * - `tool-call`: a tool starts. Calls that are no call of a tool are answered without it.
 * - `tool-result`: what a call came to, in the order in which calls end; its text is what the policy reads if there is a turn after it.
 */
export type RolloutEvent = {
  /** `${groupId}/${index}`; `conversation` in one that `createConversation` made. */
  readonly rolloutId: string;
  /** From 0; in a conversation all its turns are counted. */
  readonly turn: number;
} & (
  | { readonly kind: 'turn'; readonly attempt: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly index: number; readonly name: string; readonly arguments: JsonValue }
  | { readonly kind: 'tool-result'; readonly index: number; readonly call: ToolCall }
);
