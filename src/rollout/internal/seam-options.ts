import { z } from 'zod';
import type { Tokenizer } from '../../base/index.js';
import type { ChatTemplate } from '../chat-template.js';
import { QWEN_CHAT } from '../qwen-chat.js';

/** A value of the wrong type is a TypeError that names what was expected: `options.policy: expected a Policy, got 3`. */
export function typed<T>(expected: string, accepts: (value: unknown) => boolean): z.ZodType<T> {
  return z.custom<T>().superRefine((value, context) => {
    if (!accepts(value)) context.addIssue({ code: 'invalid_type', expected: expected as 'custom', input: value });
  });
}

/** Anything with the given methods, whatever class it is of. */
export function seam<T>(expected: string, ...methods: string[]): z.ZodType<T> {
  return typed<T>(
    expected,
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function'),
  );
}

export const tokenizerSchema = seam<Tokenizer>('a Tokenizer', 'encode', 'decode', 'tokenId');

export const chatTemplateSchema = typed<ChatTemplate>('a ChatTemplate', isChatTemplate).default(QWEN_CHAT);

function isChatTemplate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { render, endTokens, toolCallFormat } = value as Partial<ChatTemplate>;
  return typeof render === 'function' && Array.isArray(endTokens) && typeof toolCallFormat?.parse === 'function';
}
