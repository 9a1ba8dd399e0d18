import type { Refusal } from '../refusal.js';

/** The message of an error in OpenAI's dialects. Clients find out by these words that a conversation is too long. */
export function openAiMessage({ message, details: { contextOverflow } }: Refusal): string {
  if (contextOverflow === undefined) return message;
  const { limitTokens, requestTokens } = contextOverflow;
  return `This model's maximum context length is ${limitTokens} tokens. However, your messages resulted in ${requestTokens} tokens. Please reduce the length of the messages.`;
}
